"""`musubi import` as its user meets it: what is recognised, what is said, what is remembered, what stays."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from compiler.cli import cli
from compiler.errors import MusubiError
from tests.adapters import opencode_homes, takeouts
from tests.adapters.chatgpt_exports import said, slim, talk, zipped
from tests.adapters.claude_exports import chat as claude_chat
from tests.adapters.claude_exports import turn

Musubi = Callable[..., str]


@pytest.fixture
def musubi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Musubi:
    """Runs a command in an empty home; its output, stdout and stderr together. An error is its sentence."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("MUSUBI_VAULT", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_DB"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(tmp_path)

    def run(command: str, *words: Any) -> str:
        quick = ["--no-embed"] if command in ("import", "compile") else []
        result = CliRunner().invoke(cli, [command, *map(str, words), "--vault", str(tmp_path / "vault"), *quick])
        if isinstance(result.exception, MusubiError):
            return f"error {result.exception.exit_code}: {result.exception}"
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output

    return run


def router(number: int = 0, turns: int = 2, **fields: Any) -> dict[str, Any]:
    """A ChatGPT conversation about routers."""
    roles = ("user", "assistant")
    messages = [
        said(roles[n % 2], f"Router {number}, message {n}: which one suits thick walls?", at=n * 10)
        for n in range(turns)
    ]
    return talk(*messages, id=f"6f1c0de0-0000-4000-8000-0000000000{number:02}", title=f"Router {number}", **fields)


def kettle() -> dict[str, Any]:
    turns = (turn("m1", "human", "How do I descale a kettle?"), turn("m2", "assistant", "With citric acid."))
    return claude_chat(*turns, uuid="6f1c0de0-0000-4000-8000-00000000aa01", name="Kettle")


def chatgpt_zip(path: Path, *conversations: dict[str, Any]) -> Path:
    return zipped(path, {"conversations.json": list(conversations), "user.json": {"id": "user-1"}})


def takeout_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        rows = [takeouts.record("Prompted what about bees?", takeouts.ANSWER)]
        archive.writestr(f"{takeouts.LOG}.json", json.dumps(rows))
    return path


def listed(musubi: Musubi) -> dict[str, int]:
    """Title → messages of every conversation in the store."""
    return {row["title"]: row["messages"] for row in json.loads(musubi("list", "--json").splitlines()[-1])}


def note_of(tmp_path: Path, words: str) -> Path:
    (note,) = [path for path in (tmp_path / "vault/Conversations").rglob("*.md") if words in path.name]
    return note


# Recognising


def test_a_zip_is_recognised_and_told(musubi: Musubi, tmp_path: Path) -> None:
    """Which product, how many conversations and messages, how many of them new."""
    told = musubi("import", chatgpt_zip(tmp_path / "my export (1).zip", router(1), router(2)))
    assert "my export (1).zip: ChatGPT export, 2 conversations, 4 messages\n" in told
    assert "ChatGPT: 2 new, 2 in all\n" in told


def test_a_downloads_folder_gives_its_exports_alone(musubi: Musubi, tmp_path: Path) -> None:
    """Each export is told; what is no export, however much it looks like one, is not claimed."""
    downloads = tmp_path / "Downloads"
    (downloads / "session/2024").mkdir(parents=True)
    chatgpt_zip(downloads / "chatgpt.zip", router())
    zipped(downloads / "data-2026-batch-0000.zip", {"conversations.json": [kettle()], "users.json": []})
    takeout_zip(downloads / "takeout-20260808-001.zip")
    with zipfile.ZipFile(downloads / "photos.zip", "w") as photos:
        photos.writestr("a.jpg", b"\xff\xd8" * 50)
        photos.writestr("meta.json", '{"mapping": {}, "header": "Gemini"}')
    (downloads / "session/2024/plan.json").write_text('{"id": "plan"}')
    (downloads / "package.json").write_text('{"name": "x", "mapping": {}}')
    (downloads / "data.jsonl").write_text('{"type": "user", "text": "x"}\n')
    (downloads / "logs.json").write_text("[]")
    (downloads / "store.db").write_bytes(b"SQLite format 3\x00" + bytes(100))
    (downloads / "Garden/.obsidian").mkdir(parents=True)
    (downloads / "Garden/Beds.md").write_text("Mine alone.")
    out = json.loads(musubi("import", downloads, "--json").splitlines()[-1])
    assert [(row["source"], Path(row["path"]).name, row["conversations"]) for row in out["imports"]] == [
        ("chatgpt", "chatgpt.zip", 1),
        ("claude", "data-2026-batch-0000.zip", 1),
        ("gemini", "takeout-20260808-001.zip", 1),
    ]
    assert set(out["sources"]) == {"chatgpt", "claude", "gemini"}


@pytest.mark.parametrize("shape", ["zip in a zip", "folder", "bare file"])
def test_every_container(musubi: Musubi, tmp_path: Path, shape: str) -> None:
    """A zip in a zip, an unpacked folder and a bare file hold the same conversation."""
    place = tmp_path / "from a friend"
    place.mkdir()
    path = chatgpt_zip(place / "inner.zip", router(7))
    if shape == "zip in a zip":
        with zipfile.ZipFile(tmp_path / "outer.zip", "w") as outer:
            outer.write(path, "inner.zip")
        path = tmp_path / "outer.zip"
    else:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place / "unpacked")
        path = place / "unpacked" if shape == "folder" else place / "unpacked/conversations.json"
    musubi("import", path)
    assert listed(musubi) == {"Router 7": 2}


def test_two_exports_zipped_together(musubi: Musubi, tmp_path: Path) -> None:
    """Zips inside a zip whose members have the same names are both read."""
    with zipfile.ZipFile(tmp_path / "both.zip", "w") as outer:
        for number in (1, 2):
            outer.write(chatgpt_zip(tmp_path / f"{number}.zip", router(number)), f"{number}.zip")
    musubi("import", tmp_path / "both.zip")
    assert listed(musubi) == {"Router 1": 2, "Router 2": 2}


def test_a_relative_path_is_remembered_whole(musubi: Musubi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later compile runs elsewhere."""
    chatgpt_zip(tmp_path / "export.zip", router())
    musubi("import", "export.zip")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "1 conversations" in musubi("compile")


def test_a_vault_and_a_tools_folder(musubi: Musubi, tmp_path: Path) -> None:
    """Other sources are recognised too, when handed over themselves, and told in one line each."""
    (tmp_path / "Garden/.obsidian").mkdir(parents=True)
    for name in ("Beds", "Seeds"):
        (tmp_path / f"Garden/{name}.md").write_text(f"About {name}.")
    (tmp_path / "Garden/Beds (conflicted copy).md").write_text("About Beds.")
    opencode_homes.database(
        tmp_path / "opencode", opencode_homes.user("Which port?"), opencode_homes.assistant("8080.")
    )
    told = musubi("import", tmp_path / "Garden", tmp_path / "opencode")
    assert "Garden: obsidian, 2 conversations, 2 messages, 1 skipped (sync conflict copy)\n" in told
    assert "opencode: opencode, 1 conversation, 2 messages\n" in told


# What is not recognised


def test_strange_paths_beside_an_export_are_named(musubi: Musubi, tmp_path: Path) -> None:
    """`musubi import ~/Downloads/*` takes what it knows and says why the rest was left."""
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as photos:
        photos.writestr("a.jpg", b"\xff\xd8")
    (tmp_path / "tax.pdf").write_bytes(b"%PDF")
    told = musubi("import", tmp_path / "photos.zip", chatgpt_zip(tmp_path / "e.zip", router()), tmp_path / "tax.pdf")
    assert "photos.zip: a zip without conversations" in told
    assert "tax.pdf: no format that Musubi reads" in told
    assert listed(musubi) == {"Router 0": 2}


def test_a_path_that_is_not_there_stops_nothing(musubi: Musubi, tmp_path: Path) -> None:
    """It is named, a `~` that no shell expanded is the home folder, and the other paths are imported."""
    chatgpt_zip(tmp_path / "home/export.zip", router())
    told = musubi("import", "~/export.zip", tmp_path / "gone.zip")
    assert "gone.zip: there is nothing there." in told
    assert "~/export.zip: ChatGPT export, 1 conversation, 2 messages\n" in told


def test_nothing_recognised_is_wrong_usage(musubi: Musubi, tmp_path: Path) -> None:
    """One sentence, nothing remembered, no vault made."""
    (tmp_path / "tax.pdf").write_bytes(b"%PDF")
    (tmp_path / "empty").mkdir()
    assert musubi("import", tmp_path / "tax.pdf", tmp_path / "empty").startswith("error 2: Nothing was imported.")
    assert not (tmp_path / "vault").exists()


def test_a_source_named_wrongly_is_refused(musubi: Musubi, tmp_path: Path) -> None:
    """`--source claude` for ChatGPT's zip finds nothing of Claude's."""
    said = musubi("import", chatgpt_zip(tmp_path / "e.zip", router()), "--source", "claude")
    assert "nothing of claude was found there" in said


# What an export lacks


def test_missing_shards_are_named(musubi: Musubi, tmp_path: Path) -> None:
    """The numbers of its neighbours prove that a part exists."""
    shards = {f"conversations-{n:03}.json": [router(n)] for n in (0, 2)}
    told = musubi("import", zipped(tmp_path / "shards.zip", shards))
    assert "  missing part: conversations-001.json is not in the export" in told


def test_a_missing_batch_is_named(musubi: Musubi, tmp_path: Path) -> None:
    """Claude's batches are zips of their own; what their numbers prove to be missing is said of the folder."""
    (tmp_path / "Downloads").mkdir()
    for number in (0, 2):
        batch = {"conversations.json": [{**kettle(), "uuid": f"6f1c0de0-0000-4000-8000-00000000aa0{number}"}]}
        zipped(tmp_path / f"Downloads/data-batch-{number:04}.zip", batch)
    told = musubi("import", tmp_path / "Downloads")
    assert "missing part: data-batch-0001.zip: not beside the other batches." in told


def test_a_zip_with_a_password_is_told(musubi: Musubi, tmp_path: Path) -> None:
    """Marked as encrypted, no member can be read."""
    path = chatgpt_zip(tmp_path / "locked.zip", router())
    data = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + flags] |= 1
            place = data.find(mark, place + 1)
    path.write_bytes(data)
    assert "a zip with a password; unpack it first." in musubi("import", path)


def test_a_zip_cut_short_gives_what_it_has(musubi: Musubi, tmp_path: Path) -> None:
    """What could be read is there; what is missing is said."""
    path = chatgpt_zip(tmp_path / "torn.zip", router(1), router(2))
    path.write_bytes(path.read_bytes()[:-120])
    told = musubi("import", path)
    assert "torn.zip: ChatGPT export, 2 conversations" in told
    assert "archive cut short" in told and "download it again" in told


# One conversation, one note


def test_the_same_export_under_two_names(musubi: Musubi, tmp_path: Path) -> None:
    """A browser's second download changes nothing in the vault."""
    first = chatgpt_zip(tmp_path / "export.zip", router())
    musubi("import", first)
    before = note_of(tmp_path, "Router").read_bytes()
    shutil.copy(first, tmp_path / "export (1).zip")
    assert "ChatGPT: 0 new, 1 in all" in musubi("import", tmp_path / "export (1).zip")
    assert note_of(tmp_path, "Router").read_bytes() == before


def test_a_later_export_adds_and_erases_nothing(musubi: Musubi, tmp_path: Path) -> None:
    """More turns in one conversation, another conversation deleted: both exports' words are kept."""
    musubi("import", chatgpt_zip(tmp_path / "may.zip", router(1), router(2)))
    told = musubi("import", chatgpt_zip(tmp_path / "june.zip", router(1, turns=4, update_time=1_780_000_000.0)))
    assert "ChatGPT: 0 new, 2 in all" in told
    assert listed(musubi) == {"Router 1": 4, "Router 2": 2}


@pytest.mark.parametrize("order", [("classic", "slim"), ("slim", "classic")])
def test_classic_and_slim_in_either_order(musubi: Musubi, tmp_path: Path, order: tuple[str, str]) -> None:
    """The slim export of 2026 knows less of each message; what the classic one knew stays."""
    classic = router(3, turns=4)
    chatgpt_zip(tmp_path / "classic.zip", classic)
    chatgpt_zip(tmp_path / "slim.zip", slim(classic))
    for name in order:
        musubi("import", tmp_path / f"{name}.zip")
    shown = json.loads(musubi("show", "chatgpt:6f1c0de0", "--json").splitlines()[-1])
    assert [message["role"] for message in shown["messages"]] == ["user", "assistant"] * 2


def test_a_gemini_turn_that_gains_its_address(musubi: Musubi, tmp_path: Path) -> None:
    """Older Takeouts name no conversation, newer ones do: the turn moves to its conversation and is told once."""
    chat = "8f60459ed7eee35e"
    old = [takeouts.record("Prompted what about bees?", takeouts.ANSWER)]
    new = [
        takeouts.record("Prompted and wasps?", "<p>Also insects.</p>", "2026-08-08T12:05:00Z", chat),
        takeouts.record("Prompted what about bees?", takeouts.ANSWER, chat=chat),
    ]
    for name, rows in (("old", old), ("new", new)):
        takeouts.log(tmp_path / name, *rows)
        musubi("import", tmp_path / name)
    assert sorted(listed(musubi).values()) == [4]


# Later compiles


def test_an_unchanged_export_is_not_read_again(musubi: Musubi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compile looks whether it changed, and leaves it."""
    from adapters.chatgpt import ADAPTER

    musubi("import", chatgpt_zip(tmp_path / "export.zip", router()))
    reads: list[str] = []
    monkeypatch.setattr(type(ADAPTER), "read", lambda self, unit, known=None: reads.append(unit.key) or iter(()))
    assert "0 notes" in musubi("compile")
    assert reads == []


def test_the_next_export_in_an_imported_folder_is_found(musubi: Musubi, tmp_path: Path) -> None:
    """Handing over the Downloads folder once is enough, whatever product the next one comes from."""
    (tmp_path / "Downloads").mkdir()
    chatgpt_zip(tmp_path / "Downloads/may.zip", router(1))
    musubi("import", tmp_path / "Downloads")
    chatgpt_zip(tmp_path / "Downloads/june.zip", router(2))
    zipped(tmp_path / "Downloads/claude.zip", {"conversations.json": [kettle()]})
    musubi("compile")
    assert listed(musubi) == {"Kettle": 2, "Router 1": 2, "Router 2": 2}


def test_a_renamed_or_removed_export_takes_nothing_along(musubi: Musubi, tmp_path: Path) -> None:
    """The archive outlives its source: the note stays, marked as gone, and is whole again when the export is back."""
    export = chatgpt_zip(tmp_path / "export.zip", router())
    musubi("import", export)
    before = note_of(tmp_path, "Router").read_bytes()
    export.rename(tmp_path / "renamed.zip")
    musubi("compile")
    assert listed(musubi) == {"Router 0": 2}
    assert note_of(tmp_path, "Router").exists()
    musubi("import", tmp_path / "renamed.zip")
    assert note_of(tmp_path, "Router").read_bytes() == before.replace(b"export.zip", b"renamed.zip")


def test_a_lost_store_is_filled_from_the_remembered_imports(musubi: Musubi, tmp_path: Path) -> None:
    """The lock remembers what was handed over; the same notes come back."""
    musubi("import", chatgpt_zip(tmp_path / "export.zip", router()))
    before = note_of(tmp_path, "Router").read_bytes()
    for file in (tmp_path / "vault/.musubi").glob("musubi.db*"):
        file.unlink()
    musubi("compile")
    assert listed(musubi) == {"Router 0": 2}
    assert note_of(tmp_path, "Router").read_bytes() == before


# Copies


def test_no_copy_is_made_unasked(musubi: Musubi, tmp_path: Path) -> None:
    """The export stays where it is, as it is."""
    export = chatgpt_zip(tmp_path / "export.zip", router())
    before = export.read_bytes()
    musubi("import", export)
    assert export.read_bytes() == before
    assert not (tmp_path / "vault/.musubi/imports").exists()


def test_a_copy_outlives_the_download(musubi: Musubi, tmp_path: Path) -> None:
    """With `--copy` the vault keeps the export, out of git's sight, and reads it from there wherever it is moved."""
    export = chatgpt_zip(tmp_path / "export.zip", router())
    musubi("import", export, "--copy")
    kept = tmp_path / "vault/.musubi/imports"
    assert (kept / "export.zip").read_bytes() == export.read_bytes()
    assert (kept / ".gitignore").read_text() == "*\n"
    export.unlink()
    lock = (tmp_path / "vault/.musubi/musubi.lock").read_text()
    assert 'import [".musubi/imports/export.zip", "chatgpt"]' in lock
    for file in (tmp_path / "vault/.musubi").glob("musubi.db*"):
        file.unlink()
    musubi("compile")
    assert listed(musubi) == {"Router 0": 2}


def test_another_file_of_one_name_is_copied_beside(musubi: Musubi, tmp_path: Path) -> None:
    """Both stay; the same bytes are kept once."""
    for folder, number in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        musubi("import", chatgpt_zip(tmp_path / folder / "export.zip", router(number)), "--copy")
    shutil.copytree(tmp_path / "a", tmp_path / "c")
    musubi("import", tmp_path / "c/export.zip", "--copy")
    assert len(list((tmp_path / "vault/.musubi/imports").glob("export*.zip"))) == 2
    assert listed(musubi) == {"Router 1": 2, "Router 2": 2}


def test_of_a_folder_only_what_was_recognised_is_copied(musubi: Musubi, tmp_path: Path) -> None:
    """Not the person's whole Downloads."""
    (tmp_path / "Downloads/old").mkdir(parents=True)
    chatgpt_zip(tmp_path / "Downloads/old/export.zip", router())
    (tmp_path / "Downloads/film.mkv").write_bytes(bytes(1000))
    musubi("import", tmp_path / "Downloads", "--copy")
    kept = tmp_path / "vault/.musubi/imports"
    assert [path.name for path in kept.rglob("*") if path.is_file()] == [".gitignore", "export.zip"]
