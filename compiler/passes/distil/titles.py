"""A conversation's title: the source's when it says something, else what it turned on, as asked for or as headed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from compiler.passes.distil import cues
from compiler.passes.distil.turns import Said
from compiler.passes.distil.wording import stated
from compiler.text.prose import plain
from compiler.text.sentences import split
from compiler.text.words import terms, words

LONGEST_TITLE = 70
MOST_WORDS, BESIDE = 12, 0.25
"""Words of a line of the note that may be its title, and what such a title loses against what was asked for."""
_LEADS_IN = re.compile(
    r"^(?:user|some|several|however|so|according|based|given|what|common|another|instead|as|a (?:few|couple)"
    r"|examples?)\b"
    r"|\b(?:includ(?:e|es|ing)|like|such as|are|is|could|can|use|used|take)$",
    re.I,
)
"""What leads in a list rather than naming what the list is."""

_GENERIC = re.compile(
    r"\s*(?:new (?:chat|conversation|session|thread|agent)|untitled.*|conversation|chat|session|hi|hello|hey"
    r"|test|no title|help(?: needed| request)?"
    r"|assistance(?: request(?:ed)?)?|greetings?|question|composer|general (?:chat|question|conversation)"
    r"|unknown|none|null|[\da-f-]{8,}|\d[\d :/.T-]*)\s*",
    re.I,
)
_REQUEST = re.compile(
    r"^(?:(?:hi|hello|hey|ok(?:ay)?|so|gah|ugh|argh|please|can you|can we|could you|would you|will you|i(?:'"
    r"|’)?d like (?:you )?to|i would like (?:you )?to|i want (?:you )?to|i need (?:you )?to"
    r"|i need|i want|help me(?: to)?|let(?:'|’)?s|we need(?: to)?|i(?:'|’)m trying to|i am trying to|go ahead and"
    r"|just|also|now|there|claude|chatgpt|take a look at|look at|kindly|go(?! (?:with|for|to|back)\b)"
    r"|give me|tell me(?: more)?(?: about)?"
    r"|provide me with"
    r"|show me|do you (?:know|have access to))\b[\s,!.:]*)+",
    re.I,
)
_URL = re.compile(r"https?://(?:www\.)?([\w.-]+)(/[\w./#?=&%-]*)?")
_TAIL = re.compile(
    r"\s(?:that|which|who|because|since|so that|so|and|but|based on|with|where|when|while|if|i(?:'|’)m|i am|we"
    r"|in order|using|for|from)\b",
    re.I,
)
_HEADS_NOTHING = re.compile(
    r"^(?:summary|overview|notes?|next steps?|conclusion|introduction|changes?|what changed|key .*|result"
    r"|results|details?|example|examples|step|option|day|week|phase|part|section|tips?|benefits|objective"
    r"|purpose|goal|pros|cons|important|why|how|here|your|the|action|recommendation|root cause|fix|question"
    r"|answer|background|context)\b",
    re.I,
)
_FILLER = re.compile(
    r"\b(?:ready|sorted|good|great|done|feel|feeling|went|thanks?|hope|discussed|mentioned|clear|solid|(?:last"
    r"|our|this|next|previous) session"
    r"|again|(?:an?|the|quick|small|brief) update)\b",
    re.I,
)
_OWN = re.compile(r"(?:i|my|we|you|it|that|this|there|and|with|on|in|for|to)\b", re.I)

_REFERS = re.compile(r"\b(?:it|them|this|these|those)\b(?! \w)", re.I)
"""Words that only the sentence before explains."""


def good(title: str | None) -> bool:
    """Whether a source's title tells conversations apart."""
    if title is None:
        return False
    title = title.strip()
    return len(title) > 3 and not _GENERIC.fullmatch(title) and not title.startswith(("<", "{", "[Request"))


def title(
    source_title: str | None,
    turns: Sequence[Said],
    fallback: str = "Untitled conversation",
    concluded: Sequence[str] = (),
) -> str:
    """At most `LONGEST_TITLE` characters, one line, cut at a word; `concluded` are phrases of what the note holds."""
    if source_title is not None and good(source_title):
        return cut(plain(" ".join(source_title.split())))
    spread: Counter[str] = Counter()
    for said in turns:
        spread.update(set(terms(words(said.words))))
    asked = [(_worth(made, spread, len(turns)) + 0.3 - 0.08 * at, made) for at, made in enumerate(_asked(turns))]
    headed = [(_worth(made, spread, len(turns)), made) for made in _headed(turns)]
    best = max([*asked, *headed], key=lambda option: option[0], default=(0.0, fallback))
    if best not in headed:
        told = [(_worth(made, spread, len(turns)) - BESIDE, made) for made in _named_by(concluded)]
        best = max([best, *told], key=lambda option: option[0])
    return best[1]


def _worth(made: str, spread: Counter[str], messages: int) -> float:
    """How much of the conversation turns on a title's words: the mean share of messages with each, several better."""
    found = set(terms(words(made)))
    if not found:
        return 0.0
    mean = sum(spread[term] for term in found) / (len(found) * max(1, messages))
    vague = _OWN.match(made) or _REFERS.search(made)
    return mean * min(len(found), 4) / 2 - 0.4 * bool(_FILLER.search(made)) - 0.2 * bool(vague) - 0.3 * (len(found) < 2)


def _asked(turns: Sequence[Said]) -> list[str]:
    """Phrases from the person's first message; from the next ones where that one only said hello, how things went, or
    less than two words that mean anything ("what next?")."""
    out: list[str] = []
    for said in [one for one in turns if one.speaker == "person"][:3]:
        if len(out) > 1 or (out and not _FILLER.search(out[0]) and len(set(terms(words(out[0])))) > 1):
            break
        block = said.blocks[0]
        for sentence in split(said.text[block.start : block.end])[:4]:
            shown = _URL.sub(_named, stated(plain(sentence)))
            if re.match(r"(?:when|if|while|since|as|after)\b", shown, re.I) and "," in shown[:80]:
                shown = re.sub(r"^(?:and|then|so) ", "", shown.split(",", 1)[1].strip(), flags=re.I)
            shown = (_REQUEST.sub("", shown).strip() or shown).rstrip(" ?.!:;,")
            if (len(shown.split()) >= 2 and not cues.PRAISE.fullmatch(shown)) or (
                not shown.isascii() and len(shown) >= 4
            ):
                out.append(cut(shown[:1].upper() + shown[1:]))
    return out


def _named(url: re.Match[str]) -> str:
    """A link as a reader would name it: `repo #12` on GitHub, else the site."""
    parts = [part for part in (url.group(2) or "").split("/") if part]
    if url.group(1) == "github.com" and len(parts) >= 2:
        return (
            f"{parts[1]} #{parts[3].split('#')[0]}" if len(parts) >= 4 and parts[2] in ("pull", "issues") else parts[1]
        )
    return url.group(1)


def _headed(turns: Sequence[Said]) -> list[str]:
    out = []
    for said in turns:
        if said.speaker != "model":
            continue
        for block in said.blocks:
            shown = plain(said.text[block.start : block.end]).strip(" :") if block.kind == "heading" else ""
            if shown and 2 <= len(shown.split()) <= 9 and not _HEADS_NOTHING.match(shown) and not shown[0].isdigit():
                out.append(cut(shown))
    return out


def _named_by(concluded: Sequence[str]) -> list[str]:
    """Of what the note holds, what reads as a title: short, and about the matter rather than the person."""
    shown = [phrase.rstrip(" .:") for phrase in concluded]
    return [
        cut(phrase)
        for phrase in shown
        if 2 <= len(phrase.split()) <= MOST_WORDS
        and not _HEADS_NOTHING.match(phrase)
        and not _OWN.match(phrase)
        and not _LEADS_IN.search(phrase)
        and "?" not in phrase
    ]


def cut(text: str) -> str:
    """Shortened at a clause or word, with an ellipsis where it stops within one."""
    if len(text) <= LONGEST_TITLE:
        return text
    clause = re.search(r"^.{20,69}?(?=[,;:–—(]|\.\s|\s-\s)", text)
    if clause:
        return clause.group().rstrip(" ,;:-–—")
    tails = [match.start() for match in _TAIL.finditer(text) if 30 <= match.start() <= LONGEST_TITLE]
    if tails:
        return text[: tails[-1]]
    at = text.rfind(" ", 0, LONGEST_TITLE - 1)
    return (text[:at] if at > 20 else text[: LONGEST_TITLE - 1]).rstrip(" ,;:-–—") + "…"
