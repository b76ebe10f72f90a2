"""One note a conversation: what it concluded, and the messages it concluded that from."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.records import Conversation, Item, Note
from compiler.store import conversations as stored
from compiler.vault import listing, properties, states, times
from compiler.vault.escape import file_name
from compiler.vault.excerpts import excerpt
from compiler.vault.links import Link, item_block, message_block, to_path
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page, inputs_of
from compiler.vault.render import render
from compiler.vault.speech import conversation_link, evidence_links, who
from compiler.vault.views import ConversationView, EvidenceView, ItemView, RelatedView
from compiler.vault.wikitext import read_of


def claim(material: Material) -> Iterator[Claim]:
    for head in material.conversations.values():
        started = material.started(head)
        yield Claim(
            head.id,
            f"Conversations/{started.year:04d}" if started else "Conversations/Undated",
            material.notes[head.id].title,
            lead=started.strftime("%Y-%m-%d") if started else "",
            digits=6,
        )


def build(material: Material, names: Names) -> Iterator[Page]:
    related = _family(material)
    for head in material.conversations.values():
        note = material.notes[head.id]
        view = _view(material, names, head, note, related.get(head.id, []))
        yield Page(
            names.path(head.id),
            head.id,
            "conversation",
            lambda head=head, note=note, view=view: render(  # type: ignore[misc]
                "conversation.md.j2", note=view, evidence=_evidence(material, head, note)
            ),
            inputs_of(view, material.hashes[head.id]),
            notes=True,
        )


def _view(
    material: Material, names: Names, head: Conversation, note: Note, related: list[tuple[str, str]]
) -> ConversationView:
    def items(kind: str) -> tuple[ItemView, ...]:
        return tuple(_item(material, names, head, i) for i in note.items if i.kind == kind)

    return ConversationView(
        properties=properties.block(_properties(material, names, head, note)),
        summary=material.places.tilde(note.summary),
        decisions=items("decision"),
        key_points=items("key_point"),
        loops=items("loop"),
        facts=items("fact"),
        entities=tuple(_entity(material, names, head, e.name) for e in note.entities),
        related=(
            *((RelatedView(to_path(own, note.title), "your note"),) if (own := material.own_notes.of(head.id)) else ()),
            *(RelatedView(conversation_link(material, names, other), how) for other, how in related if other in names),
        ),
    )


def _entity(material: Material, names: Names, head: Conversation, name: str) -> str | Link:
    """The person's own note, else the dossier where an earlier conversation already named it: what comes later then
    changes no page."""
    if own := material.own_notes.named(name):
        return to_path(own, name)
    entity = material.corpus.entity_named(name)
    path = names.get(entity.id) if entity and entity.members[0] != head.id else None
    return to_path(path, name) if path else material.places.tilde(name)


def _topics(material: Material, names: Names, head: Conversation) -> tuple[str | Link, ...]:
    """Links to the conversation's topics; before there are any, what its note was given."""
    found = [material.corpus.topic(topic) for topic in material.corpus.topic_of.get(head.id, ())]
    links = tuple(link for topic in found if topic and (link := listing.topic_link(names, topic)))
    return links or (() if material.corpus.topics else tuple(material.notes[head.id].topics))


def _properties(material: Material, names: Names, head: Conversation, note: Note) -> list[tuple[str, properties.Given]]:
    started = material.started(head)
    ended = times.local(head.updated_at, material.zone)
    stem = names.path(head.id).rsplit("/", 1)[-1]
    named = file_name(note.title, 100) in stem
    return [
        ("kind", "conversation"),
        ("musubi_id", head.id),
        ("aliases", () if named else (note.title,)),
        ("title", note.title),
        ("source", head.source),
        ("project", material.places.project(head)),
        ("started", started),
        ("ended", ended if ended != started else None),
        ("utc_offset", times.offset(head.created_at, material.zone)),
        ("turns", material.message_counts.get(head.id, 0)),
        ("decision_count", sum(i.kind == "decision" for i in note.items)),
        ("open_loops", sum(i.kind == "loop" and not states.is_done(material, i) for i in note.items)),
        ("topics", _topics(material, names, head)),
        ("made_by", note.maker if note.maker != "rules" else None),
        ("source_gone", True if head.attrs.get("source_gone") else None),
        ("pinned", True if head.id in material.pinned else None),
    ]


def _item(material: Material, names: Names, head: Conversation, item: Item) -> ItemView:
    page: Link | None = None
    if item.kind == "decision" and (path := names.get(states.lead(material, item))):
        page = to_path(path, "decision note")
    elif item.kind == "loop":
        entry = states.lead(material, item)
        page = to_path(
            names.path(states.standing(material, names).task_pages[entry]), "task", item_block("loop", entry)
        )
    tilde = material.places.tilde
    return ItemView(
        text=tilde(item.text),
        block=item_block(item.kind, item.id),
        evidence=evidence_links(material, head, item, names.path(head.id)),
        page=page,
        reason=tilde(item.reason) if item.reason else None,
        instead_of=tilde(item.instead_of) if item.instead_of else None,
        done=states.is_done(material, item) if item.kind == "loop" else False,
    )


def _evidence(material: Material, head: Conversation, note: Note) -> tuple[EvidenceView, ...]:
    quotes: dict[str, list[str]] = {}
    for item in note.items:
        for n, message_id in enumerate(item.evidence[:3]):
            quotes.setdefault(message_id, []).extend([item.quote] if n == 0 else [])
    messages = stored.messages_by_id(material.store, list(quotes))
    order = {message_id: n for n, message_id in enumerate(quotes)}
    out = []
    for m in sorted(messages.values(), key=lambda m: (m.created_at or "", order[m.id])):
        out.append(
            EvidenceView(
                block=message_block(m.id),
                who=who(m.role, m.origin),
                when=times.local(m.created_at, material.zone),
                place=material.places.of(head, m),
                text=material.places.tilde(read_of(head, excerpt(m.text, quotes[m.id]))),
            )
        )
    return tuple(out)


def _family(material: Material) -> dict[str, list[tuple[str, str]]]:
    """Conversation id → (earlier one's id, how they belong together): the page of an old one stays as it is."""
    out: dict[str, list[tuple[str, str]]] = {}
    for head in material.conversations.values():
        if head.parent and head.parent in material.conversations:
            out.setdefault(head.id, []).append((head.parent, "continues"))
        for other, _ in material.corpus.related.get(head.id, ()):
            if other != head.parent and other in material.conversations:
                out.setdefault(head.id, []).append((other, "earlier"))
    return out
