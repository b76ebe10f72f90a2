"""Merging: the same conversation told twice, by a shrunken file, a slimmer export, a fork."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from compiler.records import Conversation, Message, Sealed
from compiler.store import conversations
from compiler.store.connection import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "musubi.db") as opened:
        yield opened


def talk(native: str, *texts: str, updated: str = "2026-01-01T10:00:00Z", **changes: object) -> Sealed:
    cid = f"chatgpt:{native}"
    messages = tuple(
        Message(f"{cid}#{name}", "user" if n % 2 == 0 else "assistant", text)
        for n, (name, _, text) in enumerate(t.partition("=") for t in texts)
    )
    made = Conversation(cid, "chatgpt", "Title", None, "2026-01-01T09:00:00Z", updated, "/x.zip", messages)
    return Sealed(replace(made, **changes))


def texts(store: Store, native: str) -> list[str]:
    loaded = conversations.load(store, f"chatgpt:{native}")
    assert loaded
    return [f"{m.id.partition('#')[2]}={m.text}" for m in loaded.messages]


def test_the_same_telling_changes_nothing(store: Store) -> None:
    """Ingest is idempotent by content."""
    assert conversations.save(store, talk("a", "1=hi", "2=ho"), "u") is True
    assert conversations.save(store, talk("a", "1=hi", "2=ho"), "u") is False


def test_a_shrunken_file_loses_nothing(store: Store) -> None:
    """What the source forgot stays where it was."""
    conversations.save(store, talk("a", "1=hi", "2=ho", "3=hey"), "u")
    conversations.save(store, talk("a", "1=hi", "3=hey"), "u")
    assert texts(store, "a") == ["1=hi", "2=ho", "3=hey"]


def test_a_slim_export_does_not_erase_a_fuller_one(store: Store) -> None:
    """An empty text never replaces a full one, even when the slim export is newer."""
    conversations.save(store, talk("a", "1=hi", "2=ho"), "classic.zip")
    conversations.save(store, talk("a", "1=hi", "2=", "3=new", updated="2026-02-01T10:00:00Z", title=None), "slim.zip")
    assert texts(store, "a") == ["1=hi", "2=ho", "3=new"]
    header = conversations.header(store, "chatgpt:a")
    assert header and header.title == "Title"


@pytest.mark.parametrize("slim_first", [False, True])
def test_a_slim_export_does_not_erase_the_sources_of_an_answer(store: Store, slim_first: bool) -> None:
    """The same words without their links are the poorer telling, though it is newer; other words are an edit."""
    classic = talk("a", "1=Red ([R](https://r.example/x)).", "2=old")
    slim = talk("a", "1=Red .", "2=new", updated="2026-02-01T10:00:00Z")
    for telling, unit in sorted([(classic, "classic.zip"), (slim, "slim.zip")], key=lambda t: t[1], reverse=slim_first):
        conversations.save(store, telling, unit)
    assert texts(store, "a") == ["1=Red ([R](https://r.example/x)).", "2=new"]


def test_the_source_that_told_a_message_may_change_it(store: Store) -> None:
    """An edited note replaces its own earlier text."""
    conversations.save(store, talk("a", "1=draft"), "u")
    conversations.save(store, talk("a", "1=final"), "u")
    assert texts(store, "a") == ["1=final"]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_order_of_exports_does_not_matter(store: Store, order: tuple[int, ...]) -> None:
    """Three exports of one conversation end the same whichever is read first."""
    exports = [
        (talk("a", "1=hi", "2=old", updated="2026-01-01T10:00:00Z"), "a.zip"),
        (talk("a", "1=hi", "2=new", "3=more", updated="2026-03-01T10:00:00Z"), "b.zip"),
        (talk("a", "1=hi", "2=mid", updated="2026-02-01T10:00:00Z"), "c.zip"),
    ]
    for n in order:
        conversations.save(store, *exports[n])
    assert texts(store, "a") == ["1=hi", "2=new", "3=more"]


def fork(store: Store, name: str, *natives: str, ended: str) -> None:
    cid = f"claude_code:{name}"
    messages = tuple(
        Message(f"{cid}#{n}", "user", f"text of {n}", (), f"2026-01-01T0{i}:00:00Z") for i, n in enumerate(natives)
    )
    made = Conversation(cid, "claude_code", None, None, "2026-01-01T00:00:00Z", ended, f"/{name}.jsonl", messages)
    conversations.save(store, Sealed(made), name)


@pytest.mark.parametrize("order", [("first", "second"), ("second", "first")])
def test_a_forks_copies_belong_to_the_conversation_they_came_from(store: Store, order: tuple[str, str]) -> None:
    """Each record is kept once, and the continuation is linked to its origin, in whatever order they were read."""
    one, two, three = (f"{n}0000000-0000-4000-8000-000000000000" for n in "123")
    told = {"first": (one, two), "second": (one, two, three)}
    for name in order:
        fork(store, name, *told[name], ended=f"2026-01-0{len(told[name])}T09:00:00Z")
    conversations.join_copies(store, "claude_code")
    first, second = (conversations.load(store, f"claude_code:{n}") for n in ("first", "second"))
    assert first and second
    assert [m.text for m in first.messages] == [f"text of {one}", f"text of {two}"]
    assert [m.text for m in second.messages] == [f"text of {three}"]
    assert (first.parent, second.parent) == (None, "claude_code:first")
    assert conversations.join_copies(store, "claude_code") == 0


def test_short_native_ids_are_never_taken_for_copies(store: Store) -> None:
    """Numbers recur in every conversation; only ids that are unique by their making are compared."""
    fork(store, "a", "1", "2", ended="2026-01-02T00:00:00Z")
    fork(store, "b", "1", "2", ended="2026-01-03T00:00:00Z")
    assert conversations.join_copies(store, "claude_code") == 0


@pytest.mark.parametrize("retold_first", [True, False])
def test_a_retelling_gives_way_to_the_records(store: Store, retold_first: bool) -> None:
    """An export numbers its lines, the database has ids: the same words are there once, in either order."""
    tellings = [(talk("a", "1=hi", "2=ho", attrs={"retold": "1"}), "t"), (talk("a", "b1=hi", "b2=ho", "b3=hey"), "db")]
    for telling, unit in tellings if retold_first else reversed(tellings):
        conversations.save(store, telling, unit)
    assert texts(store, "a") == ["b1=hi", "b2=ho", "b3=hey"]
    header = conversations.header(store, "chatgpt:a")
    assert header and "retold" not in header.attrs


def test_a_conversation_of_copies_alone_is_not_listed(store: Store) -> None:
    """A record whose conversation a later export names moves there; nothing is left to show of it."""
    record = "20260808T120000Z-8f434346648f"
    for native, attrs in ((record, {"loose": "1"}), ("c_1", {})):
        telling = talk(native, f"{record}=hi", attrs=attrs)
        timed = tuple(replace(m, created_at="2026-01-01T09:00:00Z") for m in telling.messages)
        conversations.save(store, Sealed(replace(telling, messages=timed)), native)
    conversations.join_copies(store, "chatgpt")
    assert [head.id for head in conversations.headers(store)] == ["chatgpt:c_1"]
    assert list(conversations.content_hashes(store)) == ["chatgpt:c_1"]
