"""Resumed and forked Claude Code sessions in the store: each record once, the continuation with its own tail."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.claude_code import ADAPTER
from compiler.events import Silent
from compiler.ingest import Root, ingest
from compiler.records import Conversation
from compiler.store import conversations
from compiler.store.connection import open_store
from tests.adapters.claude_code_sessions import ANNA, LATER, Rec, reply, told, user, write

FIRST, SECOND = f"claude_code:{ANNA}", f"claude_code:{LATER}"


def stored(*homes: Path) -> dict[str, Conversation]:
    """What the store holds after reading these homes one after another."""
    with open_store(homes[0].parent / "musubi.db") as store:
        for home in homes:
            ingest(store, [Root(ADAPTER, home)], Silent(), whole=False)
        found = [conversations.load(store, head.id) for head in conversations.headers(store)]
    return {conversation.id: conversation for conversation in found if conversation}


def same_uuids(records: list[Rec]) -> list[Rec]:
    return [{**record, "sessionId": LATER} for record in records]


def new_times(records: list[Rec]) -> list[Rec]:
    """Claude Code 1.0 on resuming: the first record keeps session and time, the others take those of the resuming."""
    later = {"sessionId": LATER, "timestamp": "2026-03-09T08:00:00.000Z"}
    return [records[0], *({**record, **later} for record in records[1:])]


def new_uuids(records: list[Rec]) -> list[Rec]:
    copies = [user("x", sessionId=LATER)["uuid"] for _ in records]
    return [
        {**record, "sessionId": LATER, "uuid": copy, "forkedFrom": {"sessionId": ANNA, "messageUuid": record["uuid"]}}
        for record, copy in zip(records, copies, strict=True)
    ]


@pytest.mark.parametrize("copy", [same_uuids, new_times, new_uuids])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["in order", "continuation first"])
def test_continuation_owns_its_tail_alone(tmp_path: Path, copy: object, order: tuple[int, int]) -> None:
    """However the records were copied, and whichever file is read first, they stay with the session they began in."""
    start = [user("say hello"), reply("hello")]
    tail = user("in French", sessionId=LATER, timestamp="2026-03-09T08:00:05.000Z")
    homes = tmp_path / "one", tmp_path / "two"
    write(homes[0], start)
    write(homes[1], [*copy(start), tail], name=LATER)  # type: ignore[operator]
    found = stored(homes[order[0]], homes[order[1]])
    assert told(found[FIRST]) == ["user/person: say hello", "assistant: hello"]
    assert told(found[SECOND]) == ["user/person: in French"]
    assert found[SECOND].parent == FIRST


def test_grown_and_shrunken_files(tmp_path: Path) -> None:
    """A file that grows adds messages; one that shrinks or vanishes takes none away."""
    home = tmp_path / "home"
    records = [user("one"), reply("two"), user("three")]
    path = write(home, records[:2])
    assert told(stored(home)[FIRST]) == ["user/person: one", "assistant: two"]
    write(home, records)
    everything = ["user/person: one", "assistant: two", "user/person: three"]
    assert told(stored(home)[FIRST]) == everything
    write(home, records[2:])
    assert told(stored(home)[FIRST]) == everything
    path.unlink()
    assert told(stored(home)[FIRST]) == everything


def test_prompt_log_doubles_nothing_that_was_read_in_time(tmp_path: Path) -> None:
    """When the product deletes a transcript, the log's prompts are not added to what the store has of it; a session
    that was never read is told by its prompts, also when the log has grown since."""
    home = tmp_path / "home"
    entry = '{{"display": "{}", "timestamp": {}, "project": "/home/anna/shop", "sessionId": "{}"}}\n'
    log = entry.format("one", 1772442000000, ANNA) + entry.format("lost", 1772442000000, LATER)
    path = write(home, [user("one", timestamp="2026-03-02T09:00:00.000Z"), reply("two")])
    (home / "history.jsonl").write_text(log)
    before = stored(home)
    path.unlink()
    (home / "history.jsonl").write_text(log + entry.format("lost too", 1772442001000, LATER))
    after = stored(home)
    assert told(before[FIRST]) == told(after[FIRST]) == ["user/person: one", "assistant: two"]
    assert told(before[SECOND]) == ["user/person: lost"]
    assert told(after[SECOND]) == ["user/person: lost", "user/person: lost too"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["log first", "transcript first"])
def test_prompt_log_gives_way_to_a_transcript_from_elsewhere(tmp_path: Path, order: tuple[int, int]) -> None:
    """A backup that still holds a session which the log of another home has lost tells it alone, in either order."""
    live, backup = homes = tmp_path / "live", tmp_path / "backup"
    live.mkdir()
    entry = '{"display": "one", "timestamp": 1772442000000, "project": "/home/anna/shop", "sessionId": "%s"}\n'
    (live / "history.jsonl").write_text(entry % ANNA)
    write(backup, [user("one", timestamp="2026-03-02T09:00:00.000Z"), reply("two")])
    found = stored(homes[order[0]], homes[order[1]])[FIRST]
    assert told(found) == ["user/person: one", "assistant: two"]
    assert "source_gone" not in found.attrs
