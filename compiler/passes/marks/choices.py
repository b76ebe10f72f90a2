"""Which options a decision takes and which it turns down, as short keys. Precision first: what is not named in so many
words is not an option."""

from __future__ import annotations

import re

from compiler.text.words import STOP, listed, stem, words

END = (
    r"(?=\s+(?:instead|over|rather|because|for|with|as|and|in|on|at|to|since|so|but|by|from|when|where|which|that|"
    r"without|after|before|until|then|now|here|everywhere|this|next|if|not|is|are|it)\b|[,.;:!?()—–\"]|$)"
)
NAME = rf"(?P<name>[\w.+#/'’-]+(?:\s+[\w.+#/'’-]+){{0,3}}?){END}"
TAKE = re.compile(
    r"\b(?:go(?:es|ing)? with|went with|us(?:e|es|ed|ing)|pick(?:s|ed|ing)?|choos(?:e|es|ing)|chose|adopt(?:s|ed|ing)?|"
    r"(?:switch(?:es|ed|ing)?|mov(?:e|es|ed|ing)|migrat(?:e|es|ed|ing)|chang(?:e|es|ed|"
    r"ing))(?:\s+[\w.+#-]+){0,4}?\s+to|"
    r"tak(?:e|es|ing)|took|prefer(?:s|red)?|settl(?:e|es|ed) (?:on|for)|decided (?:on|for)|stick(?:s|ing)? (?:with|to)|"
    r"keep(?:s|ing)?|kept|replac(?:e|es|ed|ing)\s+(?:[\w.+#-]+\s+){1,4}?(?:with|by))\s+(?:the |a |an )?" + NAME,
    re.I,
)
LEAVE = re.compile(
    r"(?:\b(?:instead of|rather than|over|against|drop(?:s|ped|ping)?|abandon(?:s|ed|ing)?|away from|"
    r"(?:switch(?:es|ed|ing)?|mov(?:e|es|ed|ing)|migrat(?:e|es|ed|ing)|chang(?:e|es|ed|ing)) from|"
    r"replac(?:e|es|ed|ing)|no longer (?:us(?:e|es|ing))?|stop(?:s|ped)? using))\s+(?:the |a |an )?" + NAME,
    re.I,
)
LEAD = re.compile(r"^(?:the|a|an|only|just|plain|simple|our|my|your|their|using|use|to|one|all|both)\s+", re.I)
NOTHING = listed("it this that them both all everything something one two same thing way approach option version time "
                 "first second third now what which ones day days week weeks hours minutes year years "
                 "again more less care advantage place note notes")  # fmt: skip


def options(text: str, instead_of: str | None, quote: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(taken, turned down) of a decision: from its text and from what it says it was instead of; what was turned down
    also from the words it was told in."""
    taken = _keys(m["name"] for m in TAKE.finditer(text))
    left = _keys(m["name"] for part in (text, quote) for m in LEAVE.finditer(part))
    left |= _keys(part for part in re.split(r",|;|\bor\b|\band\b|/", instead_of or "") if part.strip())
    return tuple(sorted(taken - left)), tuple(sorted(left))


def option_key(name: str) -> str:
    """What all spellings of an option share; "" for what names nothing."""
    short = name.strip(" .'’\"`")
    while (match := LEAD.match(short)) is not None:
        short = short[match.end() :]
    found = [stem(w) for w in words(short) if w not in STOP][:4]
    if not found or all(w in NOTHING for w in words(short)) or sum(map(len, found)) < 2:
        return ""
    return " ".join("postgres" if w == "postgresql" else w for w in found)


def _keys(names: object) -> set[str]:
    return {key for name in names if (key := option_key(name))}  # type: ignore[attr-defined]
