"""One small note a decision, and the list of them all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import groupby

from compiler.vault import properties, states
from compiler.vault.escape.inert import one_line, shorten
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.views import DecisionView, GroupView

INDEX = "page:decisions"
TITLE = 64


def claim(material: Material) -> Iterator[Claim]:
    for head, item in material.items("decision"):
        said = material.said(item, head)
        yield Claim(
            item.id,
            f"Decisions/{said.year:04d}" if said else "Decisions/Undated",
            short_title(item.text),
            lead=said.strftime("%Y-%m-%d") if said else "",
            digits=4,
        )


def build(material: Material, names: Names) -> Iterator[Page]:
    for view in states.decision_views(material, names):
        block = properties.block(_properties(view))
        yield Page(
            names.path(view.id),
            view.id,
            "decision",
            lambda view=view, block=block: render("decision.md.j2", properties=block, decision=view),  # type: ignore[misc]
            inputs_of(view, block),
            notes=True,
        )


def claim_index(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Decisions")


def build_index(material: Material, names: Names) -> Iterator[Page]:
    groups = tuple(
        GroupView(month or "Undated", tuple(rows))
        for month, rows in groupby(states.decision_views(material, names), key=_month)
    )
    block = properties.block([("kind", "decisions"), ("musubi_id", INDEX)])
    yield Page(names.path(INDEX), INDEX, "decisions", render("decisions.md.j2", properties=block, groups=groups))


def short_title(text: str) -> str:
    """A decision's first clause, short enough for a file name that can be read at a glance."""
    whole = one_line(text)
    clause = next(
        (part for part in re.split(r"(?<=\w{2})[.;:!?](?=\s|$)|[。；：！？]", whole) if len(part) > 12), whole
    )
    return shorten(clause, TITLE).rstrip("…")


def _properties(view: DecisionView) -> list[tuple[str, properties.Given]]:
    return [
        ("kind", "decision"),
        ("musubi_id", view.id),
        ("summary", view.text),
        ("status", "superseded" if view.superseded else "active"),
        ("decided", view.day),
        ("conversation", view.conversation),
        ("evidence", view.evidence),
        ("superseded_by", view.replaced_by),
    ]


def _month(view: DecisionView) -> str:
    day: date | None = view.day
    return day.strftime("%Y-%m") if day else ""
