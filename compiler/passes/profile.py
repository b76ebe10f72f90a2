"""What is known of the person: facts from all conversations, one a line, by theme, with what bears them out.

A fact that fills a slot a person has one of (a home, a job) replaces the earlier value, whose end stays on record. A
wish about how to work is a fact only once two conversations hold it. What a product says it remembers is of low trust:
it corroborates what was said, and is shown apart where nothing bears it out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from compiler.hashing import content_hash
from compiler.passes import across
from compiler.passes.base import PassContext, PassUnit
from compiler.passes.filters import reason_to_hide
from compiler.passes.marks.terms import terms_of
from compiler.passes.marks.traits import PROCESS, trait_of
from compiler.records import Item
from compiler.store import conversations, marks, threads
from compiler.store.marks import Said, Trait
from compiler.store.threads import Fact
from compiler.text import sentences

RECURRING = 2
"""Conversations in which a wish about how to work must come up before it is a fact."""
SUBJECT = re.compile(r"^(?:the )?user(?:['’]s)?\s+|^(?:he|she|they|I)\s+", re.I)
HAS = re.compile(r"(?:the )?user has (.+?)[. ]*$", re.I)
AND, ARTICLE = re.compile(r", | and | or "), re.compile(r"^(?:an?|the) ")
COUNT = re.compile(r"^(?:one|two|three|four|five|six|\d+) ")
MOST_JOINED = 80
REMEMBERED = 0.6
MOST_REMEMBERED = 40


class Profile:
    """One unit for the whole store, over all facts, what a model found to be one among them, and what products
    remember."""

    name = "profile"
    version = 4

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        memory = sorted(conversations.content_hashes(ctx.store, ("memory",)).items())
        for unit in across.unit(ctx, self.version, "alike", deciding=("hidden", "dismissed")):
            yield PassUnit(unit.key, content_hash([unit.fingerprint, memory, threads.joined_facts(ctx.store).into]))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        away = across.out_of_sight(ctx)
        entries = fullest(joined(_entries(ctx, away), threads.joined_facts(ctx.store).into))
        facts = [*profile_of(entries), *remembered(_memories(ctx, away), entries)]
        threads.replace_profile(ctx.store, facts)
        return content_hash([[f.entry, f.theme, f.text, f.items, f.since, f.before, f.trust] for f in facts])

    def forget(self, ctx: PassContext, key: str) -> None:
        threads.replace_profile(ctx.store, ())


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact with every telling of it, newest first."""

    trait: Trait
    told: tuple[Said, ...]

    @property
    def id(self) -> str:
        return self.told[-1].id

    @property
    def conversations(self) -> int:
        return len({m.conversation_id for m in self.told})


def candidates(ctx: PassContext) -> dict[str, str]:
    """Entry → text of the best borne out facts, those first: what a model may find to be one."""
    entries = sorted(_entries(ctx, across.out_of_sight(ctx)), key=lambda e: (-e.conversations, e.id))
    return {e.id: fact_text(e.told[0].text) for e in entries[:MOST_JOINED]}


def joined(entries: Iterable[Entry], into: Mapping[str, str]) -> list[Entry]:
    """Entries in fewer: those that are one with another (by id) lend it their tellings."""
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[into.get(entry.id, entry.id)].append(entry)
    return [_one(group) for group in groups.values()]


def fullest(entries: Sequence[Entry]) -> list[Entry]:
    """Entries without those that say less of what the person has than another one, which takes their tellings: `has a
    wife` beside `has a wife and two kids`."""
    held = [_held(e.told[0]) for e in entries]
    fuller: dict[str, list[int]] = defaultdict(list)
    for n, things in enumerate(held):
        for thing in things | {COUNT.sub("", thing) for thing in things}:
            fuller[thing].append(n)
    less: dict[int, list[int]] = {n: [] for n in range(len(entries))}
    for n, things in enumerate(held):
        holding = set.intersection(*(set(fuller[thing]) for thing in things)) if things else {n}
        most = max(holding, key=lambda m: (len(held[m]), sum(map(bool, map(COUNT.match, held[m]))), m == n, -m))
        if most != n:
            less[most] += [n, *less.pop(n)]
    return [_told_by(entries[n], [entries[m] for m in others]) for n, others in less.items()]


def _told_by(full: Entry, others: Sequence[Entry]) -> Entry:
    rest = sorted((m for e in (full, *others) for m in e.told), key=lambda m: (m.at, m.id), reverse=True)
    return Entry(full.trait, (full.told[0], *(m for m in rest if m.id != full.told[0].id)))


def _held(said: Said) -> frozenset[str]:
    """The things that a fact says the person has; empty for other facts."""
    has = HAS.match(said.text) if not said.denied else None
    return frozenset(ARTICLE.sub("", thing) for thing in AND.split(has.group(1).lower())) if has else frozenset()


def _one(group: Sequence[Entry]) -> Entry:
    if len(group) == 1:
        return group[0]
    told = sorted((m for e in group for m in e.told), key=lambda m: (m.at, m.id), reverse=True)
    slotted = next((e for e in group if e.trait.slot), group[0])
    return Entry(slotted.trait, tuple(told))


def _entries(ctx: PassContext, away: frozenset[str]) -> list[Entry]:
    said = [m for m in marks.said(ctx.store, "fact") if m.conversation_id not in away]
    told = gather(said, marks.traits(ctx.store), marks.alike(ctx.store, "fact"))
    return [e for e in told if not any(m.id in away for m in e.told)]


def gather(said: Sequence[Said], traits: Mapping[str, Trait], alike: Mapping[str, Set[str]]) -> list[Entry]:
    """Facts oldest first → entries: the same wording, the same slot with the same value, or about the same words."""
    told: list[list[Said]] = []
    found: dict[str, list[int]] = defaultdict(list)
    for mark in said:
        trait = traits.get(mark.id, Trait("Other"))
        slot = f"{trait.slot}={trait.value.casefold()}" if trait.slot else ""
        near = [slot] if slot else [mark.key, *sorted(alike.get(mark.key, ()))]
        place = next((n for key in near for n in found.get(key, ()) if _same(told[n][0], mark)), None)
        if place is None:
            place = len(told)
            told.append([])
        told[place].append(mark)
        for key in (slot or mark.key,):
            if place not in found[key]:
                found[key].append(place)
    return [Entry(traits.get(rows[0].id, Trait("Other")), tuple(reversed(rows))) for rows in told]


def _same(first: Said, mark: Said) -> bool:
    return first.denied == mark.denied and across.numbers(first.text) == across.numbers(mark.text)


def profile_of(entries: Iterable[Entry]) -> Iterator[Fact]:
    """The facts to show. Of the values of one slot the latest stands, with those before it."""
    slots: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.trait.slot:
            slots[entry.trait.slot].append(entry)
        elif entry.trait.theme != PROCESS or entry.conversations >= RECURRING:
            yield _fact(entry)
    for _, values in sorted(slots.items()):
        values.sort(key=lambda e: (e.told[0].at, e.told[0].id), reverse=True)
        now, *before = values
        since = now.told[-1].at[:7] or None if before else None
        yield replace(_fact(now), since=since, before=tuple((e.trait.value, e.told[0].id) for e in before))


def remembered(memories: Iterable[tuple[str, str]], entries: Sequence[Entry]) -> Iterator[Fact]:
    """What products remember and no conversation bears out: (conversation, sentence) → facts of low trust."""
    known = [terms_of(m.text).tolist() for e in entries for m in e.told[:1]]
    holding: dict[int, list[int]] = defaultdict(list)
    for n, terms in enumerate(known):
        for term in terms:
            holding[term].append(n)
    shown = 0
    for conversation_id, text in memories:
        mine = terms_of(text).tolist()
        shared = Counter(n for term in mine for n in holding.get(term, ()))
        if len(mine) < 2 or any(c >= REMEMBERED * min(len(mine), len(known[n])) for n, c in shared.items()):
            continue
        for term in mine:
            holding[term].append(len(known))
        known.append(mine)
        yield Fact(
            f"memory:{conversation_id}:{content_hash(text)[7:19]}",
            trait_of(text).theme,
            fact_text(text),
            (conversation_id,),
            0,
            trust="remembered",
        )
        shown += 1
        if shown == MOST_REMEMBERED:
            return


def fact_text(text: str) -> str:
    """`User is allergic to latex.` → `Is allergic to latex`: the page says whose facts these are."""
    short = SUBJECT.sub("", text.strip()).rstrip(" .")
    return (short[:1].upper() + short[1:]).replace("User's ", "their ").replace(" to User", " to them")


def _fact(entry: Entry) -> Fact:
    newest = entry.told[0]
    items = tuple({m.conversation_id: m.id for m in reversed(entry.told)}.values())[::-1]
    return Fact(entry.id, entry.trait.theme, fact_text(newest.text), items, entry.conversations)


def _memories(ctx: PassContext, away: frozenset[str]) -> Iterator[tuple[str, str]]:
    for head in conversations.headers(ctx.store, ("memory",)):
        whole = conversations.load(ctx.store, head.id) if head.id not in away else None
        for message in whole.messages if whole else ():
            for text in sentences.split(message.text):
                plain = re.sub(r"^[\s*#>-]+", "", text).strip()
                item = Item("", "fact", plain, (message.id,), plain)
                if 12 <= len(plain) <= 300 and reason_to_hide(item) is None:
                    yield head.id, plain
