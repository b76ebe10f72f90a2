"""A dossier for each named thing that recurs: where it came up, what was decided and is open about it, what goes with
it."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.passes.curated import EntityEntry
from compiler.passes.marks.mentions import entity_key
from compiler.vault import listing, properties, states
from compiler.vault.links import Link, to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names, key
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.views import DecisionView, EntityView, LoopView

MOST = 200
MOST_ITEMS = 50


def claim(material: Material) -> Iterator[Claim]:
    topics = {key(t.name) for t in material.corpus.topics}
    for entity in material.corpus.entities.values():
        yield Claim(entity.id, "Entities", entity.name, tail=" (entity)" if key(entity.name) in topics else "")


def build(material: Material, names: Names) -> Iterator[Page]:
    for entity in material.corpus.entities.values():
        view = _view(material, names, entity)
        yield Page(
            names.path(entity.id),
            entity.id,
            "entity",
            lambda view=view: render("entity.md.j2", entity=view),  # type: ignore[misc]
            inputs_of(view),
            notes=True,
        )


def _view(material: Material, names: Names, entity: EntityEntry) -> EntityView:
    standing = states.standing(material, names)
    days = [d.date() for cid in entity.members if (d := material.started(material.conversations[cid]))]
    decisions = _about(entity, {v.id: v for cid in entity.members for v in standing.decisions_of.get(cid, ())}.values())
    loops = _about(entity, {v.block: v for cid in entity.members for v in standing.loops_of.get(cid, ())}.values())
    own = material.own_notes.named(entity.name)
    stem = names.path(entity.id).rsplit("/", 1)[-1].casefold()
    return EntityView(
        properties=properties.block(
            [
                ("kind", "entity"),
                ("musubi_id", entity.id),
                ("aliases", tuple(a for a in (entity.name, *entity.aliases) if key(a) + ".md" != key(stem))),
                ("entity_type", entity.type),
                ("conversations", len(entity.members)),
                ("first_seen", min(days, default=None)),
                ("last_seen", max(days, default=None)),
            ]
        ),
        type=entity.type,
        conversations=len(entity.members),
        first=min(days, default=None),
        last=max(days, default=None),
        own=to_path(own, entity.name) if own else None,
        related=_related(material, names, entity),
        decisions=tuple(decisions[:MOST_ITEMS]),
        loops=tuple(v for v in loops if not v.done)[:MOST_ITEMS],
        entries=listing.newest_first(material, names, entity.members[-MOST:]),
        more=max(0, len(entity.members) - MOST),
    )


def _about(entity: EntityEntry, views: object) -> list:  # type: ignore[type-arg]
    """Those that name the entity themselves, newest first."""
    keys = [k for name in (entity.name, *entity.aliases) if (k := entity_key(name))]
    found = [v for v in views if any(k in entity_key_text(v) for k in keys)]  # type: ignore[attr-defined]
    return sorted(found, key=lambda v: (-(v.day.toordinal() if v.day else 0), v.block))


def entity_key_text(view: DecisionView | LoopView) -> str:
    """All that an item says, folded like the keys of entities."""
    parts = (view.text, view.reason, view.instead_of) if isinstance(view, DecisionView) else (view.text,)
    return entity_key(" ".join(filter(None, parts)).replace("/", " ").replace("#", " "))


def _related(material: Material, names: Names, entity: EntityEntry) -> tuple[Link, ...]:
    return listing.often_with(material, names, entity.members, without=entity.id)
