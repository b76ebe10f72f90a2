"""One conversation more, in a vault of three hundred: what changes, and what does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler import vault
from compiler.events import Silent
from compiler.records import Entity
from compiler.store import topics, vault_files
from compiler.store.connection import Store, open_store
from tests.compiler.passes.invented import config, run, tell
from tests.compiler.vault.test_writer import tree

SUBJECTS = ("tide table", "rye sourdough", "moving van", "tomato seedlings", "winter cycling", "choir notes")
THINGS = ("Litestream", "Munkholmen", "Skoltegrunn", "Flettverk", "Kornmo", "Bybanen")
WORDS = ("harbour", "kitchen", "garden", "bridge", "cellar", "ferry", "market", "attic", "office", "island")


def fill(store: Store) -> None:
    """Fifty conversations on each of six subjects, each fifth with a decision, a loop and a fact of its own."""
    for n in range(300):
        subject, word = SUBJECTS[n % 6], f"{WORDS[n % 10]}{n}"
        vector = [0.0] * 16
        vector[n % 6], vector[6 + n % 10] = 1.0, 0.4
        lines = (
            ("decision", f"Use method {word} for the {subject}"),
            ("loop", f"Buy {word} tickets for the {subject} evening"),
            ("fact", f"User prefers {word} tea with the {subject}"),
        )
        tell(
            store, f"c{n:03}", f"2026-{1 + n // 28:02}-{1 + n % 28:02}", *(lines if n % 5 == 0 else ()),
            title=f"About the {subject} of {word}", summary=f"The {subject} and {word}.", vector=vector,
            entities=[Entity(THINGS[n % 6], "place")] if n % 3 == 0 else [],
        )  # fmt: skip


@pytest.fixture
def changed(tmp_path: Path) -> Iterator[tuple[dict[str, bytes], dict[str, bytes]]]:
    """The vault before and after a conversation that takes a decision back and closes a loop."""
    settings = config(tmp_path)
    with open_store(settings.store) as store:
        fill(store)
        run(store, settings)
        vault.write(store, settings, Silent())
        before = tree(tmp_path)
        vector = [1.0] + [0.0] * 15
        tell(
            store, "new", "2026-12-01",
            ("decision", "Use paper instead of method harbour120 for the tide table"),
            ("key_point", "The harbour120 tickets for the tide table evening are bought and paid."),
            title="Tide table on paper", summary="Paper after all.", vector=vector,
            entities=[Entity("Litestream", "place")],
        )  # fmt: skip
        run(store, settings)
        vault.write(store, settings, Silent())
        yield before, tree(tmp_path)


def short(path: str) -> str:
    return path.rsplit("/", 1)[-1].split(" (")[0]


def test_only_what_the_conversation_touches_changes(changed: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    """Home, the indexes, its day, its topic and entity, the decision it replaces and the loop it closes."""
    before, after = changed
    assert {short(path) for path in after.keys() - before.keys()} == {
        "2026-12-01 Tide table on paper",
        "2026-12-01.md",
        "2026-12-01 Use paper instead of method harbour120 for the tide table",
    }
    assert before.keys() <= after.keys()
    assert {short(path) for path in before if before[path] != after[path]} == {
        "Home.md",
        "Decisions.md",
        "Open loops.md",
        "Tide table.md",
        "Litestream.md",
        "2026-05-09 Use method harbour120 for the tide table",  # replaced
        "2026-05-09 About the tide table of harbour120",  # its loop is closed
    }


def test_pages_of_lists_grow_by_lines(changed: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    """One fact a line: the topic's page gains a decision and a conversation, and strikes out what was replaced."""
    before, after = (
        next(text.decode().split("\n") for path, text in c.items() if path.endswith("Tide table.md")) for c in changed
    )
    assert [line[:26] for line in after if line not in before] == [
        "conversations: 51",
        "last_seen: 2026-12-01",
        "51 conversations, 2026-01-",
        "- 2026-12-01 [[Decisions/2",
        "- 2026-05-09 ~~[[Decisions",
        "- 2026-12-01 [[Conversatio",
    ]


def test_the_map_keeps_its_places_when_a_topic_comes(tmp_path: Path) -> None:
    """Cards that were there do not move, and no two intersect."""
    settings = config(tmp_path)
    with open_store(settings.store) as store:
        fill(store)
        run(store, settings)
        vault.write(store, settings, Silent())
        before = cards(tmp_path)
        for n in range(160):
            vector = [0.0] * 32
            vector[20], vector[22 + n % 8] = 1.0, 0.2
            tell(store, f"k{n}", "2026-12-02", title=f"Kayak hull {n}", summary="A hull.", vector=vector)
        run(store, settings)
        vault.write(store, settings, Silent())
        after = cards(tmp_path)
        assert len(topics.places(store)) == len(after) > len(before)
    assert {i: after[i] for i in before} == before
    boxes = list(after.values())
    for n, (x, y, w, h) in enumerate(boxes):
        for other_x, other_y, other_w, other_h in boxes[:n]:
            assert x + w <= other_x or other_x + other_w <= x or y + h <= other_y or other_y + other_h <= y


def test_a_store_made_anew_from_the_lock_gives_the_same_bytes(tmp_path: Path) -> None:
    """The taxonomy and the places of cards lie in the lock: what grew over time is not proposed anew."""
    settings = config(tmp_path)
    with open_store(settings.store) as store:
        fill(store)
        run(store, settings)
        vault.write(store, settings, Silent())
        tell(store, "new", "2026-12-01", ("loop", "Fold the tide table"), title="Tide table on paper", vector=[1.0])
        run(store, settings)
        vault.write(store, settings, Silent())
        before = tree(tmp_path)
    for file in settings.store.parent.glob("musubi.db*"):
        file.unlink()
    with open_store(settings.store) as store:
        vault.recover(store, settings, Silent())
        fill(store)
        tell(store, "new", "2026-12-01", ("loop", "Fold the tide table"), title="Tide table on paper", vector=[1.0])
        run(store, settings)
        vault.read_edits(store, settings, Silent())
        counts = vault.write(store, settings, Silent())
        assert vault_files.names(store)
    assert tree(tmp_path) == before
    assert counts.written == 0


def test_related_points_to_earlier_conversations(changed: tuple[dict[str, bytes], dict[str, bytes]]) -> None:
    """The new note looks back; none looks forward to it but the pages over all."""
    _, after = changed
    new = next(text.decode() for path, text in after.items() if "Tide table on paper" in path)
    assert new.split("## Related")[1].count("- earlier [[Conversations/") == 3
    assert not [
        p for p in after if p.startswith("Conversations/") and b"Tide table on paper" in after[p] and "paper" not in p
    ]


def cards(root: Path) -> dict[str, tuple[int, int, int, int]]:
    """Card → place and size."""
    canvas = json.loads((root / "Map.canvas").read_text())
    return {n["file"]: (n["x"], n["y"], n["width"], n["height"]) for n in canvas["nodes"]}
