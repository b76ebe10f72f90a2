"""The rules for generated vaults, asserted over a vault of believable and hostile conversations.

Numbers in the names are those of the list of assertions the rules come from. What concerns runs, edits and escaping in
depth is tested beside: test_writer, test_edits, test_escape, test_inert.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml as pyyaml

from compiler import vault
from compiler.events import Silent
from compiler.store.connection import open_store
from compiler.vault import properties, yaml
from compiler.vault.escape.languages import ALLOWED
from tests.compiler.vault import obsidian
from tests.compiler.vault.believable import believable, config, put
from tests.compiler.vault.test_inert import PAYLOADS, hostile

FORBIDDEN = re.compile(r'[\\:*?"<>|#^\[\]]|%%')
DEVICES = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
CONFLICT = re.compile(r"(?i)sync-conflict-|conflicted copy|\s\d\.md$")
UNSEEN = re.compile("[\r\x00\x80-\x9f\ufeff\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass
class Vault:
    files: dict[str, bytes]
    notes: dict[str, obsidian.Read]
    ids: set[str]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    root = tmp_path_factory.mktemp("vault")
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text("{}")
    settings = config(root)
    with open_store(settings.store) as store:
        for conversation, note in believable():
            put(store, conversation, note)
        places = ("user text", "note title", "decision text", "loop text", "project")
        for n, payload in enumerate(PAYLOADS):
            put(store, *hostile(n, payload, places[n % len(places)]))
        vault.write(store, settings, Silent())
        ids = {row[0] for row in store.execute("SELECT id FROM conversations UNION SELECT id FROM items")}
    files = {
        p.relative_to(root).as_posix(): p.read_bytes()
        for p in sorted(root.rglob("*"))
        if p.is_file() and not p.relative_to(root).parts[0].startswith(".")
    }
    assert [p.name for p in (root / ".obsidian").iterdir()] == ["app.json"]  # 5
    return Vault(files, {p: obsidian.read(b.decode()) for p, b in files.items() if p.endswith(".md")}, ids)


def test_01_paths_are_legal_everywhere(made: Vault) -> None:
    """On every platform, in a link, in Git."""
    for path in made.files:
        assert path == unicodedata.normalize("NFC", path)
        assert len(path) <= 160
        assert not FORBIDDEN.search(path)
        for part in path.split("/"):
            assert len(part.encode()) <= 120
            assert not part.startswith(".")
            assert not part.endswith((".", " "))
            assert not DEVICES.match(part)


def test_02_base_names_are_unique(made: Vault) -> None:
    """Ignoring case and Unicode form, and never like a conflict copy."""
    names = [unicodedata.normalize("NFC", path.rsplit("/", 1)[-1]).casefold() for path in made.files]
    assert len(set(names)) == len(names)
    assert not [name for name in names if CONFLICT.search(name)]


def test_03_files_are_clean_text(made: Vault) -> None:
    """UTF-8, LF, one newline at the end, nothing unseen."""
    for path, data in made.files.items():
        text = data.decode("utf-8", "strict")
        assert not UNSEEN.search(text), path
        assert text.endswith("\n") or path.endswith(".canvas")  # the app itself ends one without
        assert not text.endswith("\n\n")


def test_07_09_properties_are_flat_and_ids_exact(made: Vault) -> None:
    """A mapping of scalars and lists; ids are texts to readers of YAML 1.1 and 1.2, and lead back to the store."""
    for path, note in made.notes.items():
        read = yaml.load(note.front)
        assert read is not None, path
        for value in read.values():
            assert all(isinstance(v, str | int | float | bool) for v in (value if isinstance(value, list) else [value]))
        page_id = properties.read_page_id(str(read["musubi_id"]))
        assert page_id in made.ids or page_id.startswith(("page:", "day:", "topic:", "entity:"))
        assert isinstance(pyyaml.safe_load(note.front)["musubi_id"], str)


def test_08_blocks_are_a_fixed_point(made: Vault) -> None:
    """Reading and writing a block again changes no byte: an edit in the app changes one line."""
    for note in made.notes.values():
        read = yaml.load(note.front) or {}
        pairs = [(key, tuple(value) if isinstance(value, list) else value) for key, value in read.items()]
        assert yaml.dump(pairs) == note.front + "\n"


def test_10_12_names_have_one_type(made: Vault) -> None:
    """Known names only; dates and times in the one form that the app knows."""
    types: dict[str, set[str]] = defaultdict(set)
    for note in made.notes.values():
        for name, value in (yaml.load(note.front) or {}).items():
            assert name in properties.NAMES
            types[name].add(type(value).__name__)
            if properties.NAMES[name] == "date":
                assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", value)
            if properties.NAMES[name] == "datetime":
                assert re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}", value)
    assert all(len(found) == 1 for found in types.values()), types


def test_13_14_property_values(made: Vault) -> None:
    """A link is the whole value and resolves; no value is long; numbers are exact in JavaScript."""
    for note in made.notes.values():
        for value in (yaml.load(note.front) or {}).values():
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str):
                    assert "\n" not in one
                    assert len(one) <= 250
                    if "[[" in one:
                        found = re.fullmatch(r"\[\[([^\[\]|#]+)(#\^[\w-]+)?\|[^\[\]|]+\]\]", one)
                        assert found
                        assert found[1] + ".md" in made.notes
                elif isinstance(one, int):
                    assert abs(one) < 2**53


def test_15_16_every_link_resolves(made: Vault) -> None:
    """To exactly one file by its full path, and to one block of it."""
    for path, note in made.notes.items():
        assert note.embeds == []
        assert len({b.lower() for b in note.blocks}) == len(note.blocks), path
        for link in note.links:
            target, _, block = link.split("|")[0].partition("#^")
            if target.endswith((".base", ".canvas")):
                assert target in made.files, link
                continue
            assert target + ".md" in made.notes, link
            assert not block or made.notes[target + ".md"].blocks.count(block) == 1, link


def test_17_block_ids_stand_where_they_work(made: Vault) -> None:
    """On a line of their own between blank lines, or at the end of a list item."""
    for note in made.notes.values():
        lines = note.body.split("\n")
        for n, row in enumerate(lines):
            if re.fullmatch(r"\^[\w-]+", row):
                assert lines[n - 1] == lines[n + 1] == ""
            elif re.search(r" \^[dflkm]-[0-9a-f]{6}$", row):
                assert row.startswith(("- ", "  - "))


def test_18_19_link_texts_are_plain(made: Vault) -> None:
    """No bracket or bar in a text; evidence points at blocks, never at headings."""
    for note in made.notes.values():
        for link in note.links:
            assert link.count("|") == 1
            assert "\\" not in link
            assert re.fullmatch(r"[^#]*(#\^[\w-]+)?", link.split("|")[0])


def test_20_headings(made: Vault) -> None:
    """Unique per note, all of one level."""
    for path, note in made.notes.items():
        assert len(set(note.headings)) == len(note.headings), path
        assert {h.split(" ")[0] for h in note.headings} <= {"h2"}


def test_22_23_quotes_and_fences_are_closed(made: Vault) -> None:
    """After a quote comes a blank line; every fence is closed and of a plain language."""
    for note in made.notes.values():
        lines = note.body.split("\n")
        for n, row in enumerate(lines[:-1]):
            if row.startswith(">") and not lines[n + 1].startswith(">"):
                assert lines[n + 1] == ""
        assert set(note.fences) <= ALLOWED


def test_24_tasks_stand_in_one_place(made: Vault) -> None:
    """Open loops holds one task a loop, one line each, its id at the end; no other note holds any."""
    for path, note in made.notes.items():
        if path != "Open loops.md":
            assert note.tasks == []
    tasks = made.notes["Open loops.md"].tasks
    assert tasks
    assert all(re.fullmatch(r"\[[ x]\] .* \^l-[0-9a-f]{6}", task) for task in tasks)
    assert len(set(tasks)) == len(tasks)


def test_28_nothing_is_loaded_from_outside(made: Vault) -> None:
    """No image, no frame, no link node."""
    for note in made.notes.values():
        assert not note.seen["image"]
        assert not note.seen["html_block"] + note.seen["html_inline"]
        assert not re.search(r"(?i)!\[[^\]]*\]\(|<(img|iframe|video|audio|object|embed|link|script)\b", note.body)


def test_30_a_message_cut_anywhere_ends_where_it_ends(tmp_path: Path) -> None:
    """Whatever is left open in a message, the next section stands at its own level."""
    settings = config(tmp_path)
    text = "```py\nx = [1\n``` and <div> %% **b [c](d"
    with open_store(settings.store) as store:
        for n in range(1, len(text)):
            put(store, *hostile(n, text[:n], "user text"))
        vault.write(store, settings, Silent())
    for path in (tmp_path / "Conversations").rglob("*.md"):
        note = obsidian.read(path.read_text())
        assert note.headings[-2:] == ["h2 Evidence", "h2 Notes"]
        assert len(note.blocks) == 8


def test_40_sizes_stay_within_the_budget(made: Vault) -> None:
    """Notes, lines, properties: what a phone can open."""
    for path, data in made.files.items():
        assert len(data) <= 200_000
        assert max(map(len, data.decode().split("\n"))) <= 10_000
        if path in made.notes:
            assert len(made.notes[path].properties) <= 25
