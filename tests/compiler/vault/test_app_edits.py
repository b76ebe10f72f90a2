"""What the app, a sync tool, git or a crash does to files is no edit of the person's."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from compiler.store import overrides
from compiler.vault import EditReport
from tests.compiler.vault.desk import Desk


def test_the_done_date_of_the_tasks_plugin_is_no_edit_of_the_text(desk: Desk) -> None:
    """Ticking with the plugin appends a date; only the tick counts."""
    path = desk.note("Open loops")
    lines = [
        row.replace("- [ ]", "- [x]").replace(" ^l-", " ✅ 2026-03-12 ^l-") if "van" in row else row
        for row in path.read_text().split("\n")
    ]
    path.write_text("\n".join(lines))
    report = desk.compile()
    assert (report.ticked, report.rewritten) == (1, 0)


def reserialised(text: str) -> str:
    """The property block with needless quotes and spaces."""
    return text.replace("title: Rye bread too dense", 'title: "Rye bread too dense"').replace("turns: 2", "turns: 2 ")


APP_EDITS: dict[str, Callable[[bytes], bytes]] = {
    "crlf": lambda data: data.replace(b"\n", b"\r\n"),
    "bom": lambda data: b"\xef\xbb\xbf" + data,
    "no final newline": lambda data: data.rstrip(b"\n"),
    "re-serialised properties": lambda data: reserialised(data.decode()).encode(),
    "keys in another order": lambda data: data.replace(b"source: chatgpt\n", b"").replace(
        b"turns: 2\n", b"turns: 2\nsource: chatgpt\n"
    ),
}


@pytest.mark.parametrize("change", APP_EDITS.values(), ids=APP_EDITS.keys())
def test_what_the_app_or_a_sync_tool_does_is_no_edit(desk: Desk, change: Callable[[bytes], bytes]) -> None:
    """Other bytes, same meaning: nothing is reported, and the file is not fought over."""
    path = desk.note("Rye bread")
    path.write_bytes(change(path.read_bytes()))
    touched = path.read_bytes()
    assert desk.compile() == EditReport()
    assert path.read_bytes() == touched
    assert overrides.everything(desk.store) == []


def test_links_rewritten_by_the_app_are_no_edit(desk: Desk) -> None:
    """After a rename in the app links have the shortest form and the new name."""
    old = desk.note("Rye bread")
    home = desk.note("Home")
    home.write_text(home.read_text().replace(f"[[Conversations/2026/{old.stem}|", "[[Dense rye|"))
    old.rename(old.with_name("Dense rye.md"))
    report = desk.compile()
    assert (report.moved, report.rewritten) == (1, 0)
    assert "[[Conversations/2026/Dense rye|Rye bread too dense]]" in home.read_text()


def test_an_older_checkout_is_no_edit(desk: Desk) -> None:
    """Bytes that we wrote once are recognised and brought up to date."""
    path = desk.note("Rye bread")
    old = path.read_bytes()
    desk.say(1, summary="Far too dry.")
    desk.compile()
    path.write_bytes(old)
    assert desk.compile() == EditReport()
    assert b"Far too dry." in path.read_bytes()


@pytest.mark.parametrize("data", [b"", b"\0" * 4096], ids=["empty", "NUL"])
def test_a_file_wrecked_by_a_crash_is_written_again(desk: Desk, data: bytes) -> None:
    """What a power cut leaves is no edit."""
    path = desk.note("Rye bread")
    whole = path.read_bytes()
    path.write_bytes(data)
    assert desk.compile() == EditReport()
    assert path.read_bytes() == whole


def test_a_conflict_copy_is_reported_and_left(desk: Desk) -> None:
    """A second file with the id of another is the person's to merge."""
    note = desk.note("Rye bread")
    copy = note.with_name(note.stem + ".sync-conflict-20260413-091523-K3X2R2T.md")
    shutil.copy(note, copy)
    report = desk.compile()
    assert report.conflicts == (copy.relative_to(desk.root).as_posix(),)
    assert copy.exists()
