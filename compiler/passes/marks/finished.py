"""Whether a sentence says that something is finished, and whether it denies what it speaks of."""

from __future__ import annotations

import re

FINISHED = re.compile(
    r"\b(?:done|works(?: now)?|is working|finished|completed?|fixed|resolved|solved|shipped|deployed|merged|sent|"
    r"booked|"
    r"bought|ordered|paid|cancell?ed|signed|submitted|filed|replied|answered|received|arrived|delivered|in place|"
    r"settled|"
    r"built|implemented|published|posted|renewed|installed|migrated|deleted|removed|picked up|handed in|scheduled|"
    r"confirmed|approved|no longer needed|is live|went live|all tests pass|now passes|erledigt|fertig|hecho|fait)\b",
    re.I,
)
NOT_YET = re.compile(
    r"\b(?:not|never|no|cannot|still|yet|need(?:s|ed)?(?! to know)|should|must|have to|has to|had to|want(?:s|ed)?|"
    r"will|would|"
    r"could|can|may|might|plan(?:s|ned)?|going to|todo|to do|to be|until|before|once|when|if|unless|after|try(?:ing)?|"
    r"remind|let's|please|todo|nothing|without|almost|nearly|half)\b|n['’]t\b|['’]ll\b|\?",
    re.I,
)
DENIED = re.compile(
    r"\b(?:not|never|no longer|don['’]?t|won['’]?t|stop(?:s|ped)?|drop(?:s|ped)?|without|against|avoid(?:s|ed)?"
    r"|quit|gave up|no)\b|n['’]t\b",
    re.I,
)
NOT_A_DENIAL = re.compile(r"\bnot only\b|\bno problem\b|\bnot? (?:later|more|less) than\b|\bno matter\b", re.I)


def says_finished(sentence: str) -> bool:
    """A word of completion with nothing before it that puts it off, doubts it or denies it."""
    match = FINISHED.search(sentence)
    return match is not None and not NOT_YET.search(sentence[: match.start()]) and not sentence.rstrip().endswith("?")


def is_denied(text: str) -> bool:
    """Whether a text says that something is not so, or is not to be done."""
    plain = NOT_A_DENIAL.sub("", text)
    main = re.split(r"\b(?:because|since|so that|instead of|rather than|unless)\b|[;:(,—]", plain, maxsplit=1)[0]
    return DENIED.search(main) is not None
