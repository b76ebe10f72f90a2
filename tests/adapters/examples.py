"""A small example of every source, for the tests that hold all adapters to one contract.

By convention it is the folder `fixtures/<name>`; a source of databases is built by the function `<name>` below.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from compiler.records import Adapter, Unit
from tests.adapters import antigravity_homes, codex_homes, opencode_homes
from tests.adapters.cursor_builder import Installation, headers
from tests.adapters.cursor_builder import reply as bubble_reply
from tests.adapters.cursor_builder import user as bubble_user

FIXTURES = Path(__file__).parent / "fixtures"
DOWNLOADED = ("chatgpt", "claude", "gemini")


def example(name: str, folder: Path) -> Path:
    """Puts a source's example below `folder`, which must exist, and returns its root."""
    root = folder / name
    if (FIXTURES / name).is_dir():
        shutil.copytree(FIXTURES / name, root)
    elif name in BUILDERS:
        root.mkdir()
        BUILDERS[name](root)
    else:
        raise LookupError(f"no example of {name}: add tests/adapters/fixtures/{name}/ or a builder in {__file__}")
    return root


def examples(name: str, folder: Path) -> list[Path]:
    """The example's root; for an export also a root that holds it as it is downloaded, as a zip."""
    root = example(name, folder)
    if name not in DOWNLOADED:
        return [root]
    zipped = folder / f"{name}-zipped"
    zipped.mkdir()
    with zipfile.ZipFile(zipped / "export.zip", "w") as archive:
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(root))
    return [root, zipped]


def units(adapter: Adapter, root: Path) -> list[Unit]:
    return [found for found in adapter.discover(root) if isinstance(found, Unit)]


def codex(root: Path) -> None:
    records = [codex_homes.meta(), *codex_homes.prompt("Which port?"), *codex_homes.reply("Port 8080.")]
    codex_homes.rollout(root, records)


def cursor(root: Path) -> None:
    words = [bubble_user("b1", "Which port?"), bubble_reply("b2", "Port 8080.")]
    Installation(root / "User").composer("c1", *words, headers=headers("b1", "b2"))


def antigravity(root: Path) -> None:
    antigravity_homes.database(root, [antigravity_homes.user("Which port?"), antigravity_homes.planner("Port 8080.")])


def chatgpt(root: Path) -> None:
    def node(identity: str, role: str, words: str, parent: str, *children: str) -> dict[str, object]:
        said = {"id": identity, "author": {"role": role}, "create_time": 1772442000.5, "recipient": "all"}
        content = {"content_type": "text", "parts": [words]}
        return {"id": identity, "message": {**said, "content": content}, "parent": parent, "children": list(children)}

    conversation = {
        "id": "6f1c0de0-0000-4000-8000-00000000000a",
        "conversation_id": "6f1c0de0-0000-4000-8000-00000000000a",
        "title": "Ports",
        "create_time": 1772442000.5,
        "update_time": 1772442060.5,
        "current_node": "b",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
            "a": node("a", "user", "Which port?", "root", "b"),
            "b": node("b", "assistant", "Port 8080.", "a"),
        },
    }
    (root / "conversations.json").write_text(json.dumps([conversation]))


def claude(root: Path) -> None:
    def said(identity: str, sender: str, words: str) -> dict[str, object]:
        at = "2026-03-02T09:00:00.000000Z"
        content = [{"type": "text", "text": words, "citations": []}]
        return {
            "uuid": identity,
            "sender": sender,
            "text": words,
            "content": content,
            "created_at": at,
            "updated_at": at,
        }

    conversation = {
        "uuid": "6f1c0de0-0000-4000-8000-00000000000b",
        "name": "Ports",
        "created_at": "2026-03-02T09:00:00.000000Z",
        "updated_at": "2026-03-02T09:01:00.000000Z",
        "account": {"uuid": "6f1c0de0-0000-4000-8000-0000000000aa"},
        "chat_messages": [said("a", "human", "Which port?"), said("b", "assistant", "Port 8080.")],
    }
    (root / "conversations.json").write_text(json.dumps([conversation]))


def opencode(root: Path) -> None:
    opencode_homes.database(root, opencode_homes.user("Which port?"), opencode_homes.assistant("Port 8080."))


BUILDERS: dict[str, Callable[[Path], None]] = {
    "antigravity": antigravity,
    "chatgpt": chatgpt,
    "claude": claude,
    "codex": codex,
    "cursor": cursor,
    "opencode": opencode,
}
