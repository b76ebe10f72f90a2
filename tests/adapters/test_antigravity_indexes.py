"""Antigravity's indexes, exports and places: names and folders from them, existence from the disk."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from adapters.antigravity import ADAPTER
from adapters.antigravity.indexes import annotated_title, folder_of
from compiler.records import Conversation, Env, Problem, Skipped
from tests.adapters.antigravity_homes import (
    NINE,
    OTHER,
    SHOP,
    call,
    database,
    log,
    only,
    pb,
    planner,
    read,
    said,
    sealed,
    typed,
    user,
)


def summary(title: str = "", folder: str = "") -> dict[int, Any]:
    return {1: title, 2: 4, 7: {1: NINE}, 9: {1: folder}}


def hub(home: Path, entries: dict[str, dict[int, Any]]) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "agyhub_summaries_proto.pb").write_bytes(pb({1: [{1: key, 2: value} for key, value in entries.items()]}))


def table(home: Path, title: str | None, folders: str, parent: str | None = None) -> None:
    with apsw.Connection(str(home / "conversation_summaries.db")) as connection:
        connection.execute(
            "create table conversation_summaries (conversation_id text primary key, title text, workspace_uris text,"
            " parent_conversation_id text)"
        )
        connection.execute("insert into conversation_summaries values (?, ?, ?, ?)", (SHOP, title, folders, parent))
    connection.close()


def state(place: Path, entries: dict[str, dict[int, Any]]) -> None:
    folder = place / "User" / "globalStorage"
    folder.mkdir(parents=True)
    listed = [{1: key, 2: {1: base64.b64encode(pb(value)).decode()}} for key, value in entries.items()]
    value = base64.b64encode(pb({1: listed}))
    with apsw.Connection(str(folder / "state.vscdb")) as connection:
        connection.execute("create table ItemTable (key text unique, value blob)")
        key = "antigravityUnifiedStateSync.trajectorySummaries"
        connection.execute(
            "insert into ItemTable values (?, ?), ('jetskiStateSync.agentManagerInitState', 'secret')", (key, value)
        )
    connection.close()


def annotate(home: Path, written: str) -> None:
    (home / "annotations").mkdir(exist_ok=True)
    (home / "annotations" / f"{SHOP}.pbtxt").write_text(written)


def history(home: Path, *lines: dict[str, Any]) -> None:
    (home / "history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_titles_come_in_their_order_of_trust(tmp_path: Path) -> None:
    """Checkpoint, then annotation, then hub, then the table: each beats the ones before it."""
    database(tmp_path, [user("Look"), {1: 23, 30: {4: "From the checkpoint"}}])
    titles = [only(tmp_path).title]
    annotate(tmp_path, 'title:"Caf\\303\\251 \\"menu\\""  last_user_view_time:{seconds:1782640500}')
    titles.append(only(tmp_path).title)
    hub(tmp_path, {SHOP: summary("From the hub")})
    titles.append(only(tmp_path).title)
    table(tmp_path, "From the table", "[]")
    titles.append(only(tmp_path).title)
    assert titles == ["From the checkpoint", 'Café "menu"', "From the hub", "From the table"]


def test_an_annotation_without_title_names_nothing(tmp_path: Path) -> None:
    """The time of the last view is no activity either."""
    database(tmp_path, [user("Look")])
    annotate(tmp_path, "last_user_view_time:{seconds:1782640500}")
    assert annotated_title(tmp_path, SHOP) is None
    assert only(tmp_path).updated_at == "2026-03-02T09:00:00Z"


def test_folder_and_parent_come_from_the_table(tmp_path: Path) -> None:
    """Where the conversation itself names neither."""
    database(tmp_path, [user("Look")])
    table(tmp_path, None, '["file:///home/anna/my%20shop"]', parent=OTHER)
    found = only(tmp_path)
    assert (found.project, found.parent, found.kind) == ("/home/anna/my shop", f"antigravity:{OTHER}", "subagent")


def test_the_editors_state_names_conversations(tmp_path: Path) -> None:
    """Seen from `~/.gemini/antigravity`, and only its list of conversations is read."""
    home = tmp_path / ".gemini" / "antigravity"
    database(home, [user("Look")])
    state(tmp_path / ".config" / "Antigravity", {SHOP: summary("From the editor", "file:///home/anna/shop")})
    found = only(home)
    assert (found.title, found.project) == ("From the editor", "/home/anna/shop")


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/anna/shop", "/home/anna/shop"),
        ("file:///c%3A%5CUsers%5CMe%5Capp", "C:\\Users\\Me\\app"),
        ("file:///c:/Users/Me/app/", "C:\\Users\\Me\\app"),
        ("#file:///home/anna/a%23b", "/home/anna/a#b"),
        ("", None),
    ],
)
def test_folders_out_of_uris(uri: str, path: str | None) -> None:
    """Percent signs, drives and the stray `#` of some indexes."""
    assert folder_of(uri) == path


def test_what_only_an_index_knows_is_missing(tmp_path: Path) -> None:
    """An entry without files is counted; the disk says what exists, also in the folder beside."""
    home = tmp_path / ".gemini" / "antigravity"
    database(home, [user("Look")])
    database(home.parent / "antigravity-cli", [user("There")], name=OTHER)
    gone = SHOP.replace("a01", "a09")
    hub(home, {SHOP: summary("a"), OTHER: summary("b"), gone: summary("c")})
    assert [r for r in read(home) if isinstance(r, Skipped)] == [
        Skipped("antigravity", f"{home}: {gone}", "missing on this disk")
    ]


def test_prompts_of_a_conversation_that_is_gone(tmp_path: Path) -> None:
    """The command line's history still holds what was typed, and where."""
    line = {"display": "Write it", "timestamp": NINE * 1000, "workspace": "/home/anna/shop", "conversationId": OTHER}
    history(tmp_path, line, {**line, "display": "Shorter", "timestamp": NINE * 1000 + 5000})
    found = only(tmp_path)
    assert (found.id, said(found), found.project) == (
        f"antigravity:{OTHER}",
        [("user", "Write it"), ("user", "Shorter")],
        "/home/anna/shop",
    )
    assert (found.attrs["source_gone"], found.created_at) == ("1", "2026-03-02T09:00:00Z")


def test_the_history_stands_in_for_an_encrypted_conversation(tmp_path: Path) -> None:
    """The prompts are read from it when no other file tells them; what is encrypted stays counted."""
    path = sealed(tmp_path)
    line = {"display": "Write it", "timestamp": NINE * 1000, "workspace": "/home/anna/shop", "conversationId": SHOP}
    history(tmp_path, line)
    found = only(tmp_path)
    assert (said(found), found.project, found.attrs["encrypted"]) == ([("user", "Write it")], "/home/anna/shop", "1")
    assert Skipped("antigravity", str(path), "encrypted") in read(tmp_path)


def test_the_history_gives_a_first_prompt_its_folder(tmp_path: Path) -> None:
    """The first line lacks the id: text and time within a minute tell; two folders that fit tell nothing."""
    database(tmp_path, [user("Write it"), planner("Ok.")])
    line = {"display": "Write  it", "timestamp": (NINE + 30) * 1000, "workspace": "/home/anna/shop"}
    history(tmp_path, line, {**line, "timestamp": (NINE + 300) * 1000, "workspace": "/elsewhere"})
    assert only(tmp_path).project == "/home/anna/shop"
    history(tmp_path, line, {**line, "workspace": "/home/anna/other"})
    assert only(tmp_path).project is None


def test_the_folder_of_a_command_is_the_last_resort(tmp_path: Path) -> None:
    """A tool's working folder, unless it is Antigravity's own."""
    calls = [
        call("c1", "run_command", Cwd="/home/anna/.gemini/antigravity/scratch"),
        call("c2", "run_command", Cwd="/srv/shop"),
    ]
    database(tmp_path, [user("Run"), planner("", calls=calls)])
    assert only(tmp_path).project == "/srv/shop"


EXPORT = """# Chat Conversation

Note: _This is purely the output of the chat conversation._

*Viewed [notes.md](file:///c:/shop/notes.md) *

### User Input

Compare these plans.

### 1. Small
*really* small

### Planner Response

I read [app.py](cci:7://file:///c:/shop/app.py:0:0-0:0). Small fits.

*User accepted the command `pytest -q`*
"""


def test_a_markdown_export_is_a_conversation(tmp_path: Path) -> None:
    """Only the two exact headings open a turn; actions stand apart; links lose their editor form."""
    path = tmp_path / "plans.md"
    path.write_text(EXPORT)
    found = only(path)
    assert found.id == "antigravity:export:plans"
    assert [(m.place, m.role, m.text) for m in found.messages] == [
        ("5", "tool", "Viewed [notes.md](file:///c:/shop/notes.md)"),
        ("7", "user", "Compare these plans.\n\n### 1. Small\n*really* small"),
        ("14", "assistant", "I read [app.py](file:///c:/shop/app.py). Small fits."),
        ("18", "tool", "User accepted the command `pytest -q`"),
    ]
    assert ADAPTER.claims(path)


def test_an_export_without_a_turn_is_a_problem(tmp_path: Path) -> None:
    """The heading alone says that something is missing."""
    path = tmp_path / "empty.md"
    path.write_text("# Chat Conversation\n")
    assert read(path) == [Problem("antigravity", str(path), "no messages", "an export without a turn in it")]


def test_folder_part_and_single_file_are_roots(tmp_path: Path) -> None:
    """`.gemini`, one of its folders, a part of one, a database and a log alone all lead to the conversation."""
    home = tmp_path / ".gemini" / "antigravity"
    path = database(home, [user("one")])
    lines = log(home, [typed(0, "one")])
    for root in (tmp_path / ".gemini", home, home / "conversations", path, lines):
        found = [record for record in read(root) if isinstance(record, Conversation)]
        assert [(c.id, said(c)) for c in found] == [(f"antigravity:{SHOP}", [("user", "one")])]
    assert all(ADAPTER.claims(root) for root in (tmp_path / ".gemini", home, path))
    assert not ADAPTER.claims(tmp_path / "elsewhere")


def test_a_flat_folder_of_databases_is_a_root(tmp_path: Path) -> None:
    """A copy of the databases alone."""
    path = database(tmp_path / "full", [user("one")])
    (tmp_path / "flat").mkdir()
    path.rename(tmp_path / "flat" / path.name)
    assert said(only(tmp_path / "flat")) == [("user", "one")]
    assert ADAPTER.claims(tmp_path / "flat")


def test_where_antigravity_may_live() -> None:
    """The three folders of its products, below the home folder."""
    assert ADAPTER.locate(Env(Path("/home/anna"), "darwin", {})) == [
        Path("/home/anna/.gemini/antigravity"),
        Path("/home/anna/.gemini/antigravity-ide"),
        Path("/home/anna/.gemini/antigravity-cli"),
    ]
