"""Names a conversation is about: people, places, organisations, tools, services, files. Precision first: a common word
never becomes one, and a name must come up more than once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from compiler.passes.distil.gazetteer import KNOWN
from compiler.passes.distil.turns import Said
from compiler.records import Entity, EntityType
from compiler.text.words import STOP

MOST, MOST_FILES = 12, 4
_FILE = re.compile(
    r"(?<![\w/.@-])(?:[\w.-]+/)*[\w-]+\.(?:py|pyi|ts|tsx|js|jsx|go|rs|java|kt|rb|c|h|cpp|cs|swift|php|sh|sql|md"
    r"|toml|ya?ml|json"
    r"|html|css|ipynb|csv|pdf|docx|xlsx|tex|txt|proto)\b(?!\()"
)
_NAME = re.compile(
    r"(?<=[\w,;)] )[A-Z][\w&'’-]*[a-z](?: (?:(?:de|da|di|du|del|la|le|von|van|of) )?[A-Z][\w&'’-]*[a-z])*(?![\w-])"
)
_WORD = re.compile(r"[A-Za-z][\w.+#-]*")
_PERSON_BEFORE = re.compile(
    r"\b(?:wife|husband|partner|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|colleague|boss"
    r"|manager|neighbou?r|cousin"
    r"|uncle|aunt|nephew|niece|dr\.?|mr\.?|mrs\.?|ms\.?|prof\.?|named|called|ask(?:ed)?|tell|told|told"
    r"|thank|met) $",
    re.I,
)
_PERSON_AFTER = re.compile(
    r"^(?:'s|’s)? (?:said|says|asked|wrote|thinks|wants|lives|works|teaches|called|replied|hates|loves|likes"
    r"|agreed|prefers|will|can't"
    r"|told|suggested|and i|is (?:my|our|the new|a) )",
    re.I,
)
_SUFFIX: tuple[tuple[EntityType, re.Pattern[str]], ...] = (
    (
        "place",
        re.compile(
            r"(?:Hotel|Temple|Onsen|Castle|Park|Street|Airport|Station|Island|Lake|Beach|Valley|Museum|Bridge"
            r"|Square|Mountains?|Garden"
            r"|Harbou?r|City|District|Region)$"
        ),
    ),
    (
        "organisation",
        re.compile(
            r"(?:Inc|Ltd|GmbH|LLC|Bank|Securities|University|School|Company|Corporation|Institute|Foundation"
            r"|Agency|Ministry|Hospital"
            r"|Clinic|Airlines|Group)$"
        ),
    ),
)
_WRITTEN = re.compile(r"[A-Z][\w’']*[a-z](?:[ -][A-Za-z][\w’']*[a-z])*(?<!s)")
"""How a person or another name is spelt; plurals are mostly kinds of things."""
_CALENDAR = re.compile(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September"
    r"|October|November|December"
)


def find(turns: Sequence[Said]) -> tuple[Entity, ...]:
    """The most mentioned first; at most `MOST`, of them at most `MOST_FILES` files."""
    messages: dict[str, set[int]] = defaultdict(set)
    types: dict[str, EntityType] = {}
    files: dict[str, set[int]] = defaultdict(set)
    lower: set[str] = set()
    by_person: set[str] = set()
    for number, said in enumerate(turns):
        text = said.words
        for file in _FILE.findall(said.text):
            files[file.rsplit("/", 1)[-1]].add(number)
        lower.update(word for word in _WORD.findall(text) if word.islower())
        for name, type_ in _names(text):
            messages[name].add(number)
            if types.get(name, "other") == "other":
                types[name] = type_
            if said.speaker == "person":
                by_person.add(name)
    found = [
        (len(at), Entity(name, types[name]))
        for name, at in messages.items()
        if _sure(name, types[name], len(at), name in by_person, lower)
    ]
    found += sorted(((len(at), Entity(name, "file")) for name, at in files.items() if len(at) >= 2), key=_order)[
        :MOST_FILES
    ]
    return tuple(entity for _, entity in sorted(found, key=_order)[:MOST])


def _order(counted: tuple[int, Entity]) -> tuple[int, str]:
    return -counted[0], counted[1].name


def _sure(name: str, type_: EntityType, messages: int, by_person: bool, lower: set[str]) -> bool:
    """Well-known technology the person speaks of, or that recurs; a person or place by its signs; another name only if
    both sides use it and its words are never written small."""
    if name in KNOWN:
        return by_person or messages >= 2
    if type_ in ("person", "other") and not _WRITTEN.fullmatch(name):
        return False
    if any(word.lower() in lower for word in name.split() if len(word) > 3):
        return False
    if type_ == "person":
        return by_person or messages >= 2
    return by_person and messages >= (2 if type_ != "other" else 3)


def _names(text: str) -> Iterator[tuple[str, EntityType]]:
    for word in _WORD.findall(text):
        known = KNOWN.get(word.rstrip("."))
        if known is not None:
            yield word.rstrip("."), known
    for match in _NAME.finditer(text):
        name = re.sub(r"['’]s$", "", match.group())
        first = name.split(" ", 1)[0]
        if name in KNOWN or first.lower() in STOP or _CALENDAR.search(name) or len(name) < 3:
            continue
        yield name, _type(text, match, name)


def _type(text: str, match: re.Match[str], name: str) -> EntityType:
    if _PERSON_BEFORE.search(text, max(0, match.start() - 14), match.start()) and len(name.split()) <= 3:
        return "person"
    if _PERSON_AFTER.match(text[match.start() + len(name) : match.start() + len(name) + 20]) and len(name.split()) <= 3:
        return "person"
    return next((type_ for type_, pattern in _SUFFIX if pattern.search(name)), "other")
