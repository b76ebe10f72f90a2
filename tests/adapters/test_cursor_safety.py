"""What Cursor's adapter never reads, never leaves behind, and does not read twice; and input of any shape."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters._reading.sqlite import Database
from adapters.cursor import ADAPTER
from adapters.cursor.agent_state import from_root
from adapters.cursor.bubbles import Speakers
from adapters.cursor.tally import Tally
from compiler.records import Conversation, Problem, Unchanged, Unit
from tests.adapters.cursor_builder import (
    MAY_1,
    Installation,
    conversations,
    headers,
    message,
    only,
    read,
    reply,
    spoken,
    user,
)

SECRET = "sk-" + "live" * 8


@pytest.fixture
def cursor(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "User")


def listing(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_secrets_never_leave_the_database(cursor: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens and keys lie in the same tables: no query returns them, and no record holds an encryption key."""
    cursor.composer("c1", user("b1", "Hi"), blobEncryptionKey=SECRET, speculativeSummarizationEncryptionKey=SECRET)
    window = cursor.window("w1", {"folder": "file:///home/u/app"})
    for database in (cursor.database, window):
        for key in ("cursorAuth/accessToken", "secret://x", "composer.x", "aiService.token", "workbench.panel.x"):
            cursor.put(key, SECRET, table="ItemTable", database=database)
        for key in ("agentKv:checkpoint:c1", "checkpointId:c1:x", "composer.content.1", "bubbleIdX", "composerDataX"):
            cursor.put(key, SECRET, database=database)
    fetched: list[Any] = []
    query = Database.all

    def recorded(database: Database, sql: str, *values: Any) -> list[Any]:
        fetched.append([row for row in query(database, sql, *values) if "composerData:c1" not in values])
        return query(database, sql, *values)

    monkeypatch.setattr(Database, "all", recorded)
    records = read(cursor.folder)
    assert spoken(next(r for r in records if isinstance(r, Conversation))) == ["user: Hi"]
    assert SECRET not in repr(fetched) and SECRET not in repr(records)


def test_known_composers_are_not_read_again(cursor: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """A composer whose revision is known costs its own row; only a changed one has its bubbles fetched."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.composer("c2", user("b1", "Ho"))
    known = {c.id: c.attrs["revision"] for c in conversations(cursor.folder).values()}
    cursor.composer("c2", user("b1", "Ho"), reply("b2", "Hm."))
    fetched: list[str] = []
    query = Database.all

    def recorded(database: Database, sql: str, *values: Any) -> list[Any]:
        rows = query(database, sql, *values)
        fetched.extend(str(row[0]) for row in rows if len(row) > 1 and str(row[0]).startswith("bubbleId:"))
        return rows

    monkeypatch.setattr(Database, "all", recorded)
    first, second = (r for r in read(cursor.folder, known.get) if isinstance(r, Conversation | Unchanged))
    assert first == Unchanged("cursor:c1")
    assert isinstance(second, Conversation) and spoken(second) == ["user: Ho", "assistant: Hm."]
    assert sorted(fetched) == ["bubbleId:c2:b1", "bubbleId:c2:b2"]


@pytest.mark.parametrize("change", ["answer grew", "renamed", "moved", "new header"])
def test_what_makes_a_composer_new(cursor: Installation, change: str) -> None:
    """`lastUpdatedAt` lags: a grown answer, another title, another folder, another header count as well."""
    cursor.composer("c1", user("b1", "Hi"), reply("b2", "Hel"), lastUpdatedAt=MAY_1)
    known = {"cursor:c1": only(cursor.folder).attrs["revision"]}
    assert Unchanged("cursor:c1") in read(cursor.folder, known.get)
    if change == "answer grew":
        cursor.put("bubbleId:c1:b2", reply("b2", "Hello."))
    elif change == "renamed":
        cursor.headers_table({"composerId": "c1", "name": "Greeting"})
    elif change == "moved":
        cursor.window("w1", {"folder": "file:///app"}, composer__composerData={"selectedComposerIds": ["c1"]})
    else:
        cursor.composer("c1", user("b1", "Hi"), reply("b2", "Hel"), user("b3", "?"), lastUpdatedAt=MAY_1)
    assert Unchanged("cursor:c1") not in read(cursor.folder, known.get)


def test_partial_conversation_is_read_again(cursor: Installation) -> None:
    """A bubble that was missing may be written later, with nothing else changed."""
    cursor.composer("c1", user("b1", "Hi"), user("b3", "Bye"), headers=headers("b1", "b2", "b3"))
    known = {"cursor:c1": only(cursor.folder).attrs["revision"]}
    cursor.put("bubbleId:c1:b2", reply("b2", "Hello."))
    [conversation] = [record for record in read(cursor.folder, known.get) if isinstance(record, Conversation)]
    assert spoken(conversation) == ["user: Hi", "assistant: Hello.", "user: Bye"]


def test_running_cursor(cursor: Installation) -> None:
    """The newest bubble lies in the log alone: it is read, and the folder holds the same files as before."""
    cursor.composer("c1", user("b1", "Hi"))
    program = apsw.Connection(str(cursor.database))
    program.execute("pragma journal_mode=wal")
    row = {"composerId": "c1", "fullConversationHeadersOnly": [{"bubbleId": "b1"}, {"bubbleId": "b2"}]}
    program.execute("insert into cursorDiskKV values (?, ?)", ("bubbleId:c1:b2", json.dumps(reply("b2", "Hello."))))
    program.execute("insert into cursorDiskKV values (?, ?)", ("composerData:c1", json.dumps(row)))
    before = set(listing(cursor.folder))
    unit = next(unit for unit in ADAPTER.discover(cursor.folder) if isinstance(unit, Unit))
    assert f"{cursor.database}-wal" in map(str, unit.files)
    assert spoken(only(cursor.folder)) == ["user: Hi", "assistant: Hello."]
    assert set(listing(cursor.folder)) == before
    program.close()


def test_cursor_may_write_while_its_history_is_read(cursor: Installation) -> None:
    """Between two conversations nothing is held: the program writes and truncates its log at once."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.composer("c2", user("b1", "Ho"))
    program = apsw.Connection(str(cursor.database))
    program.execute("pragma journal_mode=wal")
    program.execute("insert into cursorDiskKV values ('x', 'y')")
    unit = next(unit for unit in ADAPTER.discover(cursor.folder) if isinstance(unit, Unit))
    reading = ADAPTER.read(unit)
    assert isinstance(next(reading), Conversation)
    program.execute("insert into cursorDiskKV values ('z', 'y')")
    assert program.execute("pragma wal_checkpoint(truncate)").fetchall() == [(0, 0, 0)]
    assert isinstance(next(reading), Conversation)
    reading.close()  # type: ignore[attr-defined]
    program.close()


def test_nothing_is_written(cursor: Installation) -> None:
    """Reading leaves every byte and every name as it was, odd characters in the path included."""
    odd = Installation(cursor.folder.parent / "a#b ?" / "User")
    odd.composer("c1", user("b1", "Hi"))
    odd.window("w1", {"folder": "file:///app"})
    before = listing(cursor.folder.parent)
    assert spoken(only(odd.folder)) == ["user: Hi"]
    assert listing(cursor.folder.parent) == before


def test_backup_of_a_broken_database(cursor: Installation) -> None:
    """A malformed database is read from the backup that Cursor keeps, and both facts are told."""
    cursor.composer("c1", user("b1", "Hi"))
    shutil.copyfile(cursor.database, f"{cursor.database}.backup")
    cursor.database.write_bytes(b"SQLite format 3\x00" + b"\xff" * 8000)
    assert spoken(only(cursor.folder)) == ["user: Hi"]
    problems = [record.what for record in read(cursor.folder) if isinstance(record, Problem)]
    assert problems == ["broken database", "read from backup"]
    Path(f"{cursor.database}.backup").write_bytes(b"also broken")
    records = read(cursor.folder)
    problems = [record.what for record in records if isinstance(record, Problem)]
    assert problems == ["broken database", "read from backup", "broken database"]


def test_broken_page_costs_itself(cursor: Installation) -> None:
    """With pages of one conversation destroyed, the others are read."""
    for number in range(40):
        cursor.composer(f"c{number:02}", user("b1", f"Question {number} " + "x" * 3000))
    whole = len(conversations(cursor.folder))
    content = bytearray(cursor.database.read_bytes())
    at = content.index(b"Question 20 ") // 4096 * 4096
    content[at : at + 4096] = b"\xa5" * 4096
    cursor.database.write_bytes(bytes(content))
    found = conversations(cursor.folder)
    assert whole == 40 and len(found) >= 35
    assert any(isinstance(record, Problem) and record.what == "broken database" for record in read(cursor.folder))


FIELDS = [
    *(
        "_v",
        "type",
        "text",
        "richText",
        "bubbleId",
        "toolFormerData",
        "name",
        "result",
        "createdAt",
        "root",
        "children",
    ),
    *("conversation", "fullConversationHeadersOnly", "workspaceIdentifier", "uri", "subagentInfo", "parentComposerId"),
    *("allComposers", "composerId", "tabs", "bubbles", "tabId", "conversationState", "thinking", "capabilities"),
]
ITEMS = [
    "composer.composerData",
    "composer.composerHeaders",
    "workbench.panel.aichat.view.aichat.chatdata",
    "aiService.prompts",
    "aiService.generations",
    "workbench.panel.composerChatViewPane.x",
]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(damage=st.lists(st.tuples(st.integers(0, 2**20), st.binary(min_size=1, max_size=64)), min_size=1, max_size=8))
def test_damage_anywhere(tmp_path_factory: pytest.TempPathFactory, damage: list[tuple[int, bytes]]) -> None:
    """Bytes overwritten anywhere in a database cost rows, never an exception."""
    whole = tmp_path_factory.getbasetemp() / "whole.vscdb"
    cursor = Installation(tmp_path_factory.getbasetemp() / "damaged" / "User")
    if not whole.exists():
        for number in range(10):
            cursor.composer(f"c{number}", user("b1", "Question " * 300), reply("b2", "Answer " * 300))
        shutil.copyfile(cursor.database, whole)
    content = bytearray(whole.read_bytes())
    for at, junk in damage:
        at %= len(content)
        content[at : at + len(junk)] = junk
    cursor.database.write_bytes(bytes(content))
    for record in read(cursor.folder):
        assert not isinstance(record, Conversation) or record.messages


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), inner, max_size=6)
    ),
    max_leaves=20,
)
VALUES = JSON.map(json.dumps) | st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value)[:-1])


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    rows=st.dictionaries(st.sampled_from(["composerData:c1", "composerData:", "bubbleId:c1:b1", "bubbleId:"]), VALUES),
    items=st.dictionaries(st.sampled_from(ITEMS), VALUES, max_size=3),
)
def test_rows_of_any_shape(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[str, Any], items: dict[str, Any]
) -> None:
    """Whatever stands in the rows of other conversations, an intact one beside them is read whole."""
    cursor = Installation(tmp_path_factory.getbasetemp() / "fuzz" / "User")
    if not cursor.database.exists():
        cursor.composer("intact", user("b1", "Hi"), reply("b2", "Hello."))
    connection = apsw.Connection(str(cursor.database))
    connection.execute(
        "pragma synchronous=off; begin; delete from ItemTable; delete from cursorDiskKV where key not like '%intact%'"
    )
    connection.executemany("insert into cursorDiskKV values (?, ?)", rows.items())
    connection.executemany("insert into ItemTable values (?, ?)", items.items())
    connection.execute("commit")
    connection.close()
    found = conversations(cursor.folder)
    assert spoken(found["cursor:intact"]) == ["user: Hi", "assistant: Hello."]


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    lines=st.lists(JSON.map(json.dumps) | st.text(max_size=40), max_size=4), whole=VALUES, export=st.text(max_size=200)
)
def test_transcripts_of_any_shape(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], whole: Any, export: str
) -> None:
    """Whatever stands in transcripts of the three forms, an intact line among others is read."""
    folder = tmp_path_factory.getbasetemp() / "slug" / "agent-transcripts"
    folder.mkdir(parents=True, exist_ok=True)
    intact = json.dumps({"role": "user", "message": {"content": "Hi"}})
    (folder / "a.jsonl").write_bytes("\n".join([*lines, intact, ""]).encode("utf-8", "replace"))
    (folder / "b.json").write_bytes(whole if isinstance(whole, bytes) else whole.encode("utf-8", "replace"))
    (folder / "c.txt").write_bytes(("user:\nHi\nassistant:\n" + export).encode("utf-8", "replace"))
    found = conversations(folder)
    assert "user: Hi" in spoken(found["cursor:a"]) and spoken(found["cursor:c"])[0] == "user: Hi"


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    root=st.binary(max_size=120),
    blobs=st.lists(JSON.map(json.dumps).map(str.encode) | st.binary(max_size=60), max_size=4),
)
def test_stores_of_any_shape(root: bytes, blobs: list[bytes]) -> None:
    """Whatever the root lists and its blobs hold, the walk ends and every id is its own."""
    held = {hashlib.sha256(blob).digest(): blob for blob in blobs}
    listed = b"".join(message(1, identity) + message(8, identity) for identity in held) + root
    state = from_root(listed, lambda identity: held.get(bytes.fromhex(identity)))
    messages, _ = state.messages("cursor:s1", Tally(), Speakers())
    assert len({found.id for found in messages}) == len(messages)
