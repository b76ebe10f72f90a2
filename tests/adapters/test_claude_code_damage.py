"""Claude Code transcripts as crashes, concurrent writers and floods of progress leave them."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from adapters.claude_code.vocabulary import is_bulk
from tests.adapters.claude_code_sessions import (
    Rec,
    chained,
    conversations,
    lines,
    problems,
    reply,
    tell,
    told,
    uid,
    user,
    write,
)


def progress(size: int = 10, **fields: object) -> Rec:
    data = {"type": "bash_progress", "output": "x" * size}
    return chained("progress", data=data, toolUseID="t", parentToolUseID="t", **fields)


def snapshot() -> Rec:
    return {"type": "file-history-snapshot", "messageId": uid(1), "snapshot": {}, "isSnapshotUpdate": False}


def compact(record: Rec) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode()


@pytest.mark.parametrize("dump", [compact, lambda record: json.dumps(record).encode()], ids=["compact", "spaced"])
def test_floods_are_told_by_their_ends(dump: object) -> None:
    """Progress and file snapshots are recognised unparsed; a prompt that quotes one is not."""
    assert is_bulk(dump(progress()) + b"\n")  # type: ignore[operator]
    assert is_bulk(dump(snapshot()))  # type: ignore[operator]
    assert not is_bulk(dump(user(compact(progress()).decode())))  # type: ignore[operator]
    assert not is_bulk(dump(reply("ok")))  # type: ignore[operator]


@pytest.mark.parametrize("cut", [30, 60, 200, 330])
def test_record_glued_to_a_stub_of_progress_is_not_lost(tmp_path: Path, cut: int) -> None:
    """However a progress record was torn, a prompt that follows on its line is read."""
    prompt = user("add a cart")
    path = write(tmp_path, [])
    path.write_bytes(compact(progress())[:cut] + compact(prompt) + b"\n" + compact(reply("Done.")) + b"\n")
    assert told(conversations(tmp_path)[0]) == ["user/person: add a cart", "assistant: Done."]


def test_two_records_on_one_line(tmp_path: Path) -> None:
    """Whole records without a newline between them are both read, progress among them or not."""
    path = write(tmp_path, [])
    path.write_bytes(compact(progress()) + compact(user("one")) + compact(progress()) + compact(user("two")) + b"\n")
    assert told(conversations(tmp_path)[0]) == ["user/person: one", "user/person: two"]


def test_progress_as_a_parent_changes_nothing(tmp_path: Path) -> None:
    """Order is the file's; a message that hangs on a progress record stays where it is."""
    between = progress()
    assert tell(tmp_path, user("one"), between, reply("two", parentUuid=between["uuid"])) == [
        "user/person: one",
        "assistant: two",
    ]


def test_line_cut_while_being_written(tmp_path: Path) -> None:
    """What came before a half-written last line is read; when the line is whole, it follows without a double."""
    path = write(tmp_path, [user("one")])
    last = compact(user("two"))
    path.write_bytes(path.read_bytes() + last[:-20])
    assert (told(conversations(tmp_path)[0]), problems(tmp_path)) == (["user/person: one"], ["unfinished last line"])
    path.write_bytes(path.read_bytes() + last[-20:] + b"\n")
    assert (told(conversations(tmp_path)[0]), problems(tmp_path)) == (["user/person: one", "user/person: two"], [])


def test_bad_line_costs_itself(tmp_path: Path) -> None:
    """A torn line in the middle is reported by its number; its neighbours are read."""
    path = write(tmp_path, [user("one")])
    path.write_bytes(path.read_bytes() + b'{"type":"user","message":{"content":[{"type":"te\n' + lines([user("two")]))
    assert told(conversations(tmp_path)[0]) == ["user/person: one", "user/person: two"]
    assert problems(tmp_path) == ["torn line"]


def test_oddities_of_bytes(tmp_path: Path) -> None:
    """Byte order mark, Windows line ends, blank lines, NUL runs and lone surrogates cost nothing."""
    path = write(tmp_path, [])
    body = [b"\xef\xbb\xbf" + compact(user("one")), b"", b"\x00\x00" + compact(user("two \ud83d!")), b""]
    path.write_bytes(b"\r\n".join(body))
    assert told(conversations(tmp_path)[0]) == ["user/person: one", "user/person: two \ufffd!"]


def test_history_written_again(tmp_path: Path) -> None:
    """The same records once more in one file are the same messages."""
    records = [user("one"), reply("two")]
    assert tell(tmp_path, *records, *records) == ["user/person: one", "assistant: two"]


def test_replay_under_new_uuids(tmp_path: Path) -> None:
    """Records repeated around a compaction get new ids but keep time and words: said once."""
    first = user("one")
    assert tell(tmp_path, first, reply("two"), {**first, "uuid": uid(999_999)}) == [
        "user/person: one",
        "assistant: two",
    ]


def test_parents_that_lead_nowhere(tmp_path: Path) -> None:
    """Dangling parents, a record that is its own, and a ring do not hang or reorder anything."""
    lonely, self_made = user("one", parentUuid=uid(888_888)), user("two")
    ring_a, ring_b = user("three"), user("four")
    self_made["parentUuid"] = self_made["uuid"]
    ring_a["parentUuid"], ring_b["parentUuid"] = ring_b["uuid"], ring_a["uuid"]
    assert tell(tmp_path, lonely, self_made, ring_a, ring_b) == [
        f"user/person: {word}" for word in ("one", "two", "three", "four")
    ]


def test_times_out_of_order(tmp_path: Path) -> None:
    """Messages stay in file order; the conversation spans the earliest to the latest."""
    write(
        tmp_path,
        [user("late", timestamp="2026-03-05T10:00:00.000Z"), user("early", timestamp="2026-03-01T10:00:00.000Z")],
    )
    (session,) = conversations(tmp_path)
    assert told(session) == ["user/person: late", "user/person: early"]
    assert (session.created_at, session.updated_at) == ("2026-03-01T10:00:00Z", "2026-03-05T10:00:00Z")


def test_records_without_uuid(tmp_path: Path) -> None:
    """A record's kind and time stand in for a missing uuid, and a number tells two of them apart."""
    records = [user("one"), user("two")]
    for record in records:
        del record["uuid"]
        record["timestamp"] = "2026-03-05T10:00:00.000Z"
    write(tmp_path, records)
    assert [message.id.split("#")[1] for message in conversations(tmp_path)[0].messages] == [
        "user:2026-03-05T10:00:00.000Z",
        "user:2026-03-05T10:00:00.000Z~2",
    ]


def test_memory_does_not_grow_with_progress(tmp_path: Path) -> None:
    """Forty megabytes of progress around two messages are read in a few megabytes."""
    path = write(tmp_path, [user("one")])
    flood = compact(progress(200_000)) + b"\n"
    with path.open("ab") as file:
        for _ in range(200):
            file.write(flood)
        file.write(lines([reply("two")]))
    tracemalloc.start()
    try:
        assert told(conversations(tmp_path)[0]) == ["user/person: one", "assistant: two"]
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_one_very_long_line(tmp_path: Path) -> None:
    """A message of twelve megabytes on one line is read whole."""
    write(tmp_path, [user("x" * (12 << 20)), reply("ok")])
    assert len(conversations(tmp_path)[0].messages[0].text) == 12 << 20
