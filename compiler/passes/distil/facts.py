"""Durable statements a person makes about themselves, in the third person. Usually there are none.

The one-year test: would it still be true a year from now, in another job? Patterns say what may pass, the named reject
list what may not; both must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from compiler.passes.distil.lines import Line
from compiler.passes.distil.third_person import told
from compiler.passes.distil.turns import Said
from compiler.passes.distil.units import Unit
from compiler.passes.distil.wording import stated

_KIN = (
    r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|son|daughter|kids?|children|mother|father"
    r"|mom|mum|dad|parents?"
    r"|brother|sister|siblings?|twins?|grand(?:mother|father|ma|pa|son|daughter)|uncle|aunt|cousin|nephew|niece"
    r"|dog|cat|baby|in-laws?)"
)
DURABLE = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in {
        "work": r"\bi (?:currently )?(?:work|teach|freelance|consult|run a|own a|manage a|lead (?:a|the))\b"
        r"|\bi(?:'m| am) an? (?!bit|little|lot|huge|big"
        r"|fan|mess|firm|total|complete|tad|few|beginner at this|member)[a-z-]*(?: [a-z-]+){0,3}?\b(?:er|or|ist"
        r"|ian|ant|ent|nurse|chef|student|founder"
        r"|engineer|teacher|parent|native|vegetarian|vegan)\b",
        "home": r"\bi(?:'ve| have)? (?:live|lived|grew up|was born|was raised|come from|moved)\b (?:in|to|from"
        r"|near|with|alone)|\bi(?:'m| am) (?:from|based in)\b",
        "kin": rf"\bmy (?:[a-z-]+ ){{0,2}}{_KIN}(?:'s|,| is| has| lives| works| and i| was| are| loves| hates| can't)"
        rf"|\bi(?:'ve| have)? (?:have|got) (?:an?|two|three|four|five|\d|twin)(?: [a-z-]+){{0,3}} {_KIN}\b|\bmarried\b",
        "body": r"\bi(?:'m| am) (?:severely |mildly |very )?(?:allergic|intolerant|diabetic|vegan|vegetarian"
        r"|pescatarian|left-handed|colou?r-?blind|dyslexic"
        r"|lactose|gluten|deaf|asthmatic|celiac|coeliac|autistic|introverted)\b"
        r"|\bi have (?:an? )?(?:[a-z]+ )?(?:allergy|asthma|diabetes|adhd|celiac"
        r"|coeliac|migraines?|arthritis|intolerance|condition)\b|\bi (?:don't|do not|never|can't|cannot) (?:eat"
        r"|drink|smoke|tolerate)\b",
        "skill": r"\bi (?:speak|play the|play|studied|majored|graduated|hold an?|have an? (?:degree|phd|master"
        r"|license|licence|background|certificate))\b"
        r"|\bmy (?:native|first|mother) (?:language|tongue)\b",
        "years": r"\bi(?:'ve| have) been (?:an? )?[a-z-]+(?: [a-z'-]+){0,6} (?:for (?:\d+|two|three|four|five"
        r"|six|seven|eight|nine|ten|over|more than|about|almost"
        r"|nearly) ?[a-z-]* ?(?:years|decades)|since (?:19|20)\d\d)\b|\bi(?:'ve| have) (?:\d+|two|three|five"
        r"|ten)\+? years\b",
        "name": r"\bmy (?:name|birthday|blood type|pronouns|time ?zone|email|nickname|hometown|job title|height"
        r"|shoe size) (?:is|are)\b|\bcall me [A-Z]",
        "likes": r"\bi (?:always|never|usually|generally|typically|prefer|love|hate|dislike|can't stand"
        r"|strongly prefer)\b|\bmy (?:favou?rite|preferred)\b",
        "owns": r"\bi (?:own|drive|ride|have) (?:an?|two|three|\d) (?:[a-z0-9-]+ ){0,4}(?:car|bike|house|flat"
        r"|apartment|dumbbells?|guitar|piano|camera|van|boat|garden"
        r"|laptop|server|motorcycle)\b",
        "team": r"\b(?:we|our (?:team|company|startup|product|app|shop|business|school|stack|policy"
        r"|convention))(?: only| always| never)? (?:support|use|uses|have|has|are|is|run"
        r"|runs|sell|sells|ship|deploy|require|requires|serve|serves) (?!to\b|it\b|this\b|that\b|been\b)",
    }.items()
)
REJECTS = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in {
        "question": r"\?",
        "hypothetical": r"\b(?:if|would|could|might|maybe|perhaps|imagine|suppose|pretend|wish|hypothetically"
        r"|let's say|probably|should|as though)\b",
        "passing time": r"\b(?:today|tonight|tomorrow|yesterday|this (?:week|morning|evening|month|time|year"
        r"|weekend|session|project|one)|right now|at the moment|recently|lately"
        r"|just (?:now|got|had|finished|started)|last (?:night|week|month|time|session)|next (?:week|month|time"
        r"|step)|now|earlier|so far|these days|soon|already|yet|again|currently)\b",
        "passing state": r"\b(?:feel(?:ing|s)?|felt|tired|exhausted|stressed|overwhelmed|excited|worried|anxious"
        r"|nervous|happy|sad|sick|busy|struggling|stuck|fried|ready|glad|sorry"
        r"|thrilled|relieved|curious|confused|frustrated|afraid|sure|hungry|burn(?:ed|t) out)\b",
        "request": r"\b(?:please|can you|could you|would you|tell me|help me|give me|show me|i want you"
        r"|let me know|i(?:'d| would) like|i need|i want|let's|make sure|remind)\b",
        "plan": r"\b(?:going to|gonna|planning|plan to|will|'ll|trying to|try to|thinking (?:of|about)"
        r"|considering|hoping|looking (?:for|at|to|forward)|about to|decided|next steps?)\b",
        "idiom": r"\b(?:can't afford|the sound of|love (?:that|this|it|how|the idea|the way|your|where|what"
        r"|to see|both|all)|hate to|have a (?:question|feeling|hunch|problem|point|look|few|couple)"
        r"|like (?:that|this|it|how|the|your)|at the end of the day|never mind|always wanted|prefer (?:this|that"
        r"|the|it|option|to keep|a more)|never thought|have no idea|go with)\b",
        "about the work": r"\b(?:the (?:code|function|file|test|tests|script|error|bug|output|draft|document"
        r"|report|section|paragraph|chapter|plan|schedule|blueprint|protocol|framework|outline"
        r"|above|below|following|attached|data|dataset|model|table|page)|your|you|you're|version|line \d|steps? \d)\b",
        "dangling": r"^(?:it|that|this|these|those|he|she|they|which|there|here|such|one|both|neither)\b|\b(?:it"
        r"|this|these|those|that one)\b[.!]?$",
        "role play": r"\b(?:act as|you are (?:a|an|my)|role-?play|in character|protagonist|character|narrator"
        r"|persona|my name is \[|dear |sincerely)\b",
        "opening": r"^(?:because|although|though|while|when|which|and|or|but|so|as|since|like|for example|e\.g\.)\b",
    }.items()
)
_DRAFTING = re.compile(
    r"\b(?:act as|pretend|role-?play|you are an? |imagine (?:you|that)|write (?:me )?(?:a|an|the)|rewrite"
    r"|proofread|translate|paraphrase|summari[sz]e|edit (?:this|the)"
    r"|cover letter|personal statement|in the voice of|improve this|correct (?:this|the)|story|poem|script"
    r"|lyrics|dialogue|resume|essay)\b",
    re.I,
)


def find(turns: Sequence[Said], units: Sequence[Unit]) -> Iterator[Line]:
    """Facts in reading order. Where a message asks for a text to be written or reworked, first-person sentences in it
    may belong to that text, so none is taken from it."""
    drafting = {n for n, said in enumerate(turns) if said.speaker == "person" and _DRAFTING.search(said.text)}
    for index, unit in enumerate(units):
        if unit.kind != "said" or unit.said in drafting or not 5 <= len(unit.tokens) <= 32:
            continue
        name = durable(unit.typed)
        if name is not None:
            text = told(stated(unit.typed))
            yield Line("fact", text, (unit.said,), unit.start, unit.end, 0.7 if name != "likes" else 0.5, unit=index)


def durable(sentence: str) -> str | None:
    """The name of the pattern by which a sentence counts as durable, or None."""
    sentence = stated(sentence.replace("’", "'"))
    if rejected(sentence) is not None:
        return None
    return next((name for name, pattern in DURABLE if pattern.search(sentence)), None)


def rejected(sentence: str) -> str | None:
    """The name of the rule by which a sentence is no durable fact, or None."""
    return next((name for name, pattern in REJECTS if pattern.search(sentence)), None)
