"""Items as they read in the person's own lists: without the subject, who is the person anyway."""

from __future__ import annotations

import re

SUBJECT = re.compile(
    r"^(?:the )?user (?:(?:still )?(?:has|have|needs?|wants?|plans?|intends?) to|(?:still )?(?:will|must|should)|"
    r"is going to|decided to|chose to) (?=\w)",
    re.I,
)


_OTHERS = re.compile(r"\b(?:they|them|their|theirs)\b", re.I)
_PERSON = re.compile(r"\b(?:User's|they|them|their|theirs|themself)\b")
_YOU = {"they": "you", "them": "you", "their": "your", "theirs": "yours", "themself": "yourself", "User's": "your"}


def imperative(text: str, quote: str) -> str:
    """`User still has to cancel their contract.` → `Cancel your contract.`; other texts as they are. Where the words it
    was said in, the quote, speak of others as `they` too, it does not say who is meant."""
    short = SUBJECT.sub("", text, count=1)
    if short == text or short.startswith(("be ", "not ")):
        return text
    if not _OTHERS.search(quote):
        short = _PERSON.sub(lambda match: _YOU[match.group()], short)
    return short[:1].upper() + short[1:]
