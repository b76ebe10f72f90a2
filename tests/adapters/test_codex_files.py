"""Codex homes: which files are read, once each, what is counted, and what no wreck may cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.codex import ADAPTER
from compiler.records import Conversation, Env, Message, Problem, Seen, Skipped, Unchanged
from tests.adapters.codex_homes import (
    ANNA,
    FORK,
    conversations,
    event,
    line,
    meta,
    prompt,
    read,
    reply,
    rollout,
    said,
    sent,
)


def test_a_compressed_rollout_reads_like_a_plain_one(tmp_path: Path) -> None:
    """Cold sessions are `.jsonl.zst`; where the plain file lies beside it, that one is read, under the same key."""
    plain = rollout(tmp_path, [meta(), *prompt("hi")])
    cold = plain.with_name(plain.name + ".zst")
    cold.write_bytes(zstandard.ZstdCompressor().compress(plain.read_bytes()))
    [both] = ADAPTER.discover(tmp_path)
    plain.unlink()
    [alone] = ADAPTER.discover(tmp_path)
    assert not isinstance(both, Problem | Skipped) and not isinstance(alone, Problem | Skipped)
    assert (both.key, both.files) == (alone.key, (plain, cold))
    assert said(conversations(tmp_path)[f"codex:{ANNA}"]) == [("user", "hi")]


def test_an_archived_copy_is_no_second_session(tmp_path: Path) -> None:
    """The same rollout under `sessions/` and `archived_sessions/` is one unit."""
    rollout(tmp_path, [meta(), *prompt("hi")])
    rollout(tmp_path, [meta(), *prompt("hi")], folder="archived_sessions")
    assert len(read(tmp_path)) == 1


def test_the_prompt_log_tells_of_sessions_that_are_gone(tmp_path: Path) -> None:
    """`history.jsonl` gives prompts only for sessions without a rollout, and marks them so."""
    rollout(tmp_path, [meta(), *prompt("hi")])
    log = [
        {"session_id": ANNA, "ts": 1772442000, "text": "hi"},
        {"session_id": FORK, "ts": 1772442060, "text": "Write the changelog"},
        {"session_id": FORK, "ts": 1772442120, "text": "Shorter"},
    ]
    (tmp_path / "history.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in log))
    found = conversations(tmp_path)
    assert said(found[f"codex:{ANNA}"]) == [("user", "hi")]
    gone = found[f"codex:{FORK}"]
    assert [(m.id[-9:], m.text, m.created_at) for m in gone.messages] == [
        ("history:2", "Write the changelog", "2026-03-02T09:01:00Z"),
        ("history:3", "Shorter", "2026-03-02T09:02:00Z"),
    ]
    assert gone.attrs["source_gone"] == "1"


def test_unknown_records_are_counted_with_the_version(tmp_path: Path) -> None:
    """A type nobody knows is seen, not fatal."""
    rollout(tmp_path, [meta(), *prompt("hi"), event("telepathy"), event("telepathy"), line("aura", {})])
    assert [record for record in read(tmp_path) if isinstance(record, Seen)] == [
        Seen("codex", "aura", "0.130.0"),
        Seen("codex", "event_msg/telepathy", "0.130.0", 2),
    ]


def test_records_without_one_message_are_a_loud_problem(tmp_path: Path) -> None:
    """Unknown records only: a Problem. A session opened and left: skipped as empty."""
    path = rollout(tmp_path, [meta(), line("thought", {"words": "hi"})])
    assert Problem("codex", str(path), "no messages", "2 records, none of them understood") in read(tmp_path)
    path = rollout(tmp_path, [meta(), sent("user", "<environment_context></environment_context>")])
    assert read(tmp_path) == [Skipped("codex", str(path), "empty")]


def test_a_torn_line_costs_itself(tmp_path: Path) -> None:
    """The line cut short is a Problem with its place; its neighbours are read."""
    path = rollout(tmp_path, [meta(), *prompt("one")])
    with path.open("a") as file:
        file.write('{"timestamp": "2026-03-02T09:00:0\n' + json.dumps(event("user_message", message="two")) + "\n")
    found = read(tmp_path)
    assert [record.where for record in found if isinstance(record, Problem)] == [f"{path}:4"]
    assert [said(record) for record in found if isinstance(record, Conversation)] == [
        [("user", "one"), ("user", "two")]
    ]


def test_a_session_that_did_not_grow_is_not_read_again(tmp_path: Path) -> None:
    """The length of the file and the session's name are the revision."""
    rollout(tmp_path, [meta(), *prompt("hi")])
    revision = conversations(tmp_path)[f"codex:{ANNA}"].attrs["revision"]
    [unit] = ADAPTER.discover(tmp_path)
    assert not isinstance(unit, Problem | Skipped)
    assert list(ADAPTER.read(unit, lambda _id: revision)) == [Unchanged(f"codex:{ANNA}")]
    rollout(tmp_path, [meta(), *prompt("hi"), *prompt("again")])
    assert not any(isinstance(record, Unchanged) for record in ADAPTER.read(unit, lambda _id: revision))


def test_home_folder_sub_folder_and_single_file_are_roots(tmp_path: Path) -> None:
    """`--source codex=PATH` may name any of them; all are claimed by their structure."""
    path = rollout(tmp_path / ".codex", [meta(), *prompt("hi")])
    for root in (tmp_path / ".codex", tmp_path / ".codex" / "sessions", path):
        assert list(conversations(root)) == [f"codex:{ANNA}"]
        assert ADAPTER.claims(root)
    assert list(conversations(tmp_path)) == [f"codex:{ANNA}"]


def test_where_codex_may_live() -> None:
    """`CODEX_HOME` comes before the home folder."""
    env = Env(Path("/home/anna"), "linux", {"CODEX_HOME": "/data/codex"})
    assert ADAPTER.locate(env) == [Path("/data/codex"), Path("/home/anna/.codex")]


GOOD = json.dumps(event("user_message", message="still here")).encode() + b"\n"
SAMPLE = b"".join(json.dumps(r).encode() + b"\n" for r in [meta(), *prompt("one"), *reply("two")])


@settings(max_examples=1000, deadline=None)
@given(wreck=st.binary(max_size=60), cut=st.integers(0, len(SAMPLE)), nested=st.sampled_from([0, 3, 5000]))
def test_no_wreck_costs_an_intact_record(
    tmp_path_factory: pytest.TempPathFactory, wreck: bytes, cut: int, nested: int
) -> None:
    """A file cut anywhere with rubbish behind the cut still gives the intact line that follows, and never raises."""
    root = tmp_path_factory.getbasetemp() / "fuzz-codex"
    path = rollout(root, [])
    path.write_bytes(SAMPLE[:cut] + wreck + b"[" * nested + b"\n" + GOOD)
    texts = [message.text for found in read(root) if isinstance(found, Conversation) for message in found.messages]
    assert texts[-1:] == ["still here"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "message",
    "content",
    "role",
    "call_id",
    "output",
    "arguments",
    "item",
    "target",
    "num_turns",
    "images",
    "id",
    "source",
]
TYPES = ["message", "function_call", "function_call_output", "user_message", "item_completed", "thread_rolled_back"]


@settings(max_examples=1000, deadline=None)
@given(
    kind=st.sampled_from(["session_meta", "response_item", "event_msg", "turn_context", "compacted", None]),
    inner=st.sampled_from([*TYPES, "entered_review_mode", "x"]),
    payload=st.dictionaries(st.sampled_from(KEYS), json_values, max_size=5),
)
def test_fields_of_any_shape_never_raise(
    tmp_path_factory: pytest.TempPathFactory, kind: str | None, inner: str, payload: dict[str, Any]
) -> None:
    """Whatever a field holds instead of what it should, the prompt beside it is read."""
    root = tmp_path_factory.getbasetemp() / "shapes-codex"
    rollout(
        root, [meta(), {"timestamp": 0, "type": kind, "payload": {"type": inner, **payload}}, *prompt("still here")]
    )
    messages: list[Message] = [m for found in read(root) if isinstance(found, Conversation) for m in found.messages]
    assert any(message.text == "still here" for message in messages)


def test_a_torn_compressed_rollout_gives_what_it_has(tmp_path: Path) -> None:
    """Frames follow each other; where the last one breaks off, the file is reported and the rest of it read."""
    plain = rollout(tmp_path, [meta(), *prompt("one"), *prompt("two")])
    cold = plain.with_name(plain.name + ".zst")
    compress = zstandard.ZstdCompressor(write_checksum=True).compress
    head, tail = plain.read_bytes()[:500], plain.read_bytes()[500:]
    cold.write_bytes(compress(head) + compress(tail))
    plain.unlink()
    assert said(conversations(tmp_path)[f"codex:{ANNA}"]) == [("user", "one"), ("user", "two")]
    cold.write_bytes(compress(head + tail) + compress(b'{"type": "more"}' * 9)[:-6])
    found = read(tmp_path)
    assert "torn file" in [record.what for record in found if isinstance(record, Problem)]
    assert [said(c) for c in found if isinstance(c, Conversation)] == [[("user", "one"), ("user", "two")]]
    cold.write_bytes(b"no frame at all")
    assert "unreadable file" in [record.what for record in read(tmp_path) if isinstance(record, Problem)]


def test_a_file_that_goes_before_it_is_read_is_a_problem(tmp_path: Path) -> None:
    """Between discovery and reading anything may happen to a file; the run goes on."""
    path = rollout(tmp_path, [meta(), *prompt("hi")])
    [unit] = ADAPTER.discover(tmp_path)
    path.unlink()
    assert not isinstance(unit, Problem | Skipped)
    assert list(ADAPTER.read(unit)) == [Problem("codex", str(path), "unreadable file", "No such file or directory")]
