"""What a short reply takes of the options before it: `b`, `the second`, `3, but enabled by default`, `ignore A, do B to
E`, `the first two`, `both`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from compiler.passes.distil.options import Option, marked
from compiler.text import sentences

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "former": 1,
    "latter": 2,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
}
_ORDINAL = re.compile(
    r"\b(first|second|third|fourth|former|latter|last|1st|2nd|3rd|4th)\b(?: (?:one|option|approach|version"
    r"|suggestion|idea))?"
    r"(?=\s*(?:[.,;:!)?–—-]|$|and\b|but\b|please\b|sounds\b|with\b|then\b))",
    re.I,
)
_MARK = (
    r"(?:(?:option|number|no\.?|variant|choice|plan|approach|step|phase|item|point) ?#?)?"
    r"\(?(?<![\w'’.-])([A-Ha-h]|\d)(?![\w'’])\)?"
)
_RANGE = re.compile(rf"{_MARK}\s*(?:-|–|to|through|until)\s*([A-Ha-h]|\d)(?![\w'’])", re.I)
_LIST = re.compile(rf"{_MARK}(?:(?:\s*(?:,|&|\+|/|and))+\s*{_MARK})*(?![\w'])", re.I)
_SEVERAL = re.compile(
    r"\b(?:the |these |those |your |just )*(?:first|top) (\d|two|three|four|five|six|seven)\b|\b(all|both)\b"
    r"(?: (?:of (?:them|these|those|it)|(?:the )?(\d|two|three|four|five|six|seven)))?(?=\W|$)",
    re.I,
)
_WITHOUT = re.compile(
    r"\b(?:ignore|skip|drop|leave(?: out)?|without|except|but not|not|no|forget|omit|exclude)\s+(?:option )?$", re.I
)
_COURTESY = re.compile(
    r"(?:\W*\b(?:above|please|thanks|thank you|then|(?:sounds|looks|seems|is) (?:good|great|fine|best|right))\b)+", re.I
)
_CHANGES = re.compile(
    r"\W*(?:but|and|with|without|except|only"
    r"|plus|minus|also|as long as|just|make|not|no|use|keep|skip|let(?:'|’)?s not|don(?:'|’)?t)\b",
    re.I,
)
_TAKES = re.compile(
    r"(?:\W|\b(?:ok(?:ay)?|yes|yeah|yep|so|alright|sure|let(?:'|’)?s|we(?:'|’)?ll|i(?:'|’)?(?:ll|d)?|go|do|take"
    r"|use|pick"
    r"|choose|chose|picked|will|going to|with|for|like|want|prefer|think|the|and|vote|would|just|then|implement"
    r"|draft|build|add|start|try|write"
    r"|option|ones?)\b)*+$",
    re.I,
)
_COUNTS = re.compile(r"\s*(?:%|(?!(?:sounds|looks|works|is|please)\b)\w+s\b)", re.I)
"""What a number counts, in "3 files"."""
_ARTICLE = re.compile(
    r"\s+(?!(?:and|but|with|without|please|then|is|sounds|looks|works|for|only"
    r"|first)\b)[a-z]{2,}",
    re.I,
)
"""What shows an A in front of it to be no letter of an option."""
LONGEST = 240
"""Characters of a reply that may be read as picking something."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The options taken and the ones refused by name, in the order of the reply, what it adds or changes, and the
    reply from the sentence on that picks."""

    taken: tuple[Option, ...]
    refused: tuple[Option, ...] = ()
    changes: str = ""
    reply: str = ""


def picked(menus: Sequence[Sequence[Option]], reply: str) -> Picked | None:
    """What a reply takes of the options a message puts up, or None where it names none of them."""
    reply = reply.strip()
    if not menus or len(reply) > LONGEST:
        return None
    options = marked(menus)
    found = _several(menus, reply) or _ordinal(options, reply) or _by_mark(options, reply)
    if found is None:
        later = (reply[start:] for start, _ in sentences.spans(reply)[1:])
        found, reply = next(
            ((one, rest) for rest in later if (one := _by_mark(options, rest, several=True))), (None, "")
        )
    return replace(found, reply=reply) if found else None


def _several(menus: Sequence[Sequence[Option]], reply: str) -> Picked | None:
    """`the first two`, `all of them`, `both`: of the first menu that is long enough, or the last that has so many."""
    found = _SEVERAL.search(reply)
    if found is None or not _TAKES.match(reply[: found.start()]):
        return None
    first, every, number = (group.lower() if group else "" for group in found.groups())
    count = 2 if every == "both" else _count(first or number)
    if first:
        menu = next((one for one in menus if len(one) >= count), ())
    else:
        menu = next((one for one in reversed(menus) if len(one) == count or (not count and len(one) > 1)), ())
    taken = tuple(menu[: count or len(menu)])
    return Picked(taken, (), _rest(reply[found.end() :])) if len(taken) > 1 else None


def _count(word: str) -> int:
    return _NUMBERS.get(word) or (int(word) if word.isdigit() else 0)


def _ordinal(options: Mapping[str, Option], reply: str) -> Picked | None:
    for found in _ORDINAL.finditer(reply):
        word = found.group(1).lower()
        place = str(_ORDINALS.get(word, 0))
        if not _TAKES.match(reply[: found.start()]) or (word != "last" and place not in options):
            continue
        last = max(options.values(), key=lambda option: option.start)
        return Picked((last if word == "last" else options[place],), (), _rest(reply[found.end() :]))
    return None


def _by_mark(options: Mapping[str, Option], reply: str, several: bool = False) -> Picked | None:
    """Letters and numbers, single (unless `several`), in lists and ranges; a lower-case `a` counts where little else
    is said."""
    taken: list[Option] = []
    refused: list[Option] = []
    end = 0
    for found in _LIST.finditer(reply):
        marks = list(re.findall(r"\b[A-Ha-h\d]\b", found.group()))
        spread = _RANGE.match(reply, found.start())
        if spread:
            marks = _between(spread.group(1), spread.group(2))
        if not marks or any(mark.lower() not in options for mark in marks):
            continue
        if marks == ["a"] and len(reply.split()) > 4 and "option" not in found.group().lower():
            continue
        if found.group() == "A" and _ARTICLE.match(reply[found.end() :]):
            continue
        if found.group() == "a" and re.match(r"\s+\w", reply[found.end() :]):
            continue
        if found.group().isdigit() and _COUNTS.match(reply[found.end() :]):
            continue
        goes = refused if _WITHOUT.search(reply[: found.start()]) else taken
        begins = goes is refused or bool(taken or refused) or _TAKES.match(reply[: found.start()])
        if not begins and not found.group().lower().startswith(("option", "plan", "approach")):
            continue
        goes += [options[mark.lower()] for mark in marks]
        end = max(spread.end() if spread else found.end(), end)
    if len(taken) < 1 + several:
        return None
    kept = tuple(option for option in dict.fromkeys(taken) if option not in refused)
    return Picked(kept, tuple(dict.fromkeys(refused)), _rest(reply[end:])) if kept else None


def _between(first: str, last: str) -> list[str]:
    return [chr(code) for code in range(ord(first.lower()), ord(last.lower()) + 1)]


def _rest(reply: str) -> str:
    """What a reply says beyond the pick, where it changes something."""
    rest = _COURTESY.sub("", reply, count=1) if _COURTESY.match(reply) else reply
    rest = rest.strip(" ,.;:-–—!\n")
    return rest if _CHANGES.match(rest) and len(rest.split()) >= 2 and "?" not in rest else ""
