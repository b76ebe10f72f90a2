"""Standing instructions to the model that say how the person wants to be answered, whatever the subject."""

from __future__ import annotations

import re

from compiler.passes.distil.third_person import third

LONGEST = 20
"""Words of an instruction; longer ones describe a piece of work."""
_ALWAYS = re.compile(
    r"^(?:please,? )?(?:(?:from now on|in (?:the )?future|going forward),? (?:please )?"
    r"(?P<rule>(?!(?:i|we|you|he|she|they|the|my|our|your|there|in|for|as|if|an?|let|all|can|could|will|would|should"
    r"|is|are|do"
    r"|does)\b)[a-z'’]+ .+)"
    r"|(?P<each>(?:always|never) (?:answer|reply|respond|write|use|explain|give|ask|include|show|add|run|commit|push"
    r"|start|put|assume|call|speak|cite|check|test|format|suggest|skip|keep|make|say)\b.+)"
    r"|(?P<form>(?:keep|make) (?:your|all|the) (?:answers|replies|responses|explanations|messages) .+"
    r"|(?:answer|reply|respond|speak|write)(?: to me)? (?:always |only )?(?:in (?:short|plain|simple|British"
    r"|American)\b|briefly|concisely).*"
    r"|(?:no|don['’]t use|do not use|avoid|stop using|never use) (?:emojis?|bullet points|jargon|markdown|em dashes"
    r"|exclamation marks|tables|headings|filler|flattery|small talk)\b.*))$",
    re.I,
)
_LIKED = re.compile(
    r"^(?P<how>[a-z -]+(?:,| and) [a-z ,-]{3,40}), (?:exactly|just) (?:how|the way|as) i like (?:it|things|them)[.!]*$",
    re.I,
)
_RATHER = re.compile(
    r"^(?P<what>no (?:long |more |fancy )?(?:talk|fluff|stories|jargon|theory|filler|small talk|preambles?"
    r"|explanations?|speeches|lectures?|sugar-?coating|buzzwords|emojis?|bullshit|nonsense), "
    r"(?:just|only) (?!make|let|give|do|tell|show|keep|send)[a-z -]{4,40})[.!]*$",
    re.I,
)
"""About the answer, whatever it is on: "no pressure, just calm" is about something else."""
_HERE = re.compile(
    r"\b(?:this|that|these|those|it|here|story|scene|character|chapter|essay|draft|letter|section|paragraph|slide"
    r"|poster"
    r"|topic|quiz|questions?|one by one"
    r"|game|player|next|previous|above|below|following|json|xml|csv|html|function|method|class)\b|[:\"“”\[\]{}]",
    re.I,
)
"""Words that tie an instruction to the text in hand."""
_NOT = re.compile(r"^(?:don['’]t|do not|never|stop|avoid|no)\b ?", re.I)


def standing(sentence: str) -> str | None:
    """The wish as a statement in the first person, or None: "I want the model to always use metric units"."""
    if match := _LIKED.match(sentence):
        return f"I {'prefer' if match['how'].lower().startswith('no ') else 'like things'} {match['how'].lower()}"
    if match := _RATHER.match(sentence):
        return f"I prefer {match['what'].lower()}"
    match = _ALWAYS.match(sentence.rstrip(" .!"))
    if match is None or _HERE.search(sentence) or len(sentence.split()) > LONGEST:
        return None
    rule = next(filter(None, match.groups()))
    rule = re.sub(r"\byou ([a-z]+)", lambda verb: f"it {third(verb[1])}", re.sub(r"\byour\b", "its", rule, flags=re.I))
    if forbids := _NOT.match(rule):
        what = rule[forbids.end() :]
        verb = "use " if re.match(r"no\b|avoid", rule, re.I) else ""
        return f"I want the model never to {verb}{what.removeprefix('using ')}"
    return f"I want the model to {rule[:1].lower()}{rule[1:]}"
