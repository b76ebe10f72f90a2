"""The canvas and the bases of a generated vault. Numbers in the names are those of the list of assertions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from compiler import vault
from compiler.events import Silent
from compiler.records import Entity
from compiler.store.connection import open_store
from compiler.vault import properties, yaml
from compiler.vault.notefile import parse
from compiler.vault.pages.bases import BASES, base_text
from compiler.vault.pages.map import dump
from tests.compiler.passes.invented import config, run, tell
from tests.compiler.vault.base_language import holds, names_in, sortable, value_of
from tests.compiler.vault.test_writer import tree

SUBJECTS = ("tide table", "rye sourdough", "moving van", "tomato seedlings")
Notes = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Forty conversations on four subjects that share places, with decisions of which one is replaced."""
    root = tmp_path_factory.mktemp("vault")
    settings = config(root)
    with open_store(settings.store) as store:
        for n in range(40):
            vector = [0.0] * 16
            vector[n % 4], vector[4 + n % 10] = 1.0, 0.3
            tell(
                store, f"c{n:02}", f"2026-{1 + n % 12:02}-{1 + n // 2:02}",
                ("decision", f"Use Postgres{n} for the {SUBJECTS[n % 4]}"), ("loop", f"Ask number {n} about it"),
                title=f"About the {SUBJECTS[n % 4]}", vector=vector, project="/code/tidepool" if n % 2 else None,
                entities=[Entity(name, "place") for name in ("Bybanen", "Kornmo", "Flettverk")[: n % 4]],
            )  # fmt: skip
        tell(store, "last", "2026-12-30", ("decision", "Use paper instead of Postgres7 for the tomato seedlings"),
             title="Paper", vector=[0, 0, 0, 1.0])  # fmt: skip
        run(store, settings)
        vault.write(store, settings, Silent())
    return tree(root)


@pytest.fixture(scope="module")
def notes(made: dict[str, bytes]) -> Notes:
    return {path: dict(parse(data).properties or {}) for path, data in made.items() if path.endswith(".md")}


@pytest.fixture(scope="module")
def canvas(made: dict[str, bytes]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(made["Map.canvas"])
    return found


def test_31_32_nodes_and_edges_are_as_the_format_wants_them(canvas: dict[str, Any]) -> None:
    """Unique ids of hex digits, whole numbers, sizes above nothing, no defaults."""
    ids = [item["id"] for item in (*canvas["nodes"], *canvas["edges"])]
    assert len(set(ids)) == len(ids) > 4
    assert all(re.fullmatch(r"[0-9a-f]{16,}", i) for i in ids)
    for node in canvas["nodes"]:
        assert all(type(node[k]) is int for k in ("x", "y", "width", "height"))
        assert node["width"] > 0
        assert node["height"] > 0
        assert node["type"] == "file"
    assert all(edge.get("fromEnd") != "none" and edge.get("toEnd") != "arrow" for edge in canvas["edges"])


def test_33_edges_end_at_nodes_and_files_exist(canvas: dict[str, Any], made: dict[str, bytes]) -> None:
    """With a side each, at most three a card."""
    ids = {node["id"] for node in canvas["nodes"]}
    assert canvas["edges"]
    for edge in canvas["edges"]:
        assert {edge["fromNode"], edge["toNode"]} <= ids
        assert {edge["fromSide"], edge["toSide"]} <= {"top", "right", "bottom", "left"}
    for node in canvas["nodes"]:
        assert node["file"] in made
        assert sum(node["id"] in (e["fromNode"], e["toNode"]) for e in canvas["edges"]) <= 3


def test_34_no_two_cards_intersect(canvas: dict[str, Any]) -> None:
    """Nor touch."""
    boxes = [(n["x"], n["y"], n["x"] + n["width"], n["y"] + n["height"]) for n in canvas["nodes"]]
    for n, (left, top, right, bottom) in enumerate(boxes):
        for l2, t2, r2, b2 in boxes[:n]:
            assert right < l2 or r2 < left or bottom < t2 or b2 < top


def test_35_the_canvas_is_as_the_app_writes_it(canvas: dict[str, Any], made: dict[str, bytes]) -> None:
    """Reading and writing it again changes no byte."""
    assert dump(canvas).encode() == made["Map.canvas"]


@pytest.mark.parametrize("name", list(BASES))
def test_36_bases_are_valid(name: str, made: dict[str, bytes]) -> None:
    """Written as they read back; known keys alone; unique view names that can be embedded."""
    text = made[f"{name}.base"].decode()
    base = yaml.load(text)
    assert base is not None
    assert base_text(dict(base)) == text
    assert base.keys() <= {"filters", "formulas", "properties", "summaries", "views"}
    assert all(isinstance(formula, str) for formula in base["formulas"].values())
    views = base["views"]
    assert len({view["name"] for view in views}) == len(views)
    for view in views:
        assert not re.search(r'[#^|:\[\]"\\]|%%', view["name"])
        assert view.keys() <= {"type", "name", "filters", "groupBy", "order", "sort", "limit", "summaries"}
    for found in filters(base):
        assert set(found) in ({"and"}, {"or"}, {"not"})


@pytest.mark.parametrize("name", list(BASES))
def test_37_expressions_and_columns_name_what_there_is(name: str) -> None:
    """A property we write, a formula of the same base, or a file's own."""
    base = BASES[name]
    known = {*properties.NAMES, "this", *(f"formula.{f}" for f in base["formulas"]), "file.name"}
    for expression in (*expressions(base), *base["formulas"].values()):
        assert names_in(expression) <= known
    for view in base["views"]:
        columns = [*view["order"], *(s["property"] for s in view["sort"]), *view.get("summaries", {})]
        columns += [view["groupBy"]["property"]] if "groupBy" in view else []
        assert set(columns) <= known
    assert {p.removeprefix("note.") for p in base["properties"]} <= known


def test_38_rows_are_those_that_the_notes_say(notes: Notes) -> None:
    """Forty standing decisions, the replaced one apart, conversations by month, newest first."""
    standing = rows(notes, "Decisions", "Standing")
    assert len(standing) == 40
    assert standing[0].startswith("Decisions/2026/2026-12-30 Use paper")
    assert [days[:10] for days in (p.rsplit("/")[-1] for p in standing)] == sorted(
        (p.rsplit("/")[-1][:10] for p in standing), reverse=True
    )
    (replaced,) = rows(notes, "Decisions", "Replaced")
    assert "Postgres7" in replaced
    assert len(rows(notes, "Open loops", "Conversations with open loops")) == 40
    months = [value_of(BASES["Conversations"]["formulas"]["month"], notes[p])
              for p in rows(notes, "Conversations", "By month")]  # fmt: skip
    assert len(months) == 41
    assert months[0] == "2026-12"


def rows(notes: Notes, name: str, view_name: str) -> list[str]:
    """What a view lists, as the app would: filtered by both filters, sorted by its keys."""
    base = BASES[name]
    view = next(v for v in base["views"] if v["name"] == view_name)
    taken = [*base["filters"]["and"], *view.get("filters", {}).get("and", ())]
    found = [path for path, note in notes.items() if all(holds(e, note) for e in taken)]
    for key in reversed(view["sort"]):
        name_of = key["property"]
        found.sort(
            key=lambda p, of=name_of: sortable(p.rsplit("/")[-1] if of == "file.name" else notes[p].get(of)),
            reverse=key["direction"] == "DESC",
        )
    return found


def filters(base: Any) -> Iterator[dict[str, Any]]:
    for holder in (base, *base["views"]):
        if "filters" in holder:
            yield holder["filters"]


def expressions(base: Any) -> Iterator[str]:
    for found in filters(base):
        for inner in found.values():
            yield from inner
