"""The one place where every open loop is a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.vault import periods, properties, states
from compiler.vault.links import item_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page
from compiler.vault.render import render
from compiler.vault.views import CountedView, GroupView, LoopView

INDEX = states.LOOPS


def claim(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Open loops")
    for period in periods.periods(states.loop_days(material)):
        yield Claim(f"{INDEX}:{period}", "Open loops", f"Loops {period}")


def build(material: Material, names: Names) -> Iterator[Page]:
    """Every loop has its task on exactly one page."""
    standing = states.standing(material, names)
    pages: dict[str, list[LoopView]] = {INDEX: []}
    at = {view.block: view for view in standing.loops}
    order = {block: n for n, block in enumerate(at)}
    for entry, page in standing.task_pages.items():
        pages.setdefault(page, []).append(at[item_block("loop", entry)])
    shelves = sorted((page for page in pages if page != INDEX), reverse=True)
    for page, unsorted in pages.items():
        views = sorted(unsorted, key=lambda view: order[view.block])
        earlier = tuple(_shelf(names, shelf, len(pages[shelf])) for shelf in shelves) if page == INDEX else ()
        text = render(
            "loops.md.j2",
            properties=properties.block([("kind", "loops"), ("musubi_id", page)]),
            open=_by_project(v for v in views if not v.done and not v.stale),
            stale=tuple(v for v in views if not v.done and v.stale),
            stale_days=states.STALE_DAYS,
            main=page == INDEX,
            done=tuple(v for v in views if v.done),
            earlier=earlier,
        )
        yield Page(names.path(page), page, "loops", text)


def _shelf(names: Names, page: str, count: int) -> CountedView:
    path = names.path(page)
    return CountedView(to_path(path, path.rsplit("/", 1)[-1].removesuffix(".md")), count)


def _by_project(views: Iterable[LoopView]) -> tuple[GroupView, ...]:
    """Projects by name, loops without one last."""
    groups: dict[str, list[LoopView]] = {}
    for view in views:
        groups.setdefault(view.project or "", []).append(view)
    ordered = sorted(groups, key=lambda name: (not name, name.casefold(), name))
    return tuple(GroupView(name or "No project", tuple(groups[name])) for name in ordered)
