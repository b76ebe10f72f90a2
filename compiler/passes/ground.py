"""Whether what is claimed of a conversation is in it, lexically and by meaning; and the verbatim place that shows it.

A claim's terms must occur in a few neighbouring sentences, its meaning must be near theirs, and no name or number of it
may be new. Thresholds were set on RealMem: what a session's own gold says against what other sessions' gold says
(`bench/ground.py`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from compiler.embed import Vectors
from compiler.passes.denial import denied
from compiler.records import Message
from compiler.text import sentences
from compiler.text.recalled import without_recalled
from compiler.text.words import listed, terms, words

Embed = Callable[[Sequence[str]], Vectors]

CLEAR = 0.8
"""Share of a claim's terms from which words alone are support enough."""
FAIR, NEAR = 0.55, 0.5
"""Share of terms and cosine that together are support."""
FEW, NEARER = 0.4, 0.7
"""Fewer words need a nearer meaning."""
BLIND = 0.6
"""Share of terms asked for where no embedder is at hand."""
QUOTE = 300
"""Characters of a quotation, at most."""
_SHORTLIST = 6
_PERSON_BONUS = 0.1
_LONGEST = 400
_NAME = listed("user users assistant conversation decided decides chose plans wants prefers uses")
"""Words that notes bring along and transcripts need not hold."""
_PROPER = re.compile(r"(?<![.!?:]\s)(?<!\A)\b[A-Z][\w'’-]*|\b\w*\d[\w.,:-]*|\b[a-z]+[A-Z_]\w*")
_SPELT = dict(enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")))


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a claim stands: message ids, best first; a verbatim stretch of the first; the share of its terms found
    there and the cosine to them (None where words sufficed or no embedder was given)."""

    evidence: tuple[str, ...]
    quote: str
    lexical: float
    meaning: float | None


@dataclass(frozen=True, slots=True)
class _Window:
    message: int
    start: int
    end: int
    terms: frozenset[str]


class Spoken:
    """What was said in some messages, ready to be compared with claims. `embed` gives unit vectors."""

    def __init__(self, messages: Iterable[Message], embed: Embed | None = None) -> None:
        self._messages = list(messages)
        self._embed = embed
        self._windows: list[_Window] = []
        self._at: dict[str, list[int]] = defaultdict(list)
        self._said: list[set[str]] = []
        for number, message in enumerate(self._messages):
            self._said.append({*terms(words(message.text)), *words(message.text)})
            for window in _windows(number, message.text):
                for term in window.terms:
                    self._at[term].append(len(self._windows))
                self._windows.append(window)
        self._vocabulary = set().union(*self._said)

    def support(self, claim: str, quote: str = "", *, by_person: bool = False) -> Ground | None:
        """The ground of a claim, None where there is none. `quote` is where its maker says it stands; `by_person` takes
        the person's own words alone."""
        wanted = frozenset(terms(words(claim))) - _NAME
        if not wanted or self.invented(claim):
            return None
        best = self._shortlist(wanted, self._located(quote), by_person)
        if not best:
            return None
        near = self._cosines(claim, best) if self._embed and not self._clear(wanted, best[0]) else None
        ranked = sorted(
            range(len(best)),
            key=lambda i: (
                -(len(wanted & best[i].terms) / len(wanted) + (near[i] if near else 0) + self._bonus(best[i]))
            ),
        )
        first = best[ranked[0]]
        chosen = [first, *self._complement(wanted, first, [best[i] for i in ranked[1:]])]
        lexical = len(wanted & frozenset().union(*(w.terms for w in chosen))) / len(wanted)
        meaning = near[ranked[0]] if near else None
        if not _enough(lexical, meaning) or not self._counts(claim, chosen) or self._denied(claim, wanted, chosen):
            return None
        named = [*chosen, *self._naming(claim, chosen)]
        evidence = tuple(dict.fromkeys(self._messages[w.message].id for w in named))
        return Ground(evidence, self._quotation(first, quote), round(lexical, 3), meaning)

    def invented(self, claim: str) -> list[str]:
        """Names and numbers of a text that nobody said."""
        return [name for name in _PROPER.findall(claim) if not _is_said(name, self._vocabulary)]

    def known(self, text: str) -> float:
        """Share of a text's terms that were said; 0 for a text without any."""
        each = set(terms(words(text))) - _NAME
        return sum(t in self._vocabulary for t in each) / len(each) if each else 0.0

    def _shortlist(
        self, wanted: frozenset[str], located: tuple[int, int, int] | None, by_person: bool
    ) -> list[_Window]:
        counts = Counter(n for term in wanted for n in self._at.get(term, ()))
        allowed = (n for n in counts if not by_person or self._messages[self._windows[n].message].role == "user")
        ranked = sorted(allowed, key=lambda n: (-counts[n] - self._bonus(self._windows[n]), self._length(n), n))
        out = [self._windows[n] for n in ranked[:_SHORTLIST]]
        if located:
            message, start, end = located
            told = [n for n in ranked if self._overlaps(n, message, start, end)]
            out = [self._windows[n] for n in told[:2]] + out
        return list(dict.fromkeys(out))

    def _overlaps(self, n: int, message: int, start: int, end: int) -> bool:
        window = self._windows[n]
        return window.message == message and window.start < end and start < window.end

    def _length(self, n: int) -> int:
        return self._windows[n].end - self._windows[n].start

    def _bonus(self, window: _Window) -> float:
        """What a person said outranks what a model said."""
        return _PERSON_BONUS if self._messages[window.message].role == "user" else 0.0

    def _clear(self, wanted: frozenset[str], window: _Window) -> bool:
        return len(wanted & window.terms) >= CLEAR * len(wanted)

    def _cosines(self, claim: str, windows: Sequence[_Window]) -> list[float]:
        assert self._embed is not None
        vectors = self._embed([claim, *(self._text(w) for w in windows)])
        return [round(float(v @ vectors[0]), 3) for v in vectors[1:]]

    def _complement(self, wanted: frozenset[str], first: _Window, others: Sequence[_Window]) -> list[_Window]:
        """Up to two more windows of other messages, each bringing terms that were missing."""
        out: list[_Window] = []
        have = wanted & first.terms
        for window in others:
            new = (wanted & window.terms) - have
            if len(out) < 2 and window.message != first.message and len(new) >= max(2, len(wanted) // 4):
                out.append(window)
                have |= new
        return out

    def _naming(self, claim: str, chosen: Sequence[_Window]) -> list[_Window]:
        """Where the claim's names stand that its evidence takes for known."""
        out: list[_Window] = []
        for name in _PROPER.findall(claim):
            said = set().union(*(self._said[w.message] for w in (*chosen, *out)))
            if not _is_said(name, said):
                out += self._shortlist(frozenset(terms(words(name))), None, by_person=False)[:1]
        return out

    def _counts(self, claim: str, chosen: Sequence[_Window]) -> bool:
        """Every figure of a claim stands where the claim does, or in the same message with the same words beside it."""
        told = frozenset().union(*(w.terms for w in chosen))
        messages = {w.message for w in chosen}
        return all(
            figure & told
            or any(
                beside <= window.terms
                for term in figure
                for window in map(self._windows.__getitem__, self._at.get(term, ()))
                if window.message in messages
            )
            for figure, beside in _figures(claim)
        )

    def _denied(self, claim: str, wanted: frozenset[str], chosen: Sequence[_Window]) -> bool:
        """What a person said outranks what a model said: their denial counts wherever it stands."""
        own = sorted(self._shortlist(wanted, None, by_person=True), key=lambda w: (w.message, w.start, w.end))
        return denied(claim, wanted, map(self._text, chosen), map(self._text, own))

    def _text(self, window: _Window) -> str:
        return self._messages[window.message].text[window.start : window.end]

    def _located(self, quote: str) -> tuple[int, int, int] | None:
        """Message number and stretch of a quotation, whatever its spaces, case and marks."""
        parts = re.findall(r"\w+", quote)[:40]
        if len(parts) < 3 and len("".join(parts)) < 8:
            return None
        pattern = re.compile(r"[\W_]{1,8}".join(map(re.escape, parts)), re.I)
        for number, message in enumerate(self._messages):
            match = pattern.search(message.text)
            if match:
                return number, match.start(), match.end()
        return None

    def _quotation(self, window: _Window, quote: str) -> str:
        located = self._located(quote)
        if located and located[0] == window.message and window.start < located[2] and located[1] < window.end:
            return self._messages[window.message].text[located[1] : located[2]][:QUOTE]
        return clipped(self._text(window))


def speech(messages: Sequence[Message]) -> list[Message]:
    """What may bear a claim out: what person and model said to one another, and nothing that came out of Musubi."""
    return [
        message
        for message in without_recalled(messages)
        if message.role in ("user", "assistant")
        and message.origin not in ("harness", "agent")
        and message.branch is None
        and message.text.strip()
    ]


def clipped(text: str, limit: int = QUOTE) -> str:
    """The beginning of a text, cut at a line or word: still verbatim."""
    text = text.strip()
    if len(text) <= limit:
        return text
    cut = max(text.rfind("\n", limit // 3, limit), text.rfind(" ", limit // 3, limit))
    return text[: cut if cut > 0 else limit].rstrip()


def _is_said(name: str, vocabulary: Container[str]) -> bool:
    return all(
        part in vocabulary
        or part.removesuffix("'s") in _NAME
        or (part.isascii() and part.isdigit() and _SPELT.get(int(part[:9])) in vocabulary)
        or all(term in vocabulary for term in terms([part]))
        for part in words(name)
    )


def _figures(claim: str) -> Iterable[tuple[frozenset[str], frozenset[str]]]:
    """The figures of a claim, each as the terms it may be written with, with the terms before and after it in its
    clause."""
    for clause in re.split(r"[;:!?\n]+|[,.](?!\d)", claim):
        tokens = [(token, [t for t in terms([token]) if t not in _NAME]) for token in words(clause)]
        kept = [(token, found) for token, found in tokens if found]
        for at, (token, found) in enumerate(kept):
            if token.isdigit():
                spelt = _SPELT.get(int(token[:9]), token)
                beside = [t for _, near in kept[max(0, at - 1) : at] + kept[at + 1 : at + 2] for t in near]
                yield frozenset([*found, spelt]), frozenset(beside)


def _enough(lexical: float, meaning: float | None) -> bool:
    if lexical >= CLEAR:
        return True
    if meaning is None:
        return lexical >= BLIND
    return (lexical >= FAIR and meaning >= NEAR) or (lexical >= FEW and meaning >= NEARER)


def _windows(number: int, text: str) -> Iterable[_Window]:
    """Every sentence alone and with the next one, and with the next two where they are short."""
    spans = [part for a, b in sentences.spans(text) for part in _parts(text, a, b)]
    each = [frozenset(terms(words(text[a:b]))) for a, b in spans]
    for i, (start, end) in enumerate(spans):
        yield _Window(number, start, end, each[i])
        together = each[i]
        for j in range(i + 1, min(i + 3, len(spans))):
            if spans[j][1] - start > _LONGEST:
                break
            together |= each[j]
            yield _Window(number, start, spans[j][1], together)


def _parts(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """A sentence, in pieces where it is very long."""
    while end - start > _LONGEST:
        cut = text.rfind(" ", start + 1, start + _LONGEST)
        cut = cut if cut > 0 else start + _LONGEST
        yield start, cut
        start = cut
    if start < end:
        yield start, end
