"""One small note a decision, and the list of them all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.vault import properties, states
from compiler.vault.escape.inert import one_line, shorten
from compiler.vault.links import to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.views import DecisionView, GroupView

INDEX = "page:decisions"
TITLE = 64
MOST = 100
"""Decisions of one topic in the index: a note with thousands of links is slow on a phone."""


def claim(material: Material) -> Iterator[Claim]:
    for entry in states.entries(material, "decision"):
        head, item = entry.first
        said = material.said(item, head)
        yield Claim(
            entry.id,
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
    views = states.decision_views(material, names)
    by_topic: dict[str, list[DecisionView]] = {}
    for view in views:
        by_topic.setdefault(view.topic.path if view.topic else "", []).append(view)
    order = [to_path(path, t.name).path for t in material.corpus.topics if (path := names.get(t.id))]
    groups = tuple(_group(by_topic[path]) for path in (*order, "") if path in by_topic)
    block = properties.block([("kind", "decisions"), ("musubi_id", INDEX)])
    text = render("decisions.md.j2", properties=block, groups=groups, base=names.get("page:decisions.base"))
    yield Page(names.path(INDEX), INDEX, "decisions", text)


def _group(views: list[DecisionView]) -> GroupView:
    """The newest of one topic; a list too long for a page says how many more there are."""
    topic = views[0].topic
    return GroupView(topic.text if topic else "Without a topic", tuple(views[:MOST]), max(0, len(views) - MOST))


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
        ("topic", view.topic),
        ("project", view.project),
        ("conversation", view.conversation),
        ("evidence", view.evidence),
        ("superseded_by", view.replaced_by.link if view.replaced_by else None),
        ("replaces", tuple(r.link for r in view.replaces)),
    ]
