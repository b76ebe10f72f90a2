"""Claude exports in every wrapping: found by structure, read whole, and told what they lack."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.claude import ADAPTER
from compiler.records import Conversation, Problem, Skipped, Unchanged, Unit
from tests.adapters.chatgpt_exports import lines, said, talk, write, zip_bytes, zipped
from tests.adapters.claude_exports import NOON, chat, conversations, read_one, records, turn

ONE = chat(turn("m1", "human", "Which router?"), turn("m2", "assistant", "Red."), uuid="one")
TWO = chat(turn("m1", "human", "Which switch?"), uuid="two", name=None)
ACCOUNT = {
    "users.json": [{"uuid": "acc", "full_name": "Anna Berg", "email_address": "anna@example.org"}],
    "login_history.json": [{"ip": "192.0.2.7"}],
}
PROJECT = {
    "uuid": "p1",
    "name": "Garden: plans",
    "description": "The south bed",
    "is_starter_project": False,
    "prompt_template": "Answer in French.",
    "created_at": "2026-01-05T08:00:00.000000+00:00",
    "updated_at": "2026-01-06T08:00:00.000000+00:00",
    "docs": [{"uuid": "d1", "filename": "beds/south.md", "content": "Roses.", "created_at": NOON}],
}
MEMORY = {
    "account_uuid": "acc",
    "conversations_memory": "**Work** gardener",
    "project_memories": {"p1": "Plans beds."},
    "memory_files": [{"path": "/style.md", "content": "Short answers", "updated_at": NOON}],
}


def ids(root: Path) -> list[str]:
    return sorted(found.id for found in conversations(root))


def problems(root: Path) -> list[tuple[str, str]]:
    return [(found.what, found.detail) for found in records(root) if isinstance(found, Problem)]


WRAPPINGS: dict[str, Any] = {
    "one zip": lambda at: zipped(at / "data.zip", {"conversations.json": [ONE, TWO], **ACCOUNT}),
    "batches": lambda at: write(at / "d", {
        "data-u-1-h-batch-0000.zip": zip_bytes({"conversations.json": [ONE]}),
        "data-u-1-h-batch-0001.zip": zip_bytes({"conversations.json": [TWO]}),
    }),
    "a folder": lambda at: write(at / "d", {"conversations.json": [ONE, TWO], **ACCOUNT}),
    "a bare file of any name": lambda at: write(at, {"mine.json": [ONE, TWO]}) / "mine.json",
    "a file a conversation": lambda at: write(at / "d", {"a.json": ONE, "b.json": TWO}),
    "post-processed": lambda at: write(at / "d", {"c.json": {"markdownPath": "x", "conversations": [ONE, TWO]}}),
    "a zip in a zip": lambda at: zipped(at / "d.zip", {"conversations-000.zip": zip_bytes({"c.json": [ONE, TWO]})}),
}  # fmt: skip


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
def test_every_wrapping_gives_the_same_conversations(tmp_path: Path, wrap: Any) -> None:
    """Nothing of the account or its logins is read."""
    root = wrap(tmp_path)
    assert ADAPTER.claims(root)
    assert ids(root) == ["claude:one", "claude:two"]
    assert problems(root) == []
    assert "Anna" not in repr(records(root)) and "192.0.2.7" not in repr(records(root))


def test_the_other_products_export_is_not_claimed(tmp_path: Path) -> None:
    """Both call their file conversations.json."""
    other = {"conversations.json": [talk(said("user", "Hi"))]}
    assert not ADAPTER.claims(write(tmp_path / "d", other))
    assert not ADAPTER.claims(zipped(tmp_path / "d.zip", other))


@pytest.mark.parametrize(
    "content",
    [
        {"prompt_template": "You are {role}", "model": "x"},
        {"data_files": ["a.csv"], "name": "weather"},
        {"uuid": "m", "messages": [{"role": "user"}]},
        [{"text": 'about "chat_messages": [] in words'}],
    ],
)
def test_files_that_use_the_same_words_are_not_claimed(tmp_path: Path, content: Any) -> None:
    """A Downloads folder holds all kinds of JSON."""
    assert not ADAPTER.claims(write(tmp_path / "d", {"a.json": content}))


CATEGORIES = {
    "conversations-000.zip": {"conversations.json": [ONE]},
    "conversations-001.zip": {"conversations.json": [TWO]},
    "projects-000.zip": {"projects/p1.json": PROJECT},
    "memories-000.zip": {"memories/acc.json": MEMORY},
    "light_metadata-000.zip": ACCOUNT,
}


def split(folder: Path, *absent: str) -> Path:
    """The export as a manifest with a zip for each category and part."""
    files = [
        {"batch_index": n, "export_url": "https://example.org/once", "category": name[:-8], "part": 0, "filename": name}
        for n, name in enumerate(CATEGORIES)
    ]
    manifest = {"instructions": "Download each file once.", "created_at": NOON, "total_files": 5, "data_files": files}
    kept = {name: zip_bytes(content) for name, content in CATEGORIES.items() if name not in absent}
    return write(folder, {"manifest-u-1-s-2026-03-02.json": manifest, **kept})


def test_a_manifest_and_its_zips_are_one_export(tmp_path: Path) -> None:
    """One unit, whether the folder or the manifest is handed over."""
    folder = split(tmp_path / "d")
    for root in (folder, folder / "manifest-u-1-s-2026-03-02.json"):
        (unit,) = (found for found in ADAPTER.discover(root) if isinstance(found, Unit))
        assert [file.name for file in unit.files] == ["manifest-u-1-s-2026-03-02.json", *CATEGORIES]
        assert ids(root) == ["claude:memory-acc", "claude:one", "claude:p1", "claude:two"]
        assert problems(root) == []


def test_missing_zips_are_named(tmp_path: Path) -> None:
    """What is there is read; what is not is said once, by name; and no address is ever asked or kept."""
    root = split(tmp_path / "d", "conversations-001.zip", "memories-000.zip")
    assert ids(root) == ["claude:one", "claude:p1"]
    names = "conversations-001.zip, memories-000.zip"
    assert problems(root) == [
        ("missing part", f"2 of 5 files are not beside the manifest, download them too: {names}.")
    ]
    alone = split(tmp_path / "e", *CATEGORIES)
    assert [what for what, _ in problems(alone)] == ["missing part"] and ids(alone) == []
    assert "example.org" not in repr(records(alone))


def test_a_browsers_copy_stands_in(tmp_path: Path) -> None:
    """`projects-000 (1).zip` is what a browser makes of a name already taken."""
    root = split(tmp_path / "d", "projects-000.zip")
    write(root, {"projects-000 (1).zip": zip_bytes(CATEGORIES["projects-000.zip"])})
    assert "claude:p1" in ids(root) and problems(root) == []


def test_a_missing_batch_is_told(tmp_path: Path) -> None:
    """The numbers of the others prove that there is one."""
    root = write(tmp_path, {f"data-u-batch-000{n}.zip": zip_bytes({"c.json": [ONE]}) for n in (0, 2)})
    assert problems(root) == [("missing part", "data-u-batch-0001.zip: not beside the other batches.")]


def test_an_unpacked_export_is_one_unit(tmp_path: Path) -> None:
    """Its subfolders belong to it; a Downloads folder with other things in it holds the same."""
    files = {"conversations.json": [ONE], "projects/p1.json": PROJECT, "memories/acc.json": MEMORY, **ACCOUNT}
    write(tmp_path / "export", files)
    write(tmp_path, {"package.json": {"name": "x"}, "notes.md": "# hi"})
    (unit,) = (found for found in ADAPTER.discover(tmp_path) if isinstance(found, Unit))
    assert unit.key == "export"
    assert ids(tmp_path) == ["claude:memory-acc", "claude:one", "claude:p1"]


def test_a_project_is_a_conversation_of_its_own(tmp_path: Path) -> None:
    """Instructions are the person's, documents are pasted; no chat is tied to it, and a sample project is skipped."""
    sample = {**PROJECT, "uuid": "p0", "is_starter_project": True}
    found = records(write(tmp_path, {"projects.json": [PROJECT, sample]}))
    project = found[0]
    assert isinstance(project, Conversation)
    assert (project.id, project.kind, project.title) == ("claude:p1", "project", "Garden: plans")
    assert project.created_at == "2026-01-05T08:00:00Z"
    assert [(m.id.split("#")[1], m.origin, m.text) for m in project.messages] == [
        ("description", "person", "The south bed"),
        ("prompt_template", "person", "Answer in French."),
        ("d1", "paste", "[document: beds/south.md]\n\nRoses."),
    ]
    assert [record.reason for record in found if isinstance(record, Skipped)] == ["starter project"]


@pytest.mark.parametrize("content", [MEMORY, [MEMORY]], ids=["newer", "older"])
def test_memories_are_what_the_model_wrote(tmp_path: Path, content: Any) -> None:
    """Never the person's own words."""
    (memory,) = conversations(write(tmp_path, {"memories.json": content}))
    assert (memory.id, memory.kind) == ("claude:memory-acc", "memory")
    assert [(m.id.split("#")[1], m.role, m.origin, m.text) for m in memory.messages] == [
        ("conversations", "assistant", "model", "**Work** gardener"),
        ("project:p1", "assistant", "model", "Plans beds."),
        ("file:/style.md", "assistant", "model", "Short answers"),
    ]


def test_design_chats(tmp_path: Path) -> None:
    """Another shape of conversation: text and blocks, with a project of another kind."""
    design = {
        "uuid": "x1", "title": "Landing page", "project": {"name": "Shop", "uuid": "s"},
        "messages": [
            {"uuid": "m1", "role": "user", "created_at": NOON, "content": {"content": "Make it blue"}},
            {"uuid": "m2", "role": "assistant", "created_at": NOON, "content": {"contentBlocks": [
                {"type": "text", "text": "Done"}, {"type": "tool_call", "toolCall": {"name": "edit"}},
            ]}},
        ],
    }  # fmt: skip
    (found,) = conversations(write(tmp_path, {"design_chats/x1.json": design}))
    assert (found.id, found.title, found.project) == ("claude:x1", "Landing page", "Shop")
    assert lines(found) == ["user: Make it blue", "assistant: Done"]
    assert found.messages[1].tool_calls[0].name == "edit"


def test_empty_and_broken_conversations(tmp_path: Path) -> None:
    """An abandoned chat is counted, a broken one told with its place, and their neighbours are read."""
    empty = chat(uuid="e")
    broken: list[Any] = [{"uuid": "b", "chat_messages": 7}, {"uuid": "n"}, {"chat_messages": [None, 3, {"sender": []}]}]
    found = records(write(tmp_path, {"c.json": [ONE, empty, *broken, TWO]}))
    assert [record.id for record in found if isinstance(record, Conversation)] == ["claude:one", "claude:two"]
    assert [record.reason for record in found if isinstance(record, Skipped)] == ["empty", "empty", "empty"]
    assert [(r.what, r.where.rsplit("#", 1)[1]) for r in found if isinstance(r, Problem)] == [
        ("not a conversation", "3")
    ]


def test_a_cut_file_gives_what_came_before(tmp_path: Path) -> None:
    """The cut is told."""
    whole = json.dumps([ONE, TWO])
    root = write(tmp_path, {"c.json": whole[:-60]})
    assert ids(root) == ["claude:one"]
    assert problems(root) == [("cut short", "element 2 has no end")]


def test_what_is_known_is_not_read_again(tmp_path: Path) -> None:
    """A conversation with the stored revision is only named."""
    root = write(tmp_path, {"c.json": [ONE, TWO]})
    (unit,) = (found for found in ADAPTER.discover(root) if isinstance(found, Unit))
    stored = {one.id: one.attrs["revision"] for one in conversations(root)}
    assert list(ADAPTER.read(unit, stored.get)) == [Unchanged("claude:one"), Unchanged("claude:two")]


@pytest.mark.parametrize("name, shown", [("", None), (None, None), ("Untitled", None), ("Two\nlines", "Two lines")])
def test_titles(tmp_path: Path, name: str | None, shown: str | None) -> None:
    """An empty name is no title; a title is one line."""
    assert read_one(tmp_path, {**ONE, "name": name}).title == shown
