"""Whether a text is English enough for the English rules; what is not still gets a summary and key points."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.text.words import listed

_ENGLISH = listed(
    "that you with can is an my this i how do of but should was the please yes what on for when and or have in will "
    "at would are does if your as let's so not from our has we be there it they to"
)
_OTHER = listed(
    "los seu von ich auch un för nicht gli op de pas die du della e di sich ce jag dans met para das på eine da y se "
    "ik el sono een nous den och auf van las niet che il mas qui non elle det con ein het som une do não für inte com "
    "des os pour em sur es que una la zu vous voor por att maar und wir ist et är les lo le mit à per uma est je der "
    "no"
)

FOREIGN = _OTHER - _ENGLISH - listed("die des per no van son sur con non pour mit me da e y i o las los le em")
FOREIGN |= listed(
    "habe hast haben hatte warum wann wie welche welcher welches wo über pourquoi quand quel quelle quels quelles où "
    "nous avons avez porque cuando cómo dónde cuál qué hemos quando perché abbiamo quale waarom wanneer hoe welke heb "
    "hebben hvorfor hvordan når hva hvilken hvilket hvilke hvor jag varför när hur vilken vilket"
)
"""Words without which hardly a question of another European language is asked, and which are none in English."""


def is_english(tokens: Sequence[str]) -> bool:
    """Judged by function words; fewer than eight words, or a text mostly of names and code, count as English when they
    are written in Latin letters."""
    if not tokens:
        return True
    latin = sum(token.isascii() or token[0] < "\u0250" for token in tokens)
    if latin < 0.6 * len(tokens):
        return False
    english = sum(map(_ENGLISH.__contains__, tokens))
    other = sum(map(_OTHER.__contains__, tokens))
    return other < 3 or english >= 1.2 * other
