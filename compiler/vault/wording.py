"""Items as they read in the person's own lists: without the subject, who is the person anyway."""

from __future__ import annotations

import re

SUBJECT = re.compile(
    r"^(?:the )?user (?:(?:still )?(?:has|have|needs?|wants?|plans?|intends?) to|(?:still )?(?:will|must|should)|"
    r"is going to|decided to|chose to) (?=\w)",
    re.I,
)


def imperative(text: str) -> str:
    """`User still has to cancel the contract.` → `Cancel the contract.`; other texts as they are."""
    short = SUBJECT.sub("", text, count=1)
    return text if short == text or short.startswith(("be ", "not ")) else short[:1].upper() + short[1:]
