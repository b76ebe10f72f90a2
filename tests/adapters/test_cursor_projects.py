"""Which project a Cursor conversation belongs to."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from adapters.cursor.projects import at, of_slug, of_workspace_json
from tests.adapters.cursor_builder import Installation, only, user


@pytest.fixture
def cursor(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "User")


@pytest.mark.parametrize(
    ("location", "path", "remote"),
    [
        ("file:///home/u/app", "/home/u/app", None),
        ("file:///home/u/my%20app/", "/home/u/my app", None),
        ("file:///c%3A/Users/Jo%20B/app", "C:/Users/Jo B/app", None),
        ("C:\\Users\\Jo B\\app", "C:/Users/Jo B/app", None),
        ("c:\\", "C:/", None),
        ("/mnt/c/Users/Jo B/app", "C:/Users/Jo B/app", None),
        ("\\\\wsl.localhost\\Ubuntu\\home\\u\\app", "/home/u/app", None),
        ("\\\\wsl$\\Ubuntu\\home\\u\\app", "/home/u/app", None),
        ("file://wsl.localhost/Ubuntu/home/u/app", "/home/u/app", None),
        ("file://server/share/app", "//server/share/app", None),
        ("vscode-remote://wsl%2Bubuntu/home/u/app", "/home/u/app", "wsl+ubuntu"),
        ("vscode-remote://ssh-remote%2B%7B%22hostName%22%3A%22box%22%7D/srv/app", "/srv/app", "ssh-remote+box"),
        ("vscode-remote://ssh-remote+box/srv/app", "/srv/app", "ssh-remote+box"),
        ("vscode-remote://dev-container+7b2268/workspaces/app", "/workspaces/app", "dev-container"),
    ],
)
def test_spellings_of_a_folder(location: str, path: str, remote: str | None) -> None:
    """Every spelling of one folder gives the same project; a remote one keeps its machine apart."""
    project = at(location)
    assert project and (project.path, project.remote) == (path, remote)


@pytest.mark.parametrize("location", ["", "untitled:Untitled-1", "app", "file://", "http:", "vscode-remote://x"])
def test_no_folder(location: str) -> None:
    """An unsaved file, a bare word or a host without a path name no project."""
    assert at(location) is None


def test_precedence(cursor: Installation) -> None:
    """The composer's own word, else its head's, else the window that shows it."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.window("w1", {"folder": "file:///window"}, composer__composerData={"selectedComposerIds": ["c1"]})
    assert only(cursor.folder).project == "/window"
    head = {"composerId": "c1", "workspaceIdentifier": {"uri": {"fsPath": "/head", "external": "file:///head"}}}
    cursor.headers_table(head)
    assert only(cursor.folder).project == "/head"
    cursor.composer("c1", user("b1", "Hi"), workspaceIdentifier={"id": "w9", "uri": {"path": "/own"}})
    assert only(cursor.folder).project == "/own"


def test_window_by_its_id_alone(cursor: Installation) -> None:
    """A head that names only its workspace's id is resolved through workspace.json."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.window("3f2c", {"folder": "file:///home/u/app"})
    cursor.headers_table({"composerId": "c1", "workspaceId": "3f2c"})
    assert only(cursor.folder).project == "/home/u/app"


def test_two_windows(cursor: Installation) -> None:
    """A composer in two windows is one conversation: the newest window's, with the other noted."""
    cursor.composer("c1", user("b1", "Hi"))
    listed = {"allComposers": [{"type": "head", "composerId": "c1"}]}
    old = cursor.window("a-old", {"folder": "file:///old"}, composer__composerData=listed)
    new = cursor.window("b-new", {"folder": "file:///new"}, composer__composerData=listed)
    os.utime(old, (1_000_000_000, 1_000_000_000))
    os.utime(new, (1_700_000_000, 1_700_000_000))
    conversation = only(cursor.folder)
    assert (conversation.project, conversation.attrs["workspaces"]) == ("/new", '["/old"]')


def test_pane_keys_name_composers_only_by_id(cursor: Installation) -> None:
    """Cursor 3 lists composers in the panes of a window; the bare key of 2025 says nothing."""
    identity = "0b7e1d4c-9f55-4c7e-8d52-2f0a6f3b1c11"
    cursor.composer(identity, user("b1", "Hi"))
    pane = {f"workbench.panel.aichat.view.{identity}": {}, "workbench.panel.aichat.view": {}}
    window = cursor.window("w1", {"folder": "file:///home/u/app"})
    cursor.put("workbench.panel.composerChatViewPane.7d1", pane, table="ItemTable", database=window)
    assert only(cursor.folder).project == "/home/u/app"


def test_window_without_folder(cursor: Installation) -> None:
    """A window named by its time, without workspace.json, has no project; its conversations are there."""
    cursor.composer("c1", user("b1", "Hi"))
    cursor.window("1742529077861", None, composer__composerData={"selectedComposerIds": ["c1"]})
    assert only(cursor.folder).project is None


def test_bubble_is_the_last_to_ask(cursor: Installation) -> None:
    """Where nothing else names a folder, a bubble's workspace does."""
    cursor.composer("c1", user("b1", "Hi", workspaceUris=["file:///c%3A/code/app"]))
    assert only(cursor.folder).project == "C:/code/app"


def test_multi_root_workspace(cursor: Installation, tmp_path: Path) -> None:
    """A .code-workspace (JSON with comments) goes by its own name, with its folders; it beats a folder beside it."""
    workspace = tmp_path / "code" / "shop.code-workspace"
    workspace.parent.mkdir()
    workspace.write_text(
        '{ // ours\n "folders": [{"path": "api"}, {"path": "../web", "name": "no // comment, }"},], /* end */ }'
    )
    cursor.composer("c1", user("b1", "Hi"))
    listed = {"selectedComposerIds": ["c1"]}
    cursor.window("w1", {"workspace": workspace.as_uri(), "folder": "file:///other"}, composer__composerData=listed)
    conversation = only(cursor.folder)
    assert conversation.project == f"{tmp_path}/code/shop"
    assert json.loads(conversation.attrs["folders"]) == [f"{tmp_path}/code/api", f"{tmp_path}/web"]


def test_workspace_of_one_folder_or_no_name(tmp_path: Path) -> None:
    """A workspace of one folder is that folder; one that Cursor keeps unnamed goes by its first; a lost one by name."""
    (tmp_path / "one.code-workspace").write_text('{"folders": [{"path": "/srv/only"}]}')
    (tmp_path / "workspace.json").write_text('{"folders": [{"path": "/srv/a"}, {"path": "/srv/b"}]}')
    stated = tmp_path / "stated.json"
    for file, path in (
        ("one.code-workspace", "/srv/only"),
        ("workspace.json", "/srv/a"),
        ("lost.code-workspace", f"{tmp_path}/lost"),
    ):
        stated.write_text(json.dumps({"workspace": (tmp_path / file).as_uri()}))
        project = of_workspace_json(stated)
        assert project and project.path == path


@pytest.mark.parametrize("content", ["", "[1]", "{}", '{"folder": 7}', '{"workspace": "untitled:1"}'])
def test_broken_workspace_json(tmp_path: Path, content: str) -> None:
    """A workspace.json that names nothing costs the project alone."""
    file = tmp_path / "workspace.json"
    file.write_text(content)
    assert of_workspace_json(file) is None


def test_slug_is_resolved_only_when_one_folder_fits(tmp_path: Path) -> None:
    """`Users-a-my-app` may be my/app or my-app: with both there, the project is unknown."""
    (tmp_path / "my-app").mkdir()
    slug = str(tmp_path / "my-app").replace("/", "-").replace("_", "-").lstrip("-")
    project = of_slug(Path("/projects") / slug)
    assert project and project.path == str(tmp_path / "my-app")
    (tmp_path / "my" / "app").mkdir(parents=True)
    assert of_slug(Path("/projects") / slug) is None


def test_slug_folder_states_its_path(tmp_path: Path) -> None:
    """The mark of a trusted workspace holds the path itself."""
    (tmp_path / ".workspace-trusted").write_text('{"workspacePath": "/home/u/my.app"}')
    project = of_slug(tmp_path)
    assert project and project.path == "/home/u/my.app"
