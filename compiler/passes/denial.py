"""Who says no to what: clauses that deny, and whether a claim says the opposite of what was said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from compiler.text.words import terms, words

_ABOUT, _SURELY = 0.5, 0.8
"""Share of a claim's terms from which what the person, and what anybody said is about the same."""
_CLAUSE = re.compile(
    r"[,;:!?\n—–]+|\.(?=\s|\Z)|\b(?:but|while|whereas|because|although)\b|(?=\b(?:instead of|rather than)\b)", re.I
)
_NO = re.compile(r"\b(?:not|never|no longer|cannot)\b|n['’]t\b", re.I)
_NO_DENIAL = re.compile(
    r"\b(?:not (?:only|just|to mention)|(?:don|do)(?:['’]t| not) (?:forget|hesitate|worry|mind)|why (?:not|don['’]t)"
    r"|(?:can['’]t|cannot) (?:wait|help))\b"
    r"|\A\W*(?:do|does|did|is|are|was|were|can|could|should|would|have|has|wo)n['’]t\s+(?:i|we|you|it|that|this|the)\b",
    re.I,
)
_LACKS = re.compile(
    r"(?:n['’]t|\bnot|\bnever)(?: \w+ly| yet)? (?:have|had|got|know|see|find|found)\b"
    r"|\b(?:have|has|had)(?:n['’]t| not)\b",
    re.I,
)
"""What is not there yet may be what was decided to make."""
_CONTRAST = re.compile(r"\A\W*(?:(?:and|or)\s+)?(?:not|instead of|rather than)\b", re.I)
_NEGATIVE = re.compile(
    r"\b(?:not|no|none|never|nothing|nor|neither|cannot|without|instead|rather|avoid\w*|stop\w*|drop\w*|remov\w*"
    r"|reject\w*|skip\w*|against|unlike|refus\w*|fail\w*|lack\w*)\b|n['’]t\b",
    re.I,
)
_HAS = re.compile(r"\b(?:ha[sd]|have|owns?|knows?|sees?)\b", re.I)
_PROPER = re.compile(r"\b\w*\d[\w.-]*|(?<!\A)\b(?!Users?\b)[A-Z][\w-]+")


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    terms: frozenset[str]
    denies: bool

    def about(self, wanted: Collection[str]) -> float:
        return len(self.terms & frozenset(wanted)) / len(wanted) if wanted else 0.0


def denied(claim: str, wanted: Collection[str], evidence: Iterable[str], person: Iterable[str]) -> bool:
    """Whether what was said denies a claim, or the claim denies what nobody denied. `wanted` are the claim's terms,
    `evidence` is where it stands, `person` what the person said near to it, in order: where that is about the same, it
    decides, and the last of it."""
    there = [clause for text in evidence for clause in _clauses(text)]
    own = [clause for text in person for clause in _clauses(text)]
    if _NO.search(claim):
        return any(_unasked(clause, there) for clause in _clauses(claim) if _NO.search(clause.text))
    if _NEGATIVE.search(claim):
        return False
    if not _HAS.search(claim):
        there, own = ([c for c in clauses if not _LACKS.search(c.text)] for clauses in (there, own))
    return _refused(wanted, own, _ABOUT) or _refused(wanted, there, _SURELY) or _set_aside(claim, [*there, *own])


def _refused(wanted: Collection[str], clauses: list[_Clause], least: float) -> bool:
    """The clause nearest to a claim, the last of these, denies it."""
    best = max((clause.about(wanted) for clause in clauses), default=0.0)
    nearest = [clause for clause in clauses if clause.about(wanted) == best]
    return best >= least and nearest[-1].denies


def _set_aside(claim: str, clauses: list[_Clause]) -> bool:
    """A name or figure of the claim stands only where it is set aside: `the 24-port one, not the 48-port`."""
    against = [clause for clause in clauses if _CONTRAST.match(clause.text)]
    rest = frozenset().union(*(clause.terms for clause in clauses if clause not in against))
    named = (frozenset(terms(words(name))) for name in _PROPER.findall(claim))
    return any(name and not name <= rest and any(name <= clause.terms for clause in against) for name in named)


def _unasked(denial: _Clause, clauses: list[_Clause]) -> bool:
    """A clause that says no needs one that does, about the names and figures in it where it has any."""
    negative = [clause for clause in clauses if _NEGATIVE.search(clause.text)]
    named = [frozenset(terms(words(name))) for name in _PROPER.findall(denial.text)]
    denies = any(name and name <= clause.terms for name in named for clause in negative)
    return not negative or (any(named) and not denies)


def _clauses(text: str) -> Iterator[_Clause]:
    start = 0
    for mark in [*_CLAUSE.finditer(text), None]:
        end = mark.start() if mark else len(text)
        clause = text[start:end].strip()
        if clause:
            asked = mark is not None and "?" in mark.group()
            no = bool(_NO.search(clause) or _CONTRAST.match(clause)) and not asked and not _NO_DENIAL.search(clause)
            yield _Clause(clause, frozenset(terms(words(clause))), no)
        start = mark.end() if mark else end
