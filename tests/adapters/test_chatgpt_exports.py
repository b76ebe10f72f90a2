"""ChatGPT exports in every wrapping: found by structure, read whole, and told what they lack."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.chatgpt import ADAPTER
from compiler.records import Conversation, Problem, Skipped, Unchanged, Unit
from tests.adapters.chatgpt_exports import (
    conversations,
    encoded,
    lines,
    message,
    read_one,
    records,
    said,
    slim,
    talk,
    write,
    zip_bytes,
    zipped,
)  # fmt: skip

ONE = talk(said("user", "Which router?"), said("assistant", "Red."), id="one")
TWO = talk(said("user", "Which switch?"), id="two", title=None)
PRIVATE = {
    "user.json": {"id": "user-1", "email": "anna@example.org"},
    "user_settings.json": {},
    "message_feedback.json": [{"id": "f1", "conversation_id": "one", "rating": "thumbs_up", "content": "{}"}],
    "model_comparisons.json": [{"input": {"prompt_convo": {"messages": [{"content": "Which router?"}]}}}],
    "group_chats.json": {"chats": []},
}
NAMES = {"image.dat": b"\x89PNG"}


def ids(root: Path) -> list[str]:
    return sorted(found.id for found in conversations(root))


def problems(root: Path) -> list[tuple[str, str]]:
    return [(found.what, found.detail) for found in records(root) if isinstance(found, Problem)]


WRAPPINGS: dict[str, Any] = {
    "a zip": lambda at: zipped(at / "e.zip", {"conversations.json": [ONE, TWO], **PRIVATE}),
    "a zip with a folder inside": lambda at: zipped(at / "e.zip", {"export/conversations.json": [ONE, TWO]}),
    "a zip in a zip": lambda at: zipped(at / "e.zip", {"inner.zip": zip_bytes({"conversations.json": [ONE, TWO]})}),
    "shards": lambda at: zipped(at / "e.zip", {"conversations-000.json": [ONE], "conversations-001.json": [TWO]}),
    "a folder": lambda at: write(at / "e", {"conversations.json": [ONE, TWO], **PRIVATE}),
    "a bare file of any name": lambda at: write(at, {"my chats.json": [ONE, TWO]}) / "my chats.json",
    "a file a conversation": lambda at: write(at / "e", {"a.json": ONE, "b.json": slim(TWO)}),
    "a wrapper": lambda at: write(at / "e", {"all.json": {"exported": "2026", "conversations": [ONE, TWO], "n": 2}}),
    "a line a conversation": lambda at: write(at / "e", {"all.json": f"{json.dumps(ONE)}\n{json.dumps(TWO)}\n"}),
    "indented, with a byte order mark": lambda at: write(
        at / "e", {"c.json": b"\xef\xbb\xbf" + json.dumps([ONE, TWO], indent=2).encode()}
    ),
    "the page alone": lambda at: write(
        at / "e", {"chat.html": f"<html><script>var jsonData = {json.dumps([ONE, TWO])};\nvar assetsJson = {{}};"}
    ),
    "a folder of zips": lambda at: (
        zipped(write(at / "e", {"notes.txt": "x"}) / "1.zip", {"conversations.json": [ONE]}).parent,
        zipped(at / "e" / "2.zip", {"conversations.json": [TWO]}),
    )[0],
}


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
def test_every_wrapping_gives_the_same_conversations(tmp_path: Path, wrap: Any) -> None:
    """Nothing but conversations is read, by structure alone; the person's account never."""
    root = wrap(tmp_path)
    assert ADAPTER.claims(root)
    assert ids(root) == ["chatgpt:one", "chatgpt:two"]
    assert problems(root) == []
    assert "anna@example.org" not in repr(records(root))


@pytest.mark.parametrize(
    "files",
    [
        {"conversations.json": [{"uuid": "x", "name": "A Claude chat", "chat_messages": []}]},
        {"conversations.json": []},
        {"package.json": {"mapping": "no"}},
        {"editor.json": {"mapping": {"ctrl+k": {"command": "cut"}}}},
        {"a.json": [{"text": 'about "mapping": {} in words'}]},
    ],
)
def test_other_files_are_not_claimed(tmp_path: Path, files: dict[str, Any]) -> None:
    """Neither another product's export under the same name nor talk about one."""
    assert not ADAPTER.claims(write(tmp_path / "e", files))
    assert not ADAPTER.claims(zipped(tmp_path / "e.zip", files))


def test_a_downloads_folder_holds_several_exports(tmp_path: Path) -> None:
    """Each is one unit, sorted by its path; litter, hidden folders and symlinks are passed over."""
    zipped(tmp_path / "b.zip", {"conversations.json": [ONE], "__MACOSX/._conversations.json": b"\x00\x05\x16\x07"})
    write(tmp_path / "a", {"conversations.json": [TWO], "settings.json": {}})
    write(tmp_path / ".cache", {"conversations.json": [TWO]})
    zipped(tmp_path / "holiday.zip", {"IMG_1.jpg": b"\xff\xd8", "index.json": {}})
    (tmp_path / "loop").symlink_to(tmp_path)
    units = [unit for unit in ADAPTER.discover(tmp_path) if isinstance(unit, Unit)]
    assert [(unit.key, [file.name for file in unit.files]) for unit in units] == [
        ("a", ["conversations.json"]),
        ("b.zip", ["b.zip"]),
    ]


def test_references_lead_back(tmp_path: Path) -> None:
    """A member is addressed as `archive!member`, absolute, below the root."""
    archive = zipped(tmp_path / "e.zip", {"export/conversations.json": [ONE]})
    (found,) = conversations(tmp_path)
    assert found.source_ref == f"{archive}!export/conversations.json"
    assert found.attrs["root"] == str(tmp_path)
    assert found.messages[0].place == "m1"


def manifest(*parts: str, sizes: dict[str, int]) -> dict[str, Any]:
    files = [{"path": name, "size_bytes": size} for name, size in sizes.items()]
    logical = {"conversations.json": {"files": list(parts), "shard_count": len(parts), "sharded": True}}
    return {"export_files": files, "logical_files": logical, "manifest_file": "export_manifest.json", "version": 1}


def test_missing_and_short_parts_are_named(tmp_path: Path) -> None:
    """By the export's own manifest: which part is not there, which has fewer bytes than it should."""
    sizes = {f"conversations-00{n}.json": len(encoded([ONE])) for n in range(3)}
    listed = manifest(*sizes, sizes={**sizes, "conversations-001.json": 10_000})
    files = {"export_manifest.json": listed, "conversations-000.json": [ONE], "conversations-001.json": [TWO]}
    assert problems(zipped(tmp_path / "e.zip", files)) == [
        ("part cut short", f"conversations-001.json has {len(encoded([TWO]))} of 10,000 bytes: "
                           "download or unpack the export again."),
        ("missing part", "conversations-002.json, one of 3 parts, is not there: download or unpack the export again."),
    ]  # fmt: skip


def test_a_gap_in_the_numbers_is_told(tmp_path: Path) -> None:
    """Without a manifest the numbers themselves prove that a shard is missing."""
    root = write(tmp_path / "e", {"conversations-000.json": [ONE], "conversations-002.json": [TWO]})
    assert problems(root) == [("missing part", "conversations-001.json is not in the export: unpack it again.")]


def test_a_broken_conversation_costs_itself(tmp_path: Path) -> None:
    """Whatever its fault, its neighbours are read, and it is told with its place."""
    broken: list[Any] = [{"id": "b1", "mapping": None}, {"id": "b2", "mapping": [1]}, {"title": "no tree"}, 7, None]
    strange = {"id": "s", "mapping": {"a": 1, "b": {"message": {"author": [], "content": "x", "metadata": 3}}}}
    found = records(write(tmp_path / "e", {"c.json": [ONE, *broken, strange, TWO]}))
    assert [record.id for record in found if isinstance(record, Conversation)] == ["chatgpt:one", "chatgpt:two"]
    assert [(r.what, r.where.rsplit("#", 1)[1]) for r in found if isinstance(r, Problem)] == [
        ("damaged conversation", "1"),
        ("damaged conversation", "2"),
        ("not a conversation", "3"),
        ("unreadable element", "4"),
        ("unreadable element", "5"),
    ]
    assert [record.reason for record in found if isinstance(record, Skipped)] == ["empty"]


def test_a_file_cut_in_the_middle_gives_what_came_before(tmp_path: Path) -> None:
    """The cut is told; nothing is guessed of the conversation it went through."""
    whole = json.dumps([ONE, TWO])
    root = write(tmp_path / "e", {"c.json": whole[: len(whole) - 200]})
    assert ids(root) == ["chatgpt:one"]
    assert problems(root) == [("cut short", "element 2 has no end")]


def test_a_torn_conversation_in_the_middle_is_skipped(tmp_path: Path) -> None:
    """Reading goes on at the next thing that looks like a conversation."""
    first, torn, last = json.dumps(ONE), json.dumps(TWO), json.dumps({**ONE, "id": "three", "conversation_id": "three"})
    root = write(tmp_path / "e", {"c.json": f"[{first}, {torn[:300]}, {last}]"})
    assert ids(root) == ["chatgpt:one", "chatgpt:three"]
    assert [what for what, _ in problems(root)] == ["torn element"]


def test_identity_without_an_id(tmp_path: Path) -> None:
    """Either id serves; without both, one derived from the content, the same each time."""
    nameless = {key: value for key, value in ONE.items() if key not in ("id", "conversation_id")}
    assert read_one(tmp_path / "a", {**nameless, "conversation_id": "x"}).id == "chatgpt:x"
    first, again = (read_one(tmp_path / name, nameless).id for name in "bc")
    assert first == again and first.startswith("chatgpt:")


@pytest.mark.parametrize("title, shown", [("New chat", None), ("", None), (None, None), ("Two\nlines", "Two lines")])
def test_titles(tmp_path: Path, title: str | None, shown: str | None) -> None:
    """What the product calls every chat is no title; a title is one line."""
    assert read_one(tmp_path, {**ONE, "title": title}).title == shown


def test_marks_of_a_conversation(tmp_path: Path) -> None:
    """Archived, starred, voice, a custom GPT, and the wish not to be remembered are kept; none of them excludes."""
    marks = {"is_archived": True, "pinned_time": 1.0, "voice": "x", "gizmo_id": "g-abc", "is_do_not_remember": True}
    found = read_one(tmp_path, {**ONE, **marks})
    assert {name: found.attrs[name] for name in ("archived", "starred", "voice", "do_not_remember", "gizmo")} == {
        "archived": "1", "starred": "1", "voice": "1", "do_not_remember": "1", "gizmo": "g-abc",
    }  # fmt: skip
    assert found.project is None
    assert read_one(tmp_path, {**ONE, "conversation_template_id": "g-p-6"}).project == "g-p-6"


def test_a_share_is_a_mark_not_a_conversation(tmp_path: Path) -> None:
    """`shared_conversations.json` names shares by an id of their own."""
    shares = [{"id": "s1", "conversation_id": "one", "title": "Router", "is_anonymous": True}]
    found = conversations(write(tmp_path / "e", {"c.json": [ONE, TWO], "shared_conversations.json": shares}))
    assert [(one.id, one.attrs.get("shared")) for one in found] == [("chatgpt:one", "1"), ("chatgpt:two", None)]


def test_what_is_known_is_not_read_again(tmp_path: Path) -> None:
    """A conversation with the stored revision is only named; a later update is read."""
    root = write(tmp_path / "e", {"c.json": [ONE, {**TWO, "update_time": 1}]})
    (unit,) = (found for found in ADAPTER.discover(root) if isinstance(found, Unit))
    stored = {one.id: one.attrs["revision"] for one in conversations(root)}
    assert list(ADAPTER.read(unit, stored.get)) == [Unchanged("chatgpt:one"), Unchanged("chatgpt:two")]
    write(root, {"c.json": [ONE, {**TWO, "update_time": 2}]})
    assert [type(record) for record in ADAPTER.read(unit, stored.get)] == [Unchanged, Conversation]


def about(text: str, at: float = 0) -> dict[str, Any]:
    told = {"user_context_message_data": {"about_user_message": text, "about_model_message": "Be brief."}}
    content = {"content_type": "user_editable_context", "user_profile": f"wrapped ```{text}```"}
    return said("user", content=content, metadata={**told, "is_user_system_message": True}, at=at)


def test_custom_instructions_are_a_memory_of_their_own(tmp_path: Path) -> None:
    """Repeated in every chat, kept once, with the dates between which they held; never a turn of a chat."""
    later = {"create_time": ONE["create_time"] + 86_400}
    root = write(
        tmp_path / "e",
        {"c.json": [
            talk(about("I am a gardener."), said("user", "Hi"), id="a"),
            talk(about("I am a gardener."), said("user", "Ho"), id="b", **later),
        ]},
    )  # fmt: skip
    *chats, memory = conversations(root)
    assert [len(one.messages) for one in chats] == [1, 1]
    assert (memory.id, memory.kind) == ("chatgpt:custom-instructions", "memory")
    assert [(m.role, m.origin, m.text) for m in memory.messages] == [
        ("user", "person", "Be brief."), ("user", "person", "I am a gardener."),
    ]  # fmt: skip
    seen = json.loads(memory.attrs["seen"])
    assert set(map(tuple, seen.values())) == {("2026-03-02T11:13:20Z", "2026-03-03T11:13:20Z")}


def test_the_models_memory_is_the_models(tmp_path: Path) -> None:
    """What the product wrote down about the person is not theirs."""
    noted = said("assistant", content={"content_type": "model_editable_context", "model_set_context": "Likes red."})
    (memory,) = conversations(write(tmp_path / "e", {"c.json": [talk(noted)]}))
    assert (memory.kind, memory.messages[0].origin, memory.messages[0].text) == ("memory", "model", "Likes red.")


def picture(pointer: str) -> dict[str, Any]:
    return {"content_type": "image_asset_pointer", "asset_pointer": pointer, "width": 1, "height": 1, "metadata": None}


@pytest.mark.parametrize(
    "pointer, shown",
    [
        ("sediment://file_00000000aaaa0001bbbb0002cccc0003", "[image: Screenshot.png]"),
        ("file-service://file-OldStyle1", "[image: garden.jpg]"),
        ("sediment://file_00000000aaaa0001bbbb0002cccc0003#file_x#p_0.png", "[image: Screenshot.png]"),
        ("file-service://file-Gone", "[image not in export]"),
        (None, "[image not in export]"),
    ],
)
def test_pictures_are_named(tmp_path: Path, pointer: Any, shown: str) -> None:
    """By the export's own name map, or the file's name; one that is not there says so."""
    files = {
        "conversations.json": [talk(said("user", picture(pointer), "What is this?"))],
        "conversation_asset_file_names.json": {"file_00000000aaaa0001bbbb0002cccc0003.dat": "Screenshot.png"},
        "file_00000000aaaa0001bbbb0002cccc0003.dat": b"\x89PNG",
        "file-OldStyle1-garden.jpg": b"\xff\xd8",
    }
    for root in (zipped(tmp_path / "e.zip", files), write(tmp_path / "e", files)):
        (found,) = conversations(root)
        assert found.messages[0].text == f"{shown}\nWhat is this?"


def test_attachments_are_named(tmp_path: Path) -> None:
    """Once each, a picture under the name it was uploaded with."""
    attachments = [{"id": "file-A", "name": "plan.pdf"}, {"id": "file-B", "name": "garden.jpg"}]
    asked = said("user", picture("file-service://file-B"), "See", metadata={"attachments": attachments})
    assert message(tmp_path, asked).text == "[image not in export: garden.jpg]\nSee\n[attached: plan.pdf]"


def test_a_generated_picture_keeps_its_prompt(tmp_path: Path) -> None:
    """What was asked of the painter is text worth finding."""
    part = {**picture("file-service://file-D"), "metadata": {"dalle": {"prompt": "a red router, watercolour"}}}
    assert message(tmp_path, said("tool", part, name="dalle.text2im")).text == (
        "[image not in export]\na red router, watercolour"
    )


def library(**fields: Any) -> dict[str, Any]:
    row = {
        "id": {"id": "libfile_1"},
        "file_id": "file-R",
        "file_name": "Routers in 2026.md",
        "library_artifact_type": "report",
        "initiating_conversation_id": "one",
        "origination_message_id": "m1",
        "created_at": "2026-03-02T11:14:00Z",
    }
    return {**row, **fields}


@pytest.mark.parametrize(
    "pack", [lambda at, files: zipped(at / "e.zip", files), lambda at, files: write(at / "e", files)]
)
def test_a_report_that_only_the_library_knows(tmp_path: Path, pack: Any) -> None:
    """Slim exports prune the nodes that wrote it: it stands after the message that it came from."""
    files = {"c.json": [ONE], "library_files.json": [library()], "file-R.dat": "# Routers\nRed wins."}
    (found,) = conversations(pack(tmp_path, files))
    assert lines(found) == [
        "user: Which router?",
        "assistant: **Routers in 2026.md**\n\n# Routers\nRed wins.",
        "assistant: Red.",
    ]
    assert (found.messages[1].id, found.messages[1].created_at) == ("chatgpt:one#file-R", "2026-03-02T11:14:00Z")


@pytest.mark.parametrize(
    "row, content",
    [
        (library(library_artifact_type="image"), "# Routers"),
        (library(file_id="file-Gone"), "# Routers"),
        (library(initiating_conversation_id="two"), "# Routers"),
        (library(), b"%PDF\x00\xff"),
        (library(), "Red."),
    ],
    ids=["a picture", "not in the export", "of another chat", "no text", "said already"],
)
def test_other_files_of_the_library_are_only_named(tmp_path: Path, row: dict[str, Any], content: Any) -> None:
    """No message is made of what is no text, not there, or in the conversation as it is."""
    files = {"c.json": [ONE], "library_files.json": [row], "file-R.dat": content}
    (found,) = conversations(zipped(tmp_path / "e.zip", files))
    assert lines(found) == ["user: Which router?", "assistant: Red."]
