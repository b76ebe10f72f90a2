"""One contract for every adapter: what `compiler.records.Adapter` promises, held against a small example of each."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from adapters import ADAPTERS
from compiler.records import (
    Adapter,
    Conversation,
    ConversationKind,
    Env,
    Origin,
    Problem,
    Record,
    Role,
    Seen,
    Skipped,
    Unchanged,
    Unit,
)
from tests.adapters.examples import example, units

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
GARBAGE = {
    "empty": b"",
    "NUL bytes": b"\x00" * 4096,
    "noise": bytes(range(256)) * 16,
    "null": b"null",
    "list": b"[1, null, []]",
    "object": b'{"a": 1}\n{"b": [2]}\n',
    "open brackets": b'[{"a":' * 5000,
    "torn zip": b"PK\x03\x04" + b"\x14" * 60,
    "torn database": b"SQLite format 3\x00" + b"\x10\x00\x01\x01" * 30,
}


@pytest.fixture(params=ADAPTERS, ids=lambda adapter: adapter.name)
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def root(adapter: Adapter, tmp_path: Path) -> Path:
    return example(adapter.name, tmp_path)


def read(adapter: Adapter, root: Path) -> list[Record]:
    return [record for unit in units(adapter, root) for record in adapter.read(unit)]


def conversations(adapter: Adapter, root: Path) -> list[Conversation]:
    return [record for record in read(adapter, root) if isinstance(record, Conversation)]


def files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def test_names_are_a_table() -> None:
    """Names are distinct and fit for a command line and a column; versions count from 1."""
    assert max(Counter(adapter.name for adapter in ADAPTERS).values()) == 1
    assert all(re.fullmatch(r"[a-z][a-z_]*", adapter.name) and adapter.version >= 1 for adapter in ADAPTERS)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_places_follow_from_the_machine_described(adapter: Adapter, platform: str) -> None:
    """`locate` answers from what it is told, the same each time, whether or not anything is there."""
    env = Env(Path("/nowhere/anna"), platform, {"APPDATA": "/nowhere/anna/AppData/Roaming"})
    places = list(adapter.locate(env))
    assert places == list(adapter.locate(env))
    assert all(str(place).replace("\\", "/").startswith("/nowhere/anna") for place in places)


def test_its_own_example_is_claimed(adapter: Adapter, root: Path) -> None:
    """An adapter recognises its source, and nothing in an empty folder or a missing path."""
    assert adapter.claims(root) or any(adapter.claims(path) for path in root.rglob("*"))
    empty = root.parent / "empty"
    empty.mkdir()
    assert not adapter.claims(empty)
    assert not adapter.claims(root.parent / "missing")


def test_units_are_sorted_and_stable(adapter: Adapter, root: Path) -> None:
    """Units come sorted by distinct keys, the same each time, each with files that exist."""
    found = units(adapter, root)
    keys = [unit.key for unit in found]
    assert found and found == units(adapter, root)
    assert keys == sorted(set(keys))
    assert all(unit.files and all(path.is_file() for path in unit.files) for unit in found)


def test_reading_is_deterministic(adapter: Adapter, root: Path) -> None:
    """The same files give equal records in the same order."""
    assert read(adapter, root) == read(adapter, root)


def test_conversations_are_well_formed(adapter: Adapter, root: Path) -> None:
    """Ids, kinds, times, references and attributes have the form that the store counts on."""
    found = conversations(adapter, root)
    assert found
    assert max(Counter(conversation.id for conversation in found).values()) == 1
    for conversation in found:
        assert conversation.source == adapter.name
        assert conversation.id.startswith(f"{adapter.name}:") and "#" not in conversation.id
        assert conversation.kind in get_args(ConversationKind)
        assert all(at is None or INSTANT.fullmatch(at) for at in (conversation.created_at, conversation.updated_at))
        file = Path(conversation.source_ref.split("!")[0])
        assert file.is_absolute() and file.exists()
        assert file.is_relative_to(conversation.attrs["root"])
        assert all(isinstance(value, str) for value in conversation.attrs.values())
        assert conversation.parent is None or conversation.parent.startswith(f"{adapter.name}:")


def test_messages_are_well_formed(adapter: Adapter, root: Path) -> None:
    """Message ids are distinct and lead back to conversation and place; roles, origins and texts are valid."""
    for conversation in conversations(adapter, root):
        assert conversation.messages
        ids = [message.id for message in conversation.messages]
        assert len(set(ids)) == len(ids)
        for message in conversation.messages:
            assert message.id.startswith(f"{conversation.id}#") and message.id != f"{conversation.id}#"
            assert message.role in get_args(Role)
            assert message.origin is None or message.origin in get_args(Origin)
            assert message.created_at is None or INSTANT.fullmatch(message.created_at)
            assert message.place
            assert message.text or message.tool_calls
            message.text.encode()


def test_some_words_are_a_persons(adapter: Adapter, root: Path) -> None:
    """The example holds words of the person, and they are told apart as theirs."""
    said = [message for found in conversations(adapter, root) for message in found.messages]
    assert any(message.role == "user" and message.origin in ("person", None) for message in said)


def test_sources_are_left_as_they_were(adapter: Adapter, root: Path) -> None:
    """Claiming, discovering and reading change no byte and no time, and leave no file behind."""

    def state() -> dict[Path, tuple[bytes, int]]:
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files(root)}

    before = state()
    adapter.claims(root)
    read(adapter, root)
    assert state() == before


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_never_raises(adapter: Adapter, root: Path, kind: str) -> None:
    """Files of the right names full of wrong things become problems or nothing, never an exception."""
    for path in files(root):
        path.write_bytes(GARBAGE[kind])
    adapter.claims(root)
    for record in [*adapter.discover(root), *read(adapter, root)]:
        assert isinstance(record, Conversation | Problem | Skipped | Seen | Unchanged | Unit)
        if isinstance(record, Problem):
            assert record.source == adapter.name and record.where and record.what


def test_files_that_vanish_between_finding_and_reading(adapter: Adapter, root: Path) -> None:
    """What is deleted after it was discovered raises nothing and yields no conversation."""
    found = units(adapter, root)
    shutil.rmtree(root)
    assert not [record for unit in found for record in adapter.read(unit) if isinstance(record, Conversation)]


def test_missing_root_holds_nothing(adapter: Adapter, tmp_path: Path) -> None:
    """A root that is not there has no units and raises nothing."""
    assert units(adapter, tmp_path / "missing") == []
