"""Labels that reports put over what they say: some say something ("Root cause: …"), most do not ("What changed: …")."""

from __future__ import annotations

import re

from compiler.passes.distil.wording import opened

_THING = (
    r"(?:fix(?:ed|es)?|changes?|results?|notes?|summary|proposal|proper|minimal|outcome|updates?|status|answer"
    r"|recommendation|suggestion|conclusion|verdict|reasoning|details?|overview|takeaways?|insight|decision"
    r"|implementation)"
)
_EMPTY = re.compile(
    r"(?:(?:the|your|my|this|a|in)\s+)?(?:(?:key|main|core|quick|actual|real|suggested|proposed|recommended"
    r"|cleanest|simplest"
    rf"|short|only|other|important|bottom)\s+)*(?:{_THING}|line)(?:\s+(?:made|summary|applied|here|needed|of changes"
    r"|\([\w ]{1,20}\)))?"
    r"|what (?:i |was |has |we )*(?:chang\w+|fix\w+|done|did|built|added|updated|it does|this does"
    r"|happened)(?: (?:in|and) .{1,30})?"
    r"|(?:files?|code) (?:changed|updated|modified|created|touched)(?: \(\d+\))?"
    r"|how it works|tl;?dr|done|key (?:design )?(?:decisions|points|differences)|design (?:decisions|notes)"
    r"|title|heads up"
    r"|in short|verification|environment|nuance|caveat",
    re.I,
)
_LABEL = re.compile(r"([^:\n]{2,50}?)(?::| [—–-](?= ))\s+(?=\S)")
_JOINS = re.compile(
    r"(?:(?:but|and|so|also|however|plus|then|now|done|proceeding|actually)\b[,.!:;–—-]?\s+)+(?!that\b)", re.I
)

_CLAIMS = re.compile(
    r"(?:i|we)(?:(?:'|’)ve| have)? (?:also |just |now |only |then )*(?=(?:[a-z]{2,}ed|made|kept|left|built"
    r"|wrote|rewrote|put|set|cut"
    r"|split|sent|took|chose|drew)\b(?! (?:to|that)\b))",
    re.I,
)


def empty(label: str) -> bool:
    """Whether a label says only that something follows."""
    return bool(_EMPTY.fullmatch(label.strip(" *_:.")))


def unlabelled(text: str) -> str:
    """A report's line without such a label, and without the conjunction that ties it to what stood before."""
    bare = text
    while (found := _LABEL.match(text)) and empty(found.group(1)) and len(text) - found.end() >= 15:
        text = text[found.end() :]
    joined = _JOINS.match(text)
    if joined and len(text) - joined.end() >= 15:
        text = text[joined.end() :]
    return opened(text) if text != bare else bare


def unclaimed(text: str) -> str:
    """A model's report of what was done, without "I" or "we" as its doer."""
    found = _CLAIMS.match(text)
    return opened(text[found.end() :]) if found else text
