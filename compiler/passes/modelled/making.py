"""From a model's draft to a note: what the conversation does not bear out is left out and counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from compiler.passes import filters
from compiler.passes.distil import titles
from compiler.passes.distil.acceptance import reply
from compiler.passes.distil.lines import shortened
from compiler.passes.distil.matching import alike, item_id
from compiler.passes.ground import Spoken, speech
from compiler.passes.modelled.draft import Draft, Entry
from compiler.records import Conversation, Entity, Item, ItemKind, Note
from compiler.text import sentences
from compiler.text.prose import plain
from compiler.text.words import length, words

MOST_LINES = 8
"""Decisions, loops and key points together."""
_SAME = 0.6
"""Likeness from which one line repeats another."""
_KNOWN = 0.6
"""Share of a summary's terms that were said, at least."""
_SENTENCE = 3
"""Words that a line or a summary has at least."""
_SPEAKERS = frozenset({"user", "assistant"})
_SUMMARY = 2
"""Sentences of a summary, at most."""


@dataclass(frozen=True, slots=True)
class Made:
    """A note, and how many of the lines that its model proposed nothing bore out. `worthless`: none of its lines would
    be shown, though there were some, or else its summary could not stand."""

    note: Note
    dropped: int
    worthless: bool


def make(draft: Draft, conversation: Conversation, spoken: Spoken, by_rules: Note, model: str) -> Made:
    """The note of a draft. Where title or summary cannot stand, those found by rules do."""
    items: list[Item] = []
    dropped = 0
    ordinals: Counter[tuple[ItemKind, str]] = Counter()
    for entry in draft.entries:
        item = _item(entry, conversation, spoken, ordinals)
        if item is None:
            dropped += 1
        elif all(alike(item.text, other.text) < _SAME for other in items):
            items.append(item)
    lines = [item for item in items if item.kind != "fact"][:MOST_LINES]
    kept = tuple(item for item in items if item.kind == "fact" or item in lines)
    summary = _summary(draft, spoken)
    note = Note(
        conversation.id,
        _title(draft, conversation, spoken, by_rules),
        summary or by_rules.summary,
        tuple(sorted(kept, key=lambda item: _ORDER.index(item.kind))),
        _entities(draft, spoken) or by_rules.entities,
        _topics(draft),
        model,
    )
    return Made(note, dropped, not filters.shown(kept) and bool(draft.entries or not summary))


_ORDER: tuple[ItemKind, ...] = ("decision", "fact", "loop", "key_point")


def _item(
    entry: Entry, conversation: Conversation, spoken: Spoken, ordinals: Counter[tuple[ItemKind, str]]
) -> Item | None:
    text = shortened(plain(entry.text))
    if length(text) < _SENTENCE:
        return None
    ground = spoken.support(text, entry.quote, by_person=entry.kind == "fact")
    if ground is None or (entry.kind == "decision" and _rejected(conversation, ground.evidence)):
        return None
    first = ground.evidence[0]
    ordinal = ordinals[(entry.kind, first)]
    ordinals[(entry.kind, first)] += 1
    nearness = ground.lexical if ground.meaning is None else (ground.lexical + ground.meaning) / 2
    return Item(
        id=item_id(entry.kind, conversation.id, first, ordinal),
        kind=entry.kind,
        text=text,
        evidence=ground.evidence,
        quote=ground.quote,
        reason=_borne_out(entry.reason, spoken),
        instead_of=_borne_out(entry.instead_of, spoken),
        score=round(min(1.0, max(0.0, nearness)), 3),
    )


def _rejected(conversation: Conversation, evidence: tuple[str, ...]) -> bool:
    """Whether the model alone said so, and the person's next word was no, with no yes to anything after it."""
    said = speech(conversation.messages)
    places = [n for n, message in enumerate(said) if message.id in evidence]
    if not places or any(said[n].role == "user" for n in places):
        return False
    answers = [reply(plain(message.text)) for message in said[places[-1] :] if message.role == "user"]
    return answers[:1] == ["rejects"] and not {"accepts", "picks", "revises"} & set(answers)


def _borne_out(text: str, spoken: Spoken) -> str | None:
    return shortened(plain(text)) if text and spoken.support(text) else None


def _title(draft: Draft, conversation: Conversation, spoken: Spoken, by_rules: Note) -> str:
    """The source's where it is good, else the model's where it invents nothing."""
    title = titles.cut(plain(draft.title).rstrip("."))
    if titles.good(conversation.title) or not titles.good(title) or not _stands(title, spoken):
        return by_rules.title
    return title


def _summary(draft: Draft, spoken: Spoken) -> str:
    told = sentences.split(plain(draft.summary))[:_SUMMARY]
    text = " ".join(told)
    stands = length(text) >= _SENTENCE and spoken.known(text) >= _KNOWN and all(_stands(s, spoken) for s in told)
    return text if stands else ""


def _stands(text: str, spoken: Spoken) -> bool:
    """A loose text may sum up, but not invent; one with figures is held to what a line is held to."""
    figures = any(char.isdigit() for char in text)
    return not spoken.invented(text) and (not figures or spoken.support(text) is not None)


def _topics(draft: Draft) -> tuple[str, ...]:
    """Each once, as first written; who speaks is no topic."""
    topics = {t.casefold(): t for t in reversed(draft.topics) if len(words(t)) <= 4 and not set(words(t)) <= _SPEAKERS}
    return tuple(t for t in dict.fromkeys(draft.topics) if topics.get(t.casefold()) == t)


def _entities(draft: Draft, spoken: Spoken) -> tuple[Entity, ...]:
    """Names that were said. In lower case only what is often written so; a common word is no name."""
    named: dict[str, Entity] = {}
    for entity in draft.entities:
        name = entity.name.strip(" `\"'")
        written_so = not name.islower() or entity.type in ("library", "tool", "file", "service")
        if 1 < len(name) <= 60 and written_so and spoken.known(name) == 1.0:
            named.setdefault(name.lower(), Entity(name, entity.type))
    return tuple(named.values())
