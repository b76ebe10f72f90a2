"""What a day produced: its conversations, what was decided, opened and closed, and what was learned of the person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from compiler.vault import listing, properties, states
from compiler.vault.links import item_block, message_block
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.speech import conversation_link
from compiler.vault.views import DayView, DecisionView, FactView, LoopView


def claim(material: Material) -> Iterator[Claim]:
    for day in sorted(_by_day(material)):
        yield Claim(f"day:{day}", "Daily", "", lead=day.isoformat())


def build(material: Material, names: Names) -> Iterator[Page]:
    standing = states.standing(material, names)
    decided: dict[date, list[DecisionView]] = defaultdict(list)
    opened: dict[date, list[LoopView]] = defaultdict(list)
    closed: dict[date, list[LoopView]] = defaultdict(list)
    for decision in standing.decisions:
        if decision.day:
            decided[decision.day].append(decision)
    for loop in standing.loops:
        if loop.day:
            opened[loop.day].append(loop)
        if loop.closed_on:
            closed[loop.closed_on].append(loop)
    learned = _learned(material, names)
    for day, ids in sorted(_by_day(material).items()):
        view = DayView(
            properties=properties.block(
                [("kind", "day"), ("musubi_id", f"day:{day}"), ("day", day), ("conversations", len(ids))]
            ),
            entries=tuple(reversed(listing.newest_first(material, names, ids))),
            decisions=tuple(decided.get(day, ())),
            opened=tuple(opened.get(day, ())),
            closed=tuple(closed.get(day, ())),
            facts=tuple(learned.get(day, ())),
        )
        yield Page(
            names.path(f"day:{day}"),
            f"day:{day}",
            "day",
            lambda view=view: render("day.md.j2", day=view),  # type: ignore[misc]
            inputs_of(view),
        )


def _by_day(material: Material) -> dict[date, list[str]]:
    """Day → conversations that began on it, oldest first."""
    out: dict[date, list[str]] = defaultdict(list)
    for head in material.conversations.values():
        if when := material.started(head):
            out[when.date()].append(head.id)
    return out


def _learned(material: Material, names: Names) -> dict[date, list[FactView]]:
    """Day → facts of the profile that were first told on it."""
    told = {item.id: (head, item) for head, item in material.items("fact")}
    out: dict[date, list[FactView]] = defaultdict(list)
    for fact in material.corpus.facts:
        shown = [told[i] for i in fact.items if i in told]
        days = [(when.date(), pair) for pair in shown if (when := material.said(pair[1], pair[0]))]
        if days:
            day, (head, item) = min(days, key=lambda d: (d[0], d[1][1].id))
            link = conversation_link(material, names, head.id, message_block(item.evidence[0]) if item.evidence else "")
            text = material.places.tilde(fact.text)
            out[day].append(FactView(fact.theme, text, item_block("fact", fact.entry), 1, (), link=link))
    return out
