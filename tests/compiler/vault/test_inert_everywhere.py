"""The hostile set in every kind of page: topics, entities, days, profile, map and bases too."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml

from compiler import build, vault
from compiler.config import Config
from compiler.events import Silent
from compiler.passes import PassContext, filters
from compiler.passes.order import PASSES
from compiler.store.connection import open_store
from compiler.vault import properties
from compiler.vault.escape.languages import ALLOWED
from tests.compiler.vault import obsidian
from tests.compiler.vault.believable import config, put
from tests.compiler.vault.test_inert import PAYLOADS, PLACES, hostile


@dataclass
class Whole:
    root: Path
    notes: dict[str, obsidian.Read]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """Every payload four times, each time in another place, through every pass but the distillation."""
    settings = config(tmp_path_factory.mktemp("hostile"))
    settings = replace(settings, pages=replace(settings.pages, transcripts=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filters, "shown", tuple)
        compile_hostile(settings)
    yield Whole(settings.vault, {
        p.relative_to(settings.vault).as_posix(): obsidian.read(p.read_text("utf-8"))
        for p in sorted(settings.vault.rglob("*.md"))
    })  # fmt: skip


def compile_hostile(settings: Config) -> None:
    with open_store(settings.store) as store:
        for n in range(4 * len(PAYLOADS)):
            put(store, *hostile(n, PAYLOADS[n % len(PAYLOADS)], PLACES[(n * 7 + n // len(PAYLOADS)) % len(PLACES)]))
        ctx = PassContext(store, settings, Silent())
        for step in PASSES:
            if step.name not in ("chunk", "distil"):
                assert build.run_pass(ctx, step).failed == 0
        vault.write(store, settings, Silent())


def test_every_kind_of_page_is_there(whole: Whole) -> None:
    """So that what follows says something of each."""
    kinds = Counter(str(note.properties["kind"]) for note in whole.notes.values())
    assert {
        "conversation",
        "decision",
        "decisions",
        "loops",
        "transcript",
        "entity",
        "day",
        "profile",
        "home",
    } <= kinds.keys()
    assert list(whole.root.rglob("*.base"))


def test_nothing_acts_but_what_the_compiler_means(whole: Whole) -> None:
    """No tag, comment, field, HTML, image, footnote, mathematics, template or query anywhere; tasks in one place."""
    for path, note in whole.notes.items():
        seen = {
            name: count for name, count in note.seen.items() if count and name not in ("em_open", "s_open", "strike")
        }
        # Our own: links to bases are embeds, superseded decisions are struck, emphasis is ours.
        assert seen.pop("bracket", 0) == 2 * len(note.tasks), path
        assert not seen.keys() - {"raw ![", "table_open"}, path
        assert seen.get("raw ![", 0) == len(note.embeds), path
        assert all(re.fullmatch(r"[^#|]+\.(base|canvas)(#[^|]*)?", embed) for embed in note.embeds), path
        assert note.tasks == [] or path == "Open loops.md", path
        assert set(note.fences) <= ALLOWED | ({"mermaid"} if path == "Home.md" else set()), path


def test_the_figure_on_home_holds_words_alone(whole: Whole) -> None:
    """Nodes and ties; no label can end its quotes, add a click or a style."""
    body = whole.notes["Home.md"].body
    for row in re.findall(r"```mermaid\ngraph LR\n(.*?)\n```", body, re.DOTALL)[:1]:
        for line in row.split("\n"):
            assert re.fullmatch(r"""  (t\d+\["[\w .,+&'()-]+"\]|t\d+ --- t\d+)""", line)


def test_every_link_of_every_page_resolves(whole: Whole) -> None:
    """To a file by its full path, and to one block of it."""
    for path, note in whole.notes.items():
        assert len(set(note.blocks)) == len(note.blocks), path
        for link in note.links:
            target, _, block = link.split("|")[0].partition("#^")
            assert (whole.root / f"{target}.md").is_file() or (whole.root / target).is_file(), (path, link)
            assert not block or whole.notes[f"{target}.md"].blocks.count(block) == 1, (path, link)


def test_properties_of_every_page_are_flat_and_known(whole: Whole) -> None:
    """Names from the one list; values are texts and lists of texts; whole links resolve."""
    for path, note in whole.notes.items():
        assert note.properties.keys() <= properties.NAMES.keys(), path
        for value in note.properties.values():
            for one in value if isinstance(value, list) else [value]:
                assert isinstance(one, str)
                assert "<%" not in one
                if "[[" in one:
                    target = one.removeprefix("[[").split("|")[0].split("#")[0]
                    assert (whole.root / f"{target}.md").is_file(), (path, one)


def test_names_of_every_file_are_legal_and_unique(whole: Whole) -> None:
    """On every platform, in links, ignoring case."""
    paths = [p.relative_to(whole.root).as_posix() for p in whole.root.rglob("*") if p.is_file()]
    paths = [path for path in paths if not path.startswith(".musubi/")]
    assert len({path.rsplit("/", 1)[-1].casefold() for path in paths}) == len(paths)
    for path in paths:
        assert not re.search(r'[\\:*?"<>|#^\[\]\x00-\x1f]|%%', path)
        assert len(path) <= 160
        assert all(0 < len(part.encode()) <= 120 and part == part.strip(" ") for part in path.split("/"))


def test_canvases_hold_only_texts_files_and_groups(whole: Whole) -> None:
    """No card loads a web page; every file card names a file; texts act no more than in notes."""
    for path in whole.root.rglob("*.canvas"):
        canvas = json.loads(path.read_text("utf-8"))
        assert {node["type"] for node in canvas["nodes"]} <= {"text", "file", "group"}
        for node in canvas["nodes"]:
            if node["type"] == "file":
                assert (whole.root / node["file"]).is_file()
            elif node["type"] == "text":
                read = obsidian.read(f"---\nkind: card\n---\n\n{node['text']}\n")
                assert read.embeds == read.tasks == []
            else:
                assert not re.search(r"\[\[|%%|<%|\n", node.get("label", ""))


def test_bases_hold_nothing_of_the_transcripts(whole: Whole) -> None:
    """They are the same whatever was said."""
    for path in whole.root.rglob("*.base"):
        text = path.read_text("utf-8")
        assert isinstance(yaml.safe_load(text), dict)
        assert not any(payload.split("\n")[0] in text for payload in PAYLOADS if len(payload.split("\n")[0]) > 8)
