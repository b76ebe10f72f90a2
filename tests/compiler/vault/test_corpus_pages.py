"""The pages over all conversations, as a person reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from compiler import vault
from compiler.events import Silent
from compiler.records import Entity
from compiler.store.connection import Store, open_store
from tests.compiler.passes.invented import config, run, tell


@dataclass
class Desk:
    root: Path
    store: Store

    def compile(self) -> None:
        settings = config(self.root)
        vault.read_edits(self.store, settings, Silent())
        run(self.store, settings)
        vault.write(self.store, settings, Silent())

    def read(self, name: str) -> str:
        """The one page whose path holds this, below its properties."""
        (found,) = [p for p in sorted(self.root.rglob("*.md")) if name in p.relative_to(self.root).as_posix()]
        return found.read_text().split("---\n", 2)[2]

    def edit(self, name: str, old: str, new: str) -> None:
        (found,) = [p for p in sorted(self.root.rglob("*.md")) if name in p.relative_to(self.root).as_posix()]
        text = found.read_text()
        assert old in text
        found.write_text(text.replace(old, new))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Nine conversations of a person who runs a tide table and bakes."""
    settings = config(tmp_path)
    place, tool = Entity("Bergen", "place"), Entity("Litestream", "tool")
    with open_store(settings.store) as store:
        tell(
            store, "t1", "2026-06-02",
            ("decision", "Use Postgres for the tide cache"), ("fact", "User lives in Bergen."),
            title="Tide table cache", summary="Where the tide table lies.", vector=[1], entities=[place],
        )  # fmt: skip
        tell(
            store, "t2", "2026-06-20", ("loop", "Send the letter about gauge data to the harbour office"),
            title="Tide table letter", summary="A letter about the tide table.", vector=[1], entities=[place],
        )  # fmt: skip
        tell(
            store, "t3", "2026-07-07",
            ("decision", "Use SQLite with Litestream instead of Postgres for the tide cache"),
            title="Tide table again", summary="SQLite does for the tide table.", vector=[1], entities=[tool],
        )  # fmt: skip
        tell(
            store, "t4", "2026-08-20",
            ("key_point", "The letter about gauge data was answered by the harbour office."),
            ("fact", "User lives in Trondheim now."),
            title="Tide table answer", summary="About the tide table.", vector=[1], entities=[tool],
        )  # fmt: skip
        for n in range(4):
            tell(store, f"b{n}", f"2026-07-1{n}", title=f"Rye sourdough {'crust' if n % 2 else 'starter'}",
                 summary="Rye sourdough.", vector=[0, 1])  # fmt: skip
        tell(store, "x", "2026-08-25", title="Knots", summary="14 knots are 7.2 m/s.", vector=[0] * 20 + [1])
        opened = Desk(tmp_path, store)
        opened.compile()
        yield opened


def test_a_decision_note_answers_what_when_why_and_what_it_replaced(desk: Desk) -> None:
    """And the old one says by what."""
    new = desk.read("Decisions/2026/2026-07-07")
    assert "Use SQLite with Litestream instead of Postgres for the tide cache" in new
    assert "**Replaces:**\n\n- 2026-06-02 [[Decisions/2026/2026-06-02 Use Postgres" in new
    old = desk.read("Decisions/2026/2026-06-02")
    assert (
        "~~Use Postgres for the tide cache~~\n\n**Replaced** on 2026-07-07 **by:** [[Decisions/2026/2026-07-07" in old
    )


def test_the_index_strikes_out_what_was_replaced(desk: Desk) -> None:
    """Linked forward, with both dates."""
    (line,) = [row for row in desk.read("Decisions.md").split("\n") if "~~" in row]
    assert line.startswith("- 2026-06-02 ~~[[Decisions/2026/2026-06-02 Use Postgres")
    assert "~~ → 2026-07-07 [[Decisions/2026/2026-07-07 Use SQLite" in line


def test_a_closed_loop_says_what_closed_it(desk: Desk) -> None:
    """One ticked task with the evidence of closing."""
    page = desk.read("Open loops.md")
    assert "- [ ]" not in page
    (line,) = [row for row in page.split("\n") if row.startswith("- [x]")]
    assert "· closed 2026-08-20 by [[Conversations/2026/2026-08-20 Tide table answer" in line
    assert ": The letter about gauge data was answered by the harbour office." in line


def test_the_profile_tells_since_when_and_what_was_before(desk: Desk) -> None:
    """Each half cited."""
    (line,) = [row for row in desk.read("Profile.md").split("\n") if "Trondheim" in row]
    assert line.startswith(
        "- Lives in Trondheim now, since 2026-08 (before: Bergen [[Conversations/2026/2026-06-02 Tide table cache"
    )
    assert "[[Conversations/2026/2026-08-20 Tide table answer" in line


def test_a_topic_is_a_map_of_its_content(desk: Desk) -> None:
    """Summary line, decisions, conversations newest first."""
    page = desk.read("Topics/Tide")
    assert page.startswith("\n4 conversations, 2026-06-02 to 2026-08-20; often about ")
    assert page.index("2026-08-20 [[Conv") < page.index("2026-07-07 [[Conv") < page.index("2026-06-02 [[Conv")
    assert "## Decisions\n\n- 2026-07-07 [[Decisions" in page
    assert desk.read("Topics/Unsorted").startswith("\n1 conversation without a topic.")


def test_an_entity_that_recurs_has_a_dossier(desk: Desk) -> None:
    """With the decision that names it; one that came up once has none."""
    page = desk.read("Entities/Litestream")
    assert page.startswith("\ntool, in 2 conversations, 2026-07-07 to 2026-08-20")
    assert "## Decisions\n\n- 2026-07-07 [[Decisions/2026/2026-07-07 Use SQLite" in page
    assert "[[Entities/Litestream|Litestream]]" in desk.read("Conversations/2026/2026-08-20")
    assert "- Litestream\n" in desk.read("Conversations/2026/2026-07-07")  # the first to name it keeps its bytes


def test_a_day_says_what_it_produced(desk: Desk) -> None:
    """Conversations, what was closed, what was learned."""
    page = desk.read("Daily/2026-08-20")
    assert "## Conversations\n\n- [[Conversations/2026/2026-08-20 Tide table answer" in page
    assert "## Closed\n\n- Send the letter about gauge data" in page
    assert "## Learned about you\n\n- Lives in Trondheim now" in page


def test_home_shows_topics_and_their_figure(desk: Desk) -> None:
    """Counts, and Mermaid that names each topic."""
    page = desk.read("Home.md")
    assert ": 4 conversations\n" in page.split("## Topics")[1]
    assert "```mermaid\ngraph LR\n" in page
    assert '["Rye sourdough"]' in page


def test_renaming_a_topics_file_renames_the_topic(desk: Desk) -> None:
    """Everywhere, and for good."""
    (file,) = (desk.root / "Topics").glob("Rye*.md")
    file.rename(file.with_name("Baking.md"))
    desk.compile()
    assert "[[Topics/Baking|Baking]]: 4 conversations" in desk.read("Home.md")
    assert '"[[Topics/Baking|Baking]]"' in next(desk.root.rglob("*Rye sourdough crust*.md")).read_text()


def test_a_deleted_entity_note_stays_away(desk: Desk) -> None:
    """Hidden: no page, and no link to it."""
    (desk.root / "Entities" / "Litestream.md").unlink()
    desk.compile()
    assert not list(desk.root.glob("Entities/Litestream*"))
    assert "Entities/Litestream" not in desk.read("Conversations/2026/2026-08-20")


def test_a_fact_struck_out_in_the_profile_does_not_come_back(desk: Desk) -> None:
    """The line is gone at the next compile."""
    desk.edit("Profile.md", "- Lives in Trondheim now", "- ~~Lives in Trondheim now~~")
    desk.compile()
    assert "Trondheim" not in desk.read("Profile.md")


def test_merging_by_property_moves_the_conversations(desk: Desk) -> None:
    """`merge_into` with a link to the other topic."""
    (rye,) = (desk.root / "Topics").glob("Rye*.md")
    (tide,) = (desk.root / "Topics").glob("Tide*.md")
    rye.write_text(rye.read_text().replace("kind: topic\n", f'kind: topic\nmerge_into: "[[Topics/{tide.stem}]]"\n', 1))
    desk.compile()
    assert desk.read(f"Topics/{tide.stem}").startswith("\n8 conversations")
    assert not list(desk.root.glob("Topics/Rye*"))


def test_a_card_moved_on_the_map_stays_where_the_person_put_it(desk: Desk) -> None:
    """And the map goes on: it is not theirs yet."""
    file = desk.root / "Map.canvas"
    canvas = json.loads(file.read_text())
    canvas["nodes"].reverse()  # a click brings a card to the front
    moved = canvas["nodes"][0]
    moved["x"] -= 1000
    file.write_text(json.dumps(canvas))
    desk.compile()
    after = {node["id"]: node for node in json.loads(file.read_text())["nodes"]}
    assert after[moved["id"]]["x"] == moved["x"]
    assert after.keys() == {node["id"] for node in canvas["nodes"]}
    assert file.read_text().startswith('{\n\t"nodes":[\n\t\t{"id"')  # written by us again


def test_a_map_that_the_person_drew_on_is_theirs(desk: Desk) -> None:
    """A card of their own is never lost."""
    file = desk.root / "Map.canvas"
    canvas = json.loads(file.read_text())
    canvas["nodes"].append(
        {"id": "f" * 16, "x": 0, "y": 2000, "width": 200, "height": 100, "type": "text", "text": "Me"}
    )
    file.write_text(json.dumps(canvas))
    desk.compile()
    assert json.loads(file.read_text()) == canvas
