"""What is known of the person: a short page by theme, each fact with what bears it out."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.passes.marks.traits import ORDER
from compiler.records import Conversation, Item
from compiler.store.threads import Fact
from compiler.vault import properties
from compiler.vault.links import Link, item_block, message_block
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page
from compiler.vault.render import render
from compiler.vault.speech import conversation_link
from compiler.vault.views import BeforeView, CitationView, FactView, ThemeView

INDEX = "page:profile"
MOST = 25
"""Facts of one theme that are shown, best borne out first: the page is short."""
CITED = 3


def claim(material: Material) -> Iterator[Claim]:
    yield Claim(INDEX, "", "Profile")


def build(material: Material, names: Names) -> Iterator[Page]:
    told = {item.id: (head, item) for head, item in material.items("fact")}
    facts = [v for f in material.corpus.facts if (v := _view(material, names, f, told))]
    themes = []
    for theme in ORDER:
        rows = sorted((v for v in facts if v.theme == theme and v.said), key=_rank)
        if rows:
            themes.append(ThemeView(theme, tuple(rows[:MOST]), max(0, len(rows) - MOST)))
    remembered = tuple(sorted((v for v in facts if not v.said), key=lambda v: (v.text.casefold(), v.block)))
    block = properties.block([("kind", "profile"), ("musubi_id", INDEX)])
    text = render("profile.md.j2", properties=block, themes=tuple(themes), remembered=remembered)
    yield Page(names.path(INDEX), INDEX, "profile", text)


def _rank(view: FactView) -> tuple[int, int, str]:
    newest = max((c.day.toordinal() for c in view.told if c.day), default=0)
    return -view.conversations, -newest, view.block


def _view(material: Material, names: Names, fact: Fact, told: dict[str, tuple[Conversation, Item]]) -> FactView | None:
    if fact.trust != "said":
        return FactView(fact.theme, material.places.tilde(fact.text), item_block("fact", fact.entry), 0, (), said=False)
    shown = [told[i] for i in fact.items if i in told]
    if not shown:
        return None
    return FactView(
        theme=fact.theme,
        text=material.places.tilde(fact.text),
        block=item_block("fact", fact.entry),
        conversations=len(shown),
        told=tuple(_cite(material, names, head, item) for head, item in shown[:CITED]),
        since=fact.since,
        before=tuple(BeforeView(value, _cite(material, names, *told[i]).link) for value, i in fact.before if i in told),
    )


def _cite(material: Material, names: Names, head: Conversation, item: Item) -> CitationView:
    when = material.said(item, head)
    block = message_block(item.evidence[0]) if item.evidence else ""
    link: Link = conversation_link(material, names, head.id, block)
    return CitationView(link, when.date() if when else None)
