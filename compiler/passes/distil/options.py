"""Options that a message puts up: by letter, number, place or name, and which of them a reply takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from compiler.passes.distil.cues import ERRANDS
from compiler.passes.distil.turns import Said
from compiler.text.prose import Block, plain
from compiler.text.words import terms, words

MOST_OPTIONS, LONGEST_NAME = 9, 60
REPEATED, AT_MOST = 0.8, 2
"""Share of an option's terms from which a reply that uses them repeats it; a reply of so many times its terms speaks of
something else as well."""
_MARKER = re.compile(r"(?:[-*+•◦▪‣–]|(\d{1,2})[.)])\s+$")
_LEAD = re.compile(r"\s*(?:\*\*|__)(.{2,60}?)(?:\*\*|__)")
_LABEL = re.compile(
    r"(?:(?:option|plan|approach|variant|choice|step|phase) )?\(?([A-H]|\d)(?:[.):]|\s*[—–:-])\s*(?=\S)"
    r"|(?:option|plan|approach|variant|choice) ([a-h]|\d)\s*$",
    re.I,
)
_LINE_LABEL = re.compile(r"^(?:\*\*)?(?:(?:option|plan|approach|variant) )?\(?[A-H\d][.):](?=[\s*])", re.I | re.M)
_PUT_UP = re.compile(
    r"\b(?:options?|ways|choices|alternatives|approaches|candidates|could|either|ideas|suggestions|bases"
    r"|possibilities|suggested|fix(?:es)?|paths|names|titles)\b",
    re.I,
)
_OFFER = r"\b(?:would you like me to|(?:do you )?want me to|shall i|should i)\b"
_OFFERS = re.compile(rf"{_OFFER}\W*(?:\d\W*)?$", re.I)
_OFFERS_ALL = re.compile(
    rf"{_OFFER}(?:(?! or )[^?])*\b(?:these|them|those|all|both|the (?:\w+ )?(?:changes|fixes|steps|edits"
    r"|improvements))\b(?:(?! or )[^?])*\?",
    re.I,
)
_REFERS = re.compile(r"\?|\b(?:this|that|it|these|those)\b", re.I)
"""What an item that says by itself what is offered does not hold."""
_ASKED = re.compile(r"\?[\s*_]*(?:[-*+•]|\d{1,2}[.)])?\s*$")
"""A question that the list under it answers."""
_NAME_ENDS = re.compile(r":\s| [–—-] |[.;]\s|\s\(")


@dataclass(frozen=True, slots=True)
class Option:
    """One of several, with its place in the message: its letter or number, how much of a label that is (2 a letter or
    "Option 1", 1 a number, 0 its mere place in the list), its name, and its name with what explains it."""

    mark: str
    name: str
    text: str
    start: int
    end: int
    label: int = 2


def menus(said: Said) -> Iterator[list[Option]]:
    """The lists of a message, each a menu: items that stand together, or labelled paragraphs."""
    run: list[Option] = []
    for block in said.blocks:
        if block.kind in ("heading", "paragraph") and run:
            yield run
            run = []
        marker = _MARKER.search(said.text, said.text.rfind("\n", 0, block.start) + 1, block.start)
        if block.kind == "item" and block.level == 1 and marker:
            run.append(_item(said, block, len(run) + 1, marker.group(1)))
    if run:
        yield run
    labelled = [option for block, after in _labels(said) if (option := _labelled(said, block, after)) is not None]
    if len({option.mark for option in labelled}) >= 2:
        yield labelled


def marked(menus: Sequence[Sequence[Option]]) -> dict[str, Option]:
    """Options by letter and number; what carries its own label before what only has a place. A place counts in a letter
    too: the second of a plain list is also `b`."""
    own = {option.mark for menu in menus for option in menu}
    out: dict[str, Option] = {}
    for menu in sorted(menus, key=lambda menu: (-menu[0].label, _places(menu), -menu[0].start)):
        for option in menu:
            out.setdefault(option.mark, option)
            other = chr(96 + int(option.mark)) if option.mark.isdigit() else str(ord(option.mark) - 96)
            if other not in own:
                out.setdefault(other, option)
    return out


def named(said: Said, reply: str) -> Option | None:
    """The option that a reply chooses by its name: of a menu that the message puts up, the only one whose opening words
    the reply uses."""
    used = set(terms(words(reply[:200])))
    for menu in reversed([menu for menu in menus(said) if _is_menu(said, menu)]):
        held = [option for option in menu if used.intersection(_tells(option.name)[:3])]
        if len(held) == 1:
            return held[0]
    return None


def _tells(name: str) -> list[str]:
    """The terms of an option's name, without the verbs by which any work is told where others stay."""
    found = terms(words(name))
    return [term for term in found if term not in ERRANDS] or found


def repeated(said: Said, reply: str) -> Option | None:
    """The option that a reply says again, as pasted or quoted from the message."""
    used = set(terms(words(reply)))
    for menu in menus(said):
        for option in menu:
            own = set(terms(words(option.text)))
            repeats = len(own) >= 5 and len(own & used) >= REPEATED * len(own)
            if len(menu) > 1 and repeats and len(used) <= AT_MOST * len(own):
                return option
    return None


def put_up(said: Said) -> list[Option] | None:
    """The last menu that a model's message presents as one."""
    return next((menu for menu in reversed([*menus(said)]) if _is_menu(said, menu)), None)


def offered(said: Said) -> list[Option]:
    """The numbered list that a message offers to carry out as a whole: the one it opens by "Would you like me to:", or
    the last one before "Shall I make these changes?"."""
    lists = [menu for menu in menus(said) if 2 <= len(menu) <= MOST_OPTIONS and menu[0].label]
    for menu in reversed(lists):
        if _OFFERS.search(said.text, max(0, menu[0].start - 40), menu[0].start):
            return [] if any(_REFERS.search(option.text) for option in menu) else menu
    whole = lists and _OFFERS_ALL.search(said.words[-300:]) and not _is_menu(said, lists[-1])
    return lists[-1] if whole else []


def beside(said: Said, taken: Sequence[Option]) -> list[str]:
    """The names of the options that stand beside those taken, where all have short ones."""
    starts = {option.start for option in taken}
    for menu in menus(said):
        if len(menu) <= MOST_OPTIONS and any(option.start in starts for option in menu):
            names = [option.name for option in menu if option.start not in starts]
            return names if all(len(name) <= LONGEST_NAME for name in names) else []
    return []


def _places(menu: Sequence[Option]) -> bool:
    return all(option.mark == str(at) for at, option in enumerate(menu, 1))


def _is_menu(said: Said, menu: Sequence[Option]) -> bool:
    before = said.text[max(0, menu[0].start - 250) : menu[0].start]
    return (
        said.speaker == "model"
        and 2 <= len(menu) <= MOST_OPTIONS
        and bool(_PUT_UP.search(before) or _ASKED.search(before))
    )


def _item(said: Said, block: Block, at: int, number: str | None) -> Option:
    shown = plain(said.text[block.start : block.end])
    label = _LABEL.match(shown)
    if label and label.group(1) and not label.group(1).isdigit():
        return Option(label.group(1).lower(), _name(said, block), shown[label.end() :], block.start, block.end)
    return Option(number or str(at), _name(said, block), shown, block.start, block.end, int(number is not None))


def _labels(said: Said) -> Iterator[tuple[Block, Block | None]]:
    """The blocks of a message, each with the next; a paragraph by its lines where several open with a label."""
    for block, after in zip_longest(said.blocks, said.blocks[1:]):
        cuts = [match.start() for match in _LINE_LABEL.finditer(said.text, block.start, block.end)]
        if block.kind != "paragraph" or len(cuts) < 2:
            yield block, after
            continue
        for start, end in pairwise([*cuts, block.end]):
            yield replace(block, start=start, end=start + len(said.text[start:end].rstrip())), None


def _labelled(said: Said, block: Block, after: Block | None) -> Option | None:
    """A heading, paragraph or item that opens with a label of its own; a short one with the paragraph under it."""
    if block.kind not in ("heading", "paragraph", "item"):
        return None
    shown = plain(said.text[block.start : block.end])
    label = _LABEL.match(shown)
    if label is None or (block.kind == "item" and label.group(1) and label.group(1).isdigit()):
        return None
    mark = (label.group(1) or label.group(2)).lower()
    text, end = shown[label.end() :].strip(" :*—–-\"'"), block.end
    name = _name(said, block) if block.kind != "heading" else text
    alone = block.kind == "heading" or _LEAD.fullmatch(said.text, block.start, block.end)
    under = plain(said.text[after.start : after.end]) if after is not None and after.kind == "paragraph" else ""
    if alone and len(text) <= LONGEST_NAME and after is not None and under and not _LABEL.match(under):
        text, end = f"{text}: {under.rstrip(':')}".removeprefix(": "), after.end
    return Option(mark, name, text, block.start, end) if len(text) > 3 else None


def _name(said: Said, block: Block) -> str:
    option = said.text[block.start : block.end]
    lead = _LEAD.match(option)
    shown = plain(lead.group(1) if lead else option.split("\n", 1)[0])
    label = _LABEL.match(shown)
    rest = shown[label.end() :] if label else shown
    return _NAME_ENDS.split(rest or shown)[0].strip(" .:;")
