"""Obsidian vaults: which notes are the person's, what a note says of itself, and when it was written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from adapters.obsidian import ADAPTER
from adapters.obsidian.dates import daily_pattern
from adapters.obsidian.links import links
from compiler.records import Conversation, Env, Problem, Record, Skipped, Unit


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "Garden"
    (root / ".obsidian").mkdir(parents=True)
    return root


def write(vault: Path, path: str, text: str | bytes, mtime: int = 1_750_000_000) -> Path:
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(file, (mtime, mtime))
    return file


def read(root: Path) -> list[Record]:
    out: list[Record] = []
    for entry in ADAPTER.discover(root):
        out.extend(ADAPTER.read(entry) if isinstance(entry, Unit) else [entry])
    return out


def only(root: Path) -> Conversation:
    (note,) = [r for r in read(root) if isinstance(r, Conversation)]
    return note


def reasons(root: Path) -> dict[str, str]:
    return {r.where: r.reason for r in read(root) if isinstance(r, Skipped)}


def test_a_note_is_a_conversation_of_one_message(vault: Path) -> None:
    """Its title is its name, its text the body without properties, its author the person."""
    write(vault, "Beds/Tomato bed.md", "---\ntags: [a]\n---\n\nThree sorts this year.\n")
    note = only(vault)
    assert (note.id, note.kind, note.title) == ("obsidian:Garden/Beds/Tomato bed.md", "note", "Tomato bed")
    (message,) = note.messages
    assert (message.text, message.role, message.origin) == ("Three sorts this year.", "user", "person")
    assert message.place == "Beds/Tomato bed.md"


@pytest.mark.parametrize(
    ("text", "aliases", "tags"),
    [
        ("---\naliases: [One, Two]\ntags: [a, b/c]\n---\nx", ["One", "Two"], ["a", "b/c"]),
        ("---\naliases: One, Two\ntags: a, b\n---\nx", ["One", "Two"], ["a", "b"]),
        ("---\nalias: One\ntag: '#a b'\n---\nx", ["One"], ["a", "b"]),
        ("---\naliases:\ntags: null\n---\nx", [], []),
        ("---\naliases: [1, 2026-01-05]\ntags: [3d]\n---\nx", ["1", "2026-01-05"], ["3d"]),
    ],
)
def test_aliases_and_tags_in_every_shape(vault: Path, text: str, aliases: list[str], tags: list[str]) -> None:
    """Lists, comma-separated texts, single values, nothing, and values that YAML 1.1 would turn into dates."""
    write(vault, "n.md", text)
    attrs = only(vault).attrs
    assert json.loads(attrs.get("aliases", "[]")) == aliases
    assert json.loads(attrs.get("tags", "[]")) == tags


@pytest.mark.parametrize(
    ("path", "text", "created"),
    [
        ("n.md", "---\ncreated: 2026-01-05\n---\nx", "2026-01-05T12:00:00Z"),
        ("n.md", "---\ncreated: 2026-01-05T09:30:00+02:00\n---\nx", "2026-01-05T07:30:00Z"),
        ("2026-01-06 Walk.md", "x", "2026-01-06T12:00:00Z"),
        ("20260107.md", "x", "2026-01-07T12:00:00Z"),
        ("2026-01-06 Walk.md", "---\ndate: 2025-12-31\n---\nx", "2025-12-31T12:00:00Z"),
        ("n.md", "---\ncreated: soon\n---\nx", "2025-06-15T15:06:40Z"),
    ],
)
def test_dates_from_properties_then_name_then_file(vault: Path, path: str, text: str, created: str) -> None:
    """The file's own time is the last resort, since a sync or a clone resets it."""
    write(vault, path, text)
    assert only(vault).created_at == created


def test_daily_notes_are_dated_by_their_format(vault: Path) -> None:
    """The format of the daily notes may hold folders."""
    write(vault, ".obsidian/daily-notes.json", '{"folder": "Days", "format": "YYYY/MM/DD dddd"}')
    write(vault, "Days/2026/03/09 Monday.md", "Sowed peas.")
    assert only(vault).created_at == "2026-03-09T12:00:00Z"


def test_a_format_without_a_whole_date_dates_nothing() -> None:
    """Weekly notes have no day."""
    assert daily_pattern("", "gggg-[W]ww") is None


def test_what_is_not_read_is_said(vault: Path) -> None:
    """Templates, conflict copies, drawings, empty notes, other tools' chats, our own output: skipped by reason."""
    write(vault, ".obsidian/templates.json", '{"folder": "Templates"}')
    write(vault, ".obsidian/app.json", '{"userIgnoreFilters": ["Private/", "/scratch-\\\\d+/"]}')
    for path, text in {
        "Templates/Day.md": "---\ncreated: {{date}}\n---",
        "a.sync-conflict-20260413-091523-K3X2R2T.md": "x",
        "b (Noor's conflicted copy 2026-03-01).md": "x",
        "Private/diary.md": "x",
        "scratch-12.md": "x",
        "drawing.md": "---\nexcalidraw-plugin: parsed\n---\nx",
        "empty.md": "---\ntags: [a]\n---\n\n",
        "ours.md": "---\nkind: conversation\nmusubi_id: chatgpt:1\n---\nx",
        "chat.md": "---\nconversation_id: 5\n---\nx",
    }.items():
        write(vault, path, text)
    assert reasons(vault) == {
        "Templates/Day.md": "template",
        "a.sync-conflict-20260413-091523-K3X2R2T.md": "sync conflict copy",
        "b (Noor's conflicted copy 2026-03-01).md": "sync conflict copy",
        "Private/diary.md": "excluded in Obsidian's settings",
        "scratch-12.md": "excluded in Obsidian's settings",
        "drawing.md": "drawing or board",
        "empty.md": "empty",
        "ours.md": "written by Musubi",
        "chat.md": "another tool's chat export",
    }
    assert not [r for r in read(vault) if isinstance(r, Conversation)]


def test_dot_folders_nested_vaults_and_outward_links_are_left_alone(vault: Path, tmp_path: Path) -> None:
    """A vault inside the vault is its own; `.trash` is gone for the person; a link out of the vault is not followed."""
    write(vault, ".trash/old.md", "x")
    write(vault, "Inner/.obsidian/app.json", "{}")
    write(vault, "Inner/n.md", "x")
    outside = tmp_path / "outside.md"
    outside.write_text("x")
    (vault / "link.md").symlink_to(outside)
    (vault / "loop").symlink_to(vault)
    assert reasons(vault) == {"link.md": "link out of the vault"}
    assert not [r for r in read(vault) if isinstance(r, Conversation)]


@pytest.mark.parametrize(
    ("data", "text", "what"),
    [
        (b"\xef\xbb\xbf---\na: 1\n---\nhello", "hello", None),
        ("hällo".encode("utf-16"), "hällo", "not UTF-8"),
        (b"caf\xe9 closed", "café closed", "not UTF-8"),
        (b"---\r\na: 1\r\n---\r\none\r\ntwo\r\n", "one\ntwo", None),
        (b"---\na: [\n---\nbody stays", "body stays", "broken properties"),
        (b"---\n- a\n- b\n---\nbody stays", "body stays", "broken properties"),
        (b"---\nnot closed", "---\nnot closed", None),
        (b"a\x00b", "a\xef\xbf\xbdb".encode("latin-1").decode(), None),
    ],
)
def test_broken_notes_keep_their_text(vault: Path, data: bytes, text: str, what: str | None) -> None:
    """Wrong encodings, byte order marks, CRLF and invalid YAML cost a Problem at most, never the text."""
    write(vault, "n.md", data)
    records = read(vault)
    assert [r.messages[0].text for r in records if isinstance(r, Conversation)] == [text]
    assert [r.what for r in records if isinstance(r, Problem)] == ([what] if what else [])


def test_links_are_read_as_obsidian_reads_them() -> None:
    """Code and comments hold no links; aliases and headings are cut; days and attachments are not notes."""
    body = "\n".join(
        (
            "See [[Compost|the heap]] and [[Beds/Beans#Row 2]] and [[2026-05-01]].",
            "`[[code]]` ![[photo.png]] [peas](Beds/Peas%20and%20co.md#x) [site](https://example.org/a.md)",
            "~~~",
            "[[fenced]]",
            "~~~",
            "%% [[hidden]]",
            "[[still hidden]] %% [[Note 1.2]]",
            "| a | [[Table\\|x]] |",
        )
    )
    assert links(body, {"up": "[[Home]]"}) == ["Home", "Compost", "Beans", "Peas and co", "Note 1.2", "Table"]


def test_vaults_come_from_the_apps_own_list(tmp_path: Path) -> None:
    """`obsidian.json` names them; a broken one means only that the place is named."""
    env = Env(tmp_path, "linux", {})
    registry = tmp_path / ".config/obsidian/obsidian.json"
    assert registry.parent in ADAPTER.locate(env)
    registry.parent.mkdir(parents=True)
    registry.write_text(json.dumps({"vaults": {"1": {"path": "/v/B"}, "2": {"path": "/v/A"}, "3": 4}}))
    assert [p.as_posix() for p in ADAPTER.locate(env)] == ["/v/A", "/v/B"]


def test_a_folder_of_vaults_yields_each(tmp_path: Path) -> None:
    """A root that is no vault itself is searched for vaults, and its loose notes are read too."""
    for name in ("A", "B"):
        (tmp_path / name / ".obsidian").mkdir(parents=True)
        (tmp_path / name / "n.md").write_text("x")
    (tmp_path / "loose.md").write_text("x")
    ids = sorted(r.id for r in read(tmp_path) if isinstance(r, Conversation))
    assert ids == ["obsidian:A/n.md", "obsidian:B/n.md", f"obsidian:{tmp_path.name}/loose.md"]
