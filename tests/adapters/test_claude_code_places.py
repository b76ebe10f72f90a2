"""Where Claude Code's history is found, what of it is read, and what `history.jsonl` still knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.claude_code import ADAPTER
from compiler.records import Conversation, Env, Seen, Skipped, Unit
from tests.adapters.claude_code_sessions import ANNA, LATER, conversations, reply, told, user, write

HOME = Path("/home/anna")
LOST = "5a1c0de0-0000-4000-8000-00000000001c"


@pytest.mark.parametrize(
    ("variables", "places"),
    [
        ({}, [HOME / ".claude", HOME / ".config/claude"]),
        ({"XDG_CONFIG_HOME": "/cfg"}, [HOME / ".claude", Path("/cfg/claude")]),
        (
            {"CLAUDE_CONFIG_DIR": "/data/claude, ~/other"},
            [Path("/data/claude"), HOME / "other", HOME / ".claude", HOME / ".config/claude"],
        ),
    ],
    ids=["usual", "XDG", "several configured"],
)
def test_usual_places(variables: dict[str, str], places: list[Path]) -> None:
    """Configured folders come before the usual ones."""
    assert ADAPTER.locate(Env(HOME, "linux", variables)) == places


def keys(root: Path) -> list[str]:
    return [found.key for found in ADAPTER.discover(root) if isinstance(found, Unit)]


def test_any_part_of_a_home_can_be_given(tmp_path: Path) -> None:
    """The home, its projects, one project, a bare folder and a single file all lead to the session."""
    path = write(tmp_path, [user("hi")])
    loose = tmp_path / "copied"
    loose.mkdir()
    (loose / "chat-of-march.jsonl").write_bytes(path.read_bytes())
    for place in (tmp_path, tmp_path / "projects", path.parent, path, loose, loose / "chat-of-march.jsonl"):
        assert ADAPTER.claims(place), place
        assert [found.id for found in conversations(place)][:1] == [f"claude_code:{ANNA}"], place


def test_other_files_are_not_claimed(tmp_path: Path) -> None:
    """Foreign JSON Lines, an empty folder and a missing path are not Claude Code's."""
    foreign = tmp_path / "log.jsonl"
    foreign.write_text('{"type": "session_meta", "payload": {}}\n')
    assert not ADAPTER.claims(foreign)
    assert not ADAPTER.claims(tmp_path)
    assert not ADAPTER.claims(tmp_path / "missing")


def test_session_and_its_agents_are_one_unit(tmp_path: Path) -> None:
    """A change in a sub-agent's file makes its session's unit stale; the session's file comes first."""
    path = write(tmp_path, [user("hi")])
    agents = path.with_suffix("") / "subagents" / "workflows" / "wf_1"
    agents.mkdir(parents=True)
    (agents / "agent-a1.jsonl").write_text("")
    (agents / "agent-a1.meta.json").write_text("{}")
    (agents / "journal.jsonl").write_text('{"type": "started"}\n')
    (unit,) = ADAPTER.discover(tmp_path)
    assert isinstance(unit, Unit)
    assert unit.key == f"projects/-home-anna-shop/{ANNA}"
    assert [file.name for file in unit.files] == [f"{ANNA}.jsonl", "agent-a1.jsonl", "agent-a1.meta.json"]


def test_what_lies_beside_sessions_is_not_read(tmp_path: Path) -> None:
    """Indexes, backups, memory, tool outputs and settings are no sessions; a misnamed transcript is counted."""
    path = write(tmp_path, [user("hi")])
    folder = path.parent
    (folder / "sessions-index.json").write_text("{}")
    (folder / f"{ANNA}.jsonl.backup").write_bytes(path.read_bytes())
    (folder / "memory").mkdir()
    (folder / "memory" / "MEMORY.md").write_text("# notes")
    (folder / "notes.jsonl").write_bytes(path.read_bytes())
    (tmp_path / "settings.json").write_text("{}")
    assert keys(tmp_path) == [f"projects/-home-anna-shop/{ANNA}"]
    assert [found.reason for found in ADAPTER.discover(tmp_path) if isinstance(found, Skipped)] == [
        "not a session file"
    ]


def test_files_that_belong_to_others_in_a_loose_folder(tmp_path: Path) -> None:
    """In a folder of anything, a file counts if its records look like Claude Code's."""
    (tmp_path / "a.jsonl").write_text(json.dumps(user("hi")) + "\n")
    (tmp_path / "b.jsonl").write_text('{"text": "other"}\n')
    assert keys(tmp_path) == ["a"]


def history(home: Path, *entries: dict[str, object]) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "history.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))


def test_prompts_whose_transcript_is_gone(tmp_path: Path) -> None:
    """The prompt log gives back lost sessions, marked as such; sessions that are still there are not doubled."""
    write(tmp_path, [user("add a cart"), reply("Done.")])
    history(
        tmp_path,
        {"display": "add a cart", "timestamp": 1772442000000, "project": "/home/anna/shop", "sessionId": ANNA},
        {"display": "/clear ", "timestamp": 1767261600000, "project": "/home/anna/farm", "sessionId": LOST},
        {"display": "count the sheep", "timestamp": 1767261600000, "project": "/home/anna/farm", "sessionId": LOST},
        {
            "display": "and [Pasted text #1 +2 lines] but [Pasted text #2 +90 lines]",
            "timestamp": 1767261660500,
            "project": "/home/anna/farm",
            "sessionId": LOST,
            "pastedContents": {"1": {"id": 1, "content": "goats\nhens"}, "2": {"contentHash": "ab12"}},
        },
    )
    kept, lost = sorted(conversations(tmp_path), key=lambda found: "source_gone" in found.attrs)
    assert told(kept) == ["user/person: add a cart", "assistant: Done."]
    assert told(lost) == [
        "user/person: count the sheep",
        "user/person: and goats\nhens but [Pasted text #2 +90 lines]",
    ]
    assert (lost.id, lost.project) == (f"claude_code:{LOST}", "/home/anna/farm")
    assert (lost.created_at, lost.updated_at) == ("2026-01-01T10:00:00Z", "2026-01-01T10:01:00.5Z")
    assert lost.attrs == {"root": str(tmp_path), "source_gone": "1", "revision": "prompts only"}


def test_prompt_log_alone(tmp_path: Path) -> None:
    """The log handed over as a single file is read; entries of another form are counted."""
    history(
        tmp_path, {"display": "count the sheep", "timestamp": 1767261600000, "sessionId": LOST}, {"text": "foreign"}
    )
    (unit,) = ADAPTER.discover(tmp_path / "history.jsonl")
    assert isinstance(unit, Unit)
    lost, foreign = ADAPTER.read(unit)
    assert isinstance(lost, Conversation) and told(lost) == ["user/person: count the sheep"]
    assert foreign == Seen("claude_code", "history entry without display", None, 1)


def test_prompts_of_versions_without_session_ids(tmp_path: Path) -> None:
    """Older than the project's oldest transcript they are gathered by day; younger ones are in a transcript."""
    write(tmp_path, [user("add a cart", timestamp="2026-03-02T10:00:00.000Z", sessionId=LATER)], name=LATER)
    history(
        tmp_path,
        {"display": "first idea", "timestamp": 1767261600000, "project": "/home/anna/shop"},
        {"display": "second idea", "timestamp": 1767261600000, "project": "/home/anna/shop"},
        {"display": "add a cart", "timestamp": 1772445600000, "project": "/home/anna/shop"},
        {"display": "count the sheep", "timestamp": 1772445600000, "project": "/home/anna/farm"},
    )
    lost = {found.id: told(found) for found in conversations(tmp_path) if "source_gone" in found.attrs}
    assert lost == {
        "claude_code:history/-home-anna-farm/2026-03-02": ["user/person: count the sheep"],
        "claude_code:history/-home-anna-shop/2026-01-01": ["user/person: first idea", "user/person: second idea"],
    }
