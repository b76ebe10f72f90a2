"""One small note a decision, and the list of them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.vault import periods, properties, states
from compiler.vault.escape.inert import one_line, shorten
from compiler.vault.links import to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.views import CountedView, DecisionView, GroupView
from compiler.vault.wording import imperative

INDEX = "page:decisions"
TITLE = 64


def claim(material: Material) -> Iterator[Claim]:
    for entry in states.entries(material, "decision"):
        head, item = entry.first
        said = material.said(item, head)
        yield Claim(
            entry.id,
            f"Decisions/{said.year:04d}" if said else "Decisions/Undated",
            short_title(imperative(item.text, item.quote)),
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
    firsts = (entry.first for entry in states.entries(material, "decision"))
    for period in periods.periods(said.date() if (said := material.said(i, h)) else None for h, i in firsts):
        yield Claim(f"{INDEX}:{period}", "Decisions", f"Decisions {period}")


def build_index(material: Material, names: Names) -> Iterator[Page]:
    """The list by topic; where it is long, of the newest, with all of them by year or month beside it."""
    views = states.decision_views(material, names)
    shelves = periods.cut(views, lambda view: view.day)
    earlier = tuple(
        CountedView(to_path(names.path(f"{INDEX}:{period}"), f"Decisions {period}"), len(rows))
        for period, rows in sorted(shelves.items(), reverse=True)
    )
    newest = views[: periods.WHOLE] if shelves else views
    yield _index(names, INDEX, _by_topic(material, names, newest), earlier)
    for period, rows in shelves.items():
        yield _index(names, f"{INDEX}:{period}", (GroupView(period, tuple(rows)),), ())


def _index(names: Names, page_id: str, groups: tuple[GroupView, ...], earlier: tuple[CountedView, ...]) -> Page:
    block = properties.block([("kind", "decisions"), ("musubi_id", page_id)])
    text = render("decisions.md.j2", properties=block, groups=groups, earlier=earlier)
    return Page(names.path(page_id), page_id, "decisions", text)


def _by_topic(material: Material, names: Names, views: Sequence[DecisionView]) -> tuple[GroupView, ...]:
    """Topics by name, so that one that grows moves no other; what has none last."""
    groups: dict[str, list[DecisionView]] = {}
    for view in views:
        groups.setdefault(view.topic.path if view.topic else "", []).append(view)
    ordered = sorted(material.corpus.topics, key=lambda t: (t.name.casefold(), t.id))
    order = [to_path(path, t.name).path for t in ordered if (path := names.get(t.id))]
    return tuple(
        GroupView(topic.text if (topic := groups[path][0].topic) else "Without a topic", tuple(groups[path]))
        for path in (*order, "")
        if path in groups
    )


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
