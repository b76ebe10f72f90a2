"""The one place where every open loop is a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.vault import properties, states
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page
from compiler.vault.render import render
from compiler.vault.views import GroupView, LoopView

INDEX = "page:open-loops"
MOST_DONE = 200
"""Closed loops that the page keeps; older ones are in the notes of their conversations."""


def claim(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Open loops")


def build(material: Material, names: Names) -> Iterator[Page]:
    views = states.loop_views(material, names)
    text = render(
        "loops.md.j2",
        properties=properties.block([("kind", "loops"), ("musubi_id", INDEX)]),
        open=_by_project(v for v in views if not v.done and not v.stale),
        stale=tuple(v for v in views if not v.done and v.stale),
        stale_days=states.STALE_DAYS,
        done=tuple(v for v in views if v.done)[:MOST_DONE],
    )
    yield Page(names.path(INDEX), INDEX, "loops", text)


def _by_project(views: Iterable[LoopView]) -> tuple[GroupView, ...]:
    """Projects by name, loops without one last."""
    groups: dict[str, list[LoopView]] = {}
    for view in views:
        groups.setdefault(view.project or "", []).append(view)
    ordered = sorted(groups, key=lambda name: (not name, name.casefold(), name))
    return tuple(GroupView(name or "No project", tuple(groups[name])) for name in ordered)
