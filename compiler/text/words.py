"""Words of a sentence for counting: lower case, lightly stemmed, without the words that carry nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from compiler.store.keywords import WIDE

_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?", re.UNICODE)
_HANGUL = re.compile(r"[\uac00-\ud7af]")


def listed(text: str) -> frozenset[str]:
    """Words separated by spaces, as a set: how word lists are written here."""
    return frozenset(text.split())


STOP = listed(
    "use us with is were under aren't it's own yes was the below we're shall well hasn't quite think must off we'll "
    "too out used at hers myself am you're give thank they'll go didn't may thing upon from even i'd once up isn't "
    "against be him he that's we very doesn't had they'd take ours using after through see both those haven't why "
    "please way should her you'll than having and two rather we've like about we'd can't things would here's getting "
    "yours such oh one any between really few could good our maybe get she into only great shouldn't it they to where "
    "by before again can need look an my they're yourself i whom how because but did do ll sure wasn't what what's "
    "don't you'd cannot else or won't you've down over thanks without in might his me going he's are if as let's then "
    "couldn't yet weren't however many right still he'll he'd how's ve okay there's until has being there within let "
    "doing that you i'm here needs which who ever this of each just i'll on for been when some i've s have same a per "
    "got will it'd nor more also does all during itself theirs they've your its wants most ok their much so above "
    "gets it'll further make not these makes since them wouldn't yeah say other while now no want"
)


def words(text: str) -> list[str]:
    """Lower-case words in order, apostrophes folded to `'`."""
    return _WORD.findall(text.lower().replace("’", "'"))


def length(text: str) -> int:
    """How many words a text has; of scripts written without spaces, two characters count as one."""
    wide = WIDE.findall(text)
    return len(WIDE.sub(" ", text).split()) + sum(len(run) + 1 for run in wide) // 2


def stem(word: str) -> str:
    """English endings folded together: plural, possessive, -ed, -ing, -ly. Wrong now and then, the same way
    each time."""
    word = word.removesuffix("'s")
    for ending, least in (("ies", 2), ("ing", 4), ("ed", 4), ("es", 4), ("ly", 4), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word.rstrip("e") if len(word) > 4 else word


def terms(tokens: Sequence[str]) -> list[str]:
    """The stems that carry meaning; wide scripts, which put no spaces between words, as pairs of characters."""
    return [term for token in tokens for term in _terms(token)]


@lru_cache(maxsize=1 << 16)
def _terms(token: str) -> tuple[str, ...]:
    if WIDE.search(token) or _HANGUL.search(token):
        return tuple(token[i : i + 2] for i in range(max(1, len(token) - 1)))
    return (stem(token),) if token not in STOP and (len(token) > 1 or token.isdigit()) else ()
