"""Names for groups of conversations: the phrase that is common in the group and rare outside it, written as usual."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING

from compiler.passes.commonness import rank
from compiler.text.words import STOP, listed, stem

if TYPE_CHECKING:
    from compiler.passes.topics.propose import Sampled

WORD = re.compile(r"[^\W_][\w+#.'’-]*[\w+#]|[^\W_]")
LENGTH = {1: 1.0, 2: 1.6, 3: 1.7}
"""A longer phrase says more, if the group shares it."""
VAGUE, COMMON = 0.5, 3000
"""A single word among the most common ones of the language names no topic well."""
PROPER = 1.2
"""The name of a thing says more than a common word."""
JOINED = 0.5
"""`Export of slack water` is a sentence's part rather than a name."""
OWN = 0.6
"""Share of a group that must belong to one project for the group to bear the project's name."""
EMPTY = listed(
    "add added adding advice again analysis answer app apply approach ask asked asking assistant based basic best "
    "better "
    "break build building buy call change changes chat check choose choosing code come compare comparing comparison "
    "complete "
    "conversation create creating current daily day days decide decided decision deep details develop developing "
    "discuss "
    "discussed discussion draft effective ensure example explain exploring feedback feel find finding first fix "
    "fixing follow "
    "focus general getting give given good guide help helps high idea ideas implement implementation improve "
    "improving include "
    "including info information initial issue issues keep key know last learn let like list little long look looking "
    "lot main "
    "make making manage minutes month months more move need needed needs new next note notes number old optimize "
    "option "
    "options overview part people pick plan planning plans point points possible prepare problem problems process "
    "progress "
    "project question questions quick ready real recent recommend remember replace review right run running save "
    "second see "
    "session set setting share short show simple small solution some something specific start started starting step "
    "steps "
    "still strategy suggest suggested suggestion suggestions summary support switch sure system take talk task tell "
    "test thank "
    "thanks think third time times tip tips today tomorrow topic track tracking try trying type understand "
    "understanding "
    "update updated updates useful user users using value version want wants way ways week weekend weekly weeks well "
    "went "
    "what wondering work works working write writing wrote year years yes yesterday appreciate definitely really "
    "actually "
    "maybe happy pretty ones two three four five hundred six seven eight nine ten pros cons vs via per etc perfect "
    "hour hours seconds morning evening night regarding previous additional further untitled mention huge provide "
    "request prompt articles article meeting "
    "however sounds great nice concern feeling excited bit ahead future early mind sense stay handle worth drop why "
    "where "
)
"""Words that name no topic on their own, and end or begin none."""
BEFORE_VERB = listed(
    "to i we you they he she will can could should must would might may let's not don't please who user"
)
DETERMINERS = listed("a an the my our your their this that these those its it me us them some all another")
JOIN = listed("of for and in to the with on")
"""Small words that may stand inside a phrase."""


def name_groups(sample: Sequence[Sampled], groups: Sequence[Sequence[int]], taken: frozenset[str]) -> list[str]:
    """A name for each group, in order, all different; "" for a group that nothing distinguishes."""
    phrases = [_phrases(conversation) for conversation in sample]
    total = Counter[str]()
    for found in phrases:
        total.update(found.keys())
    spellings = _spellings(sample)
    used = {name_key(name) for name in taken}
    out: list[str] = []
    for group in groups:
        name = _best(sample, group, phrases, total, spellings, used)
        used.add(name_key(name))
        out.append(name)
    return out


def _best(
    sample: Sequence[Sampled],
    group: Sequence[int],
    phrases: Sequence[dict[str, float]],
    total: Counter[str],
    spellings: dict[str, str],
    used: set[str],
) -> str:
    project, count = Counter(sample[n].project for n in group if sample[n].project).most_common(1)[0] if any(
        sample[n].project for n in group
    ) else ("", 0)  # fmt: skip
    everywhere = sum(s.project == project for s in sample)
    if project and count >= OWN * len(group) and 2 * count > everywhere and name_key(project) not in used:
        return _title(project.replace("_", " ").replace("-", " ") if project.islower() else project)
    weights: dict[str, float] = defaultdict(float)
    here = Counter[str]()
    for n in group:
        for phrase, weight in phrases[n].items():
            weights[phrase] += weight
            here[phrase] += 1
    least = max(2, round(0.1 * len(group))) if len(group) > 2 else 1

    def score(phrase: str) -> float:
        spread = here[phrase] / total[phrase]
        rare = log(1 + len(sample) / total[phrase])
        joins = _joins(phrase)
        proper = PROPER if any(c.isupper() for c in spellings[phrase]) else 1.0
        vague = VAGUE if " " not in phrase and rank(spellings[phrase]) < COMMON else 1.0
        length = vague * proper * LENGTH[phrase.count(" ") + 1 - joins] * (JOINED if joins else 1.0)
        return round(weights[phrase] / len(group) * spread * rare * length, 6)

    ranked = sorted((p for p in weights if here[p] >= least), key=lambda p: (-score(p), p))
    for phrase in ranked or sorted(weights, key=lambda p: (-score(p), p)):
        if not any(_overlaps(phrase, other) for other in used):
            return _title(spellings[phrase])
    return ""


def _phrases(conversation: Sampled) -> dict[str, float]:
    """Phrases of one to three words → weight: names and title count more than the summary."""
    found: dict[str, float] = {}
    for weight, text in ((1.0, conversation.title), (0.5, conversation.summary),
                         *((0.8, name) for name in conversation.entities if "." not in name)):  # fmt: skip
        for phrase, _ in _runs(text):
            found[phrase] = max(weight, found.get(phrase, 0.0))
    return found


def _spellings(sample: Sequence[Sampled]) -> dict[str, str]:
    """Phrase → how it is mostly written; a capital at the start of a sentence tells nothing."""
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for conversation in sample:
        for text in (conversation.title, conversation.summary, *conversation.entities):
            for phrase, words in _runs(text):
                forms[phrase][words] += 1
    return {phrase: min(seen, key=lambda w: (-seen[w], w != w.lower(), w)) for phrase, seen in forms.items()}


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """(stems, words as written) of every phrase: no empty word at its ends, at most three telling words."""
    for part in re.split(r"[.;:!?()\[\]{}|\"“”,—–/\n]+(?:\s|$)|\s[-–—]\s", text):
        words = WORD.findall(part)
        tells = [_tells(w) and not _is_verb(words, n) for n, w in enumerate(words)]
        for start in range(len(words)):
            if not tells[start]:
                continue
            for end in range(start + 1, min(start + 5, len(words)) + 1):
                inner = [w.lower() in JOIN for w in words[start:end]]
                if not all(t or j for t, j in zip(tells[start:end], inner, strict=True)):
                    break
                if tells[end - 1] and sum(tells[start:end]) <= 3:
                    shown = words[start:end]
                    if start == 0 and shown[0][1:].islower():
                        shown = [shown[0].lower(), *shown[1:]]
                    yield " ".join(stem(w.lower()) for w in words[start:end]), " ".join(shown)


def _tells(word: str) -> bool:
    plain = word.lower().replace("’", "'")
    known = plain in STOP or plain in EMPTY or stem(plain) in _EMPTY_STEMS
    return len(word) > 2 and not known and not any(c.isdigit() for c in word) and "'" not in plain


def _is_verb(words: Sequence[str], n: int) -> bool:
    """`to charge`, `we moved`; `Pick a library`, `Drop the pool`."""
    before = words[n - 1].lower() if n else ""
    after = words[n + 1].lower() if n + 1 < len(words) else ""
    return before in BEFORE_VERB or (n == 0 and after in DETERMINERS)


_EMPTY_STEMS = frozenset(stem(w) for w in EMPTY)


def _joins(phrase: str) -> int:
    return sum(word in JOIN for word in phrase.split())


def _overlaps(phrase: str, other: str) -> bool:
    mine, theirs = set(phrase.split()) - JOIN, set(other.split()) - JOIN
    return bool(theirs) and (mine <= theirs or theirs <= mine)


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """What two names share that mean the same: stems in order."""
    return " ".join(stem(w.lower()) for w in WORD.findall(name))


def _title(name: str) -> str:
    """With a capital, but for names that are written as `iCal` is."""
    first = name.split(" ", 1)[0]
    return name if any(c.isupper() for c in first[1:]) else name[:1].upper() + name[1:]
