"""Where Cursor's conversations are looked for, and what a folder handed over is taken for."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from adapters.cursor import ADAPTER, places
from compiler.records import Env, Unit
from tests.adapters.cursor_builder import Installation, conversations, make_store, user


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A home folder with an installation, an agent's store and a transcript."""
    cursor = Installation(tmp_path / ".config/Cursor/User")
    cursor.composer("c1", user("b1", "Hi"))
    cursor.window("w1", {"folder": "file:///home/u/app"}, composer__composerData={"selectedComposerIds": ["c1"]})
    make_store(tmp_path / ".cursor/chats/e8fe/s1", {"role": "user", "content": "From the agent"})
    transcripts = tmp_path / ".cursor/projects/home-u-app/agent-transcripts"
    transcripts.mkdir(parents=True)
    (transcripts / "t1.txt").write_text("user:\nFrom a transcript\n")
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        (
            "darwin",
            {},
            ["Library/Application Support/Cursor/User", "Library/Application Support/Cursor Nightly/User", ".cursor"],
        ),
        ("linux", {}, [".config/Cursor/User", ".config/Cursor Nightly/User", ".cursor", ".config/cursor"]),
        ("win32", {}, ["AppData/Roaming/Cursor/User", "AppData/Roaming/Cursor Nightly/User", ".cursor"]),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, ["/x/Cursor/User", "/x/Cursor Nightly/User", ".cursor", "/x/cursor"]),
        ("win32", {"APPDATA": "/roam"}, ["/roam/Cursor/User", "/roam/Cursor Nightly/User", ".cursor"]),
    ],
)
def test_usual_places(platform: str, variables: dict[str, str], expected: list[str]) -> None:
    """Each platform's folders, relative to the home folder or where the environment says."""
    found = ADAPTER.locate(Env(Path("/home/u"), platform, variables))
    assert [str(path) for path in found] == [str(Path("/home/u") / place) for place in expected]


def test_places_chosen_by_the_person() -> None:
    """A portable editor and a moved configuration of the agent come before the usual places."""
    env = Env(Path("/home/u"), "darwin", {"VSCODE_PORTABLE": "/usb", "CURSOR_CONFIG_DIR": "/conf"})
    assert {Path("/usb/user-data/User"), Path("/conf")} <= set(ADAPTER.locate(env))


def test_windows_seen_from_wsl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under WSL the Windows side of every user is a place too."""
    monkeypatch.setattr(places, "WINDOWS_HOMES", tmp_path)
    (tmp_path / "jo").mkdir()
    found = ADAPTER.locate(Env(Path("/home/u"), "linux", {"WSL_DISTRO_NAME": "Ubuntu"}))
    assert {tmp_path / "jo/AppData/Roaming/Cursor/User", tmp_path / "jo/.cursor"} <= set(found)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (".config/Cursor", {"cursor:c1"}),
        (".config/Cursor/User", {"cursor:c1"}),
        (".config/Cursor/User/globalStorage", {"cursor:c1"}),
        (".config/Cursor/User/globalStorage/state.vscdb", {"cursor:c1"}),
        (".cursor", {"cursor:s1", "cursor:t1"}),
        (".cursor/chats", {"cursor:s1"}),
        (".cursor/chats/e8fe/s1/store.db", {"cursor:s1"}),
        (".cursor/projects/home-u-app/agent-transcripts", {"cursor:t1"}),
        (".cursor/projects/home-u-app/agent-transcripts/t1.txt", {"cursor:t1"}),
        ("", {"cursor:c1", "cursor:s1", "cursor:t1"}),
        ("nowhere", set()),
    ],
)
def test_any_folder_of_it_may_be_named(machine: Path, place: str, expected: set[str]) -> None:
    """A path handed over may be the whole, a part, or a single file, here or copied elsewhere."""
    assert set(conversations(machine / place)) == expected
    assert ADAPTER.claims(machine / place) == bool(expected)


def test_copied_database_under_another_name(machine: Path, tmp_path: Path) -> None:
    """A database or a store saved under a name of the person's own is known by its tables."""
    for number, original in enumerate(
        (".config/Cursor/User/globalStorage/state.vscdb", ".cursor/chats/e8fe/s1/store.db")
    ):
        copy = tmp_path / f"saved {number}.sqlite"
        shutil.copyfile(machine / original, copy)
        assert ADAPTER.claims(copy) and len(conversations(copy)) == 1


def test_other_programs_are_not_claimed(tmp_path: Path) -> None:
    """Another editor's state, another database named alike, text elsewhere."""
    editor = tmp_path / "Code/User/globalStorage/state.vscdb"
    editor.parent.mkdir(parents=True)
    connection = apsw.Connection(str(editor))
    connection.execute("create table ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
    connection.execute("insert into ItemTable values ('workbench.theme', 'dark')")
    connection.close()
    other = tmp_path / "shop/store.db"
    other.parent.mkdir()
    apsw.Connection(str(other)).execute("create table products(name)")
    (tmp_path / "notes.txt").write_text("user:\nnot Cursor's\n")
    assert not any(
        ADAPTER.claims(path) for path in (tmp_path, editor, other, tmp_path / "notes.txt", tmp_path / "gone")
    )


def test_units(machine: Path) -> None:
    """One unit an installation, with every file whose change makes it stale; one each store and transcript."""
    units = [unit for unit in ADAPTER.discover(machine) if isinstance(unit, Unit)]
    assert [(unit.key, [str(file.relative_to(machine)) for file in unit.files]) for unit in units] == [
        (
            "state:.config/Cursor/User",
            [
                ".config/Cursor/User/globalStorage/state.vscdb",
                ".config/Cursor/User/workspaceStorage/w1/state.vscdb",
                ".config/Cursor/User/workspaceStorage/w1/workspace.json",
            ],
        ),
        ("store:.cursor/chats/e8fe/s1/store.db", [".cursor/chats/e8fe/s1/store.db"]),
        (
            "transcript:.cursor/projects/home-u-app/agent-transcripts/t1.txt",
            [".cursor/projects/home-u-app/agent-transcripts/t1.txt"],
        ),
    ]
