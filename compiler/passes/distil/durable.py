"""The one-year test as patterns: what a sentence must say to pass it, and the named reasons for which it fails.

Would it still be true a year from now, in another job? What may pass is named by `DURABLE`, what may not by `REJECTS`;
both must agree. Sentences are as typed, in the first person, apostrophes straight.
"""

from __future__ import annotations

import re

_KIN = (
    r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|sons?|daughters?|kids?|child(?:ren)?"
    r"|mother|father|mom|mum|dad|parents?"
    r"|brothers?|sisters?|siblings?|twins?|grand(?:mother|father|ma|pa|sons?|daughters?)|uncle|aunt|cousins?"
    r"|nephews?|nieces?|dogs?|cats?|baby|eldest|youngest|oldest)"
)
_START = r"^(?:[\w' -]{0,25}[,:] )?"
_NUMBER = r"(?:an?|one|two|three|four|five|six|\d+|several)"
DURABLE = {
    "work": _START + r"(?:i (?:now |currently |still |also |mostly )?(?:work (?:as|at|for|in|from|full|part"
    r"|(?:\w+ )?(?:shifts|nights)|remotely|alone)"
    r"|study|teach|freelance|run (?:a|an|my)|own a"
    r"|manage a|lead (?:a|the))\b"
    r"|i(?:'m| am) an? (?!bit|little|lot|huge|big|fan|mess|total|complete|tad|few|firm"
    r"|beginner at)(?:[a-z-]+ ){0,3}(?:[a-z-]+(?:er|or|ist|ian)|nurse|chef|student"
    r"|parent|native|consultant|accountant|assistant|physician|pharmacist|vegetarian|vegan|introvert|extrovert"
    r"|hustler|freelance)\b(?! of\b)"
    r"|my (?:current )?(?:role|job|profession|occupation|title|business|company|shop|startup) (?:is|runs|sells"
    r"|makes|employs|operates|depends)\b)",
    "home": _START + r"(?:i|we)(?:'ve| have)? (?:(?:now |currently |still |both |all )?(?:live|lived|grew up"
    r"|was raised|come)\b (?:in|from|near|with|alone|on|by|at|here)"
    "|was born (?:and raised )?in [A-Z]|moved (?:to|from) [A-Z])"
    r"|" + _START + r"i(?:'m| am) (?:originally )?(?:from|based in)\b|\bmy (?:home)?(?:town|address|flat"
    r"|apartment|house) is\b",
    "kin": rf"\b(?:my|our) (?:[a-z-]+ ){{0,2}}{_KIN}(?:-in-law)?(?: [A-Z]\w+)?(?:'s (?:name|called|allergic"
    rf"|\d)| is (?!going|coming"
    rf"|being|doing|getting|here|waiting|asking|recovering|feeling)| are (?!going|coming|doing|getting|here)"
    rf"| has | have | lives?\b| works?\b| teaches| was born| loves?\b| hates?\b| can't| speaks?\b| studies)"
    rf"|\b(?:i|we)(?:'ve| have)? (?:have|got) {_NUMBER}(?: [a-z-]+){{0,3}} {_KIN}\b|\bi(?:'m| am) (?:married|divorced"
    rf"|widowed|engaged)\b",
    "body": r"\bi(?:'m| am) (?:severely |mildly |very |also )?(?:allergic|intolerant|diabetic|vegan|vegetarian"
    r"|pescatarian|left-handed|colou?r[ -]?blind|dyslexic|lactose|gluten|deaf"
    r"|asthmatic|coeliac|celiac|autistic|introverted|\d\d (?:years|and)|\d\d$)"
    r"|\bi(?: have|'ve got) (?:an? )?(?:[a-z0-9]+ ){0,2}(?:allergy|asthma|diabetes|adhd|coeliac"
    r"|celiac|migraines?|arthritis"
    r"|intolerance|epilepsy)\b"
    r"|\bi (?:don't|do not|never|can't|cannot) (?:eat|drink|smoke|tolerate|drive|swim|fly|cook|ski|own"
    r"|speak (?-i:[A-Z])[a-z]+|wear)\b"
    r"(?! (?:it|that|this|them|away|off|through|into|up|by)\b)"
    r"|" + _START + r"i (?:wear (?:glasses|contact|hearing)|take [a-z]+ (?:for|every|daily)"
    r"|have (?:an? )?(?:bad|weak|chronic|high|low|sensitive|poor) [a-z]+)",
    "skill": _START + r"i(?:'m not a native|'m a native|'m (?:scared|terrified) of [a-z]+ing\b) ?"
    r"|" + _START + r"i (?:speak|play (?:the|in)|sing in|code in|can read|studied|majored|graduated|hold an?"
    r"|have an? (?:degree|phd|master"
    r"|license|licence|background|certificate)|learn best|learn better|work best)\b"
    r"|\bmy (?:native|first|mother) (?:language|tongue)\b",
    "years": _START + r"i(?:'ve| have) (?:been (?:an? )?|worked |lived |played |taught |practised |practiced |run "
    r"|owned |used |known |kept |had |studied |coached |volunteered )[a-z' -]*(?:for (?:over "
    r"|more than |about |almost |nearly )?(?:\d+|two|three|four|five|six|seven"
    r"|eight|nine|ten|eleven|twelve|fifteen|twenty) (?:years|decades)|since (?:19|20)\d\d)\b",
    "name": r"\bmy (?:full |first |last )?(?:name|birthday|blood type|pronouns|time ?zone|nickname|hometown"
    r"|height|shoe size) (?:is|are)\b|" + _START + r"call me [A-Z]",
    "likes": _START + r"i (?:(?:always|never|usually|generally|typically|only) (?:use|eat|drink|work|write|wear"
    "|travel|fly|read|run|cook|buy|listen|sleep|want|prefer|start|keep|avoid|take|go)"
    r"|(?:strongly |really |much |generally |usually |also )?(?:prefer|love|hate|dislike|can't stand|enjoy"
    r"|don't (?:like|enjoy))) [a-z]+"
    r"|" + _START + r"i'm (?:really |also |very )?(?:into|an? (?:big |huge |great )?fan of|fond of"
    r"|keen on) (?!the |this |that |it )[a-z]+"
    r"|\bmy (?:all-time )?(?:favou?rite|preferred) [a-z]+",
    "owns": _START + r"i keep (?:bees|chickens|hens|goats|horses|sheep|ducks|rabbits|tropical fish)|"
    + _START + r"(?:yes,? )?i(?:'ve)? (?:own|drive|ride|have|got|have got) (?:" + _NUMBER + r"|a set of|a "
    "full) (?:[a-z0-9-]+ ){0,4}(?:car|bikes?|house|flat|apartment|dumbbells?|bands|guitar|piano|camera"
    r"|van|boat|garden|allotment|greenhouse|cabin|macbook|nas|raspberry pi|oven|loom|horse|beehives?"
    r"|hives|laptop|motorcycle|kettlebells?|lens(?:es)?|printer|sewing machine|3d printer|telescope|kayak)\b",
    "rhythm": _START + r"(?:i|we) (?:also |usually |often |mostly )?(?:swim|run|cycle|bike|ride|walk|hike|climb|row|ski"
    r"|cook|bake|brew|garden|knit|sew|paint|draw|write|read|play|practi[sc]e|train|lift|meditate"
    r"|fast|commute|travel|volunteer"
    r"|coach|teach|meet|get|pay|publish|record|keep|grow|use|sing|dance|fish|sail"
    r"|dive) [^,;]{0,60}\b(?:every (?!thing|one|time)"
    r"[a-z]+|each (?:day|week|month|year|morning)|daily|weekly|monthly|(?:once|twice|(?:two|three"
    r"|four|five|\d) times) an? "
    r"(?:day|week|month|year)|all year|(?:on|at) weekends|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    "habit": r"\bmy (?:diet|stack|income|salary|commute|workflow|style|approach|routine|prime [a-z]+|fasting"
    r"|\d+:\d+|company|team|schedule) (?:is (?!actively|completely|broken|a mess|being|shattered)|isn't|runs"
    r"|consists|has|window)",
    "things": r"\bmy (?:laptop|phone|computer|camera|car|bike|van|house|flat|apartment|kitchen|garden|oven|desk|editor"
    r"|keyboard|server|nas|router) (?:is an? |has (?:an?|no|two|only) |runs )|\bmy (?:eyesight"
    r"|hearing|memory|knees?|back"
    r"|shoulders?|hands?|skin|free time|spare time|spice tolerance) (?:is|are) (?:very |extremely "
    r"|quite |rather |a bit )?"
    r"(?:bad|weak|poor|limited|scarce|sensitive|stiff|low|high)\b"
    r"|" + _START + r"i use (?:an? )?(?-i:[A-Z])[\w .]{1,30}? (?:for (?:all|my|work|everything|most)"
    r"|daily|every day|at work)\b",
    "team": r"\b(?:our (?:team|company|startup|product|app|shop|business|school|stack|policy|convention|codebase"
    r"|tools|users|customers|clients|office)(?: \([a-z ]+\))? (?:use|uses|supports?|only|always"
    r"|never|is|are|has|runs|ships?"
    r"|requires?|sits?|relies|opens?|closes?|works?)\b|\bwe (?:always |only |never )?(?:support|ship"
    r"|deploy|require|sell|serve|use"
    r"|follow) (?!it\b|this\b|that\b|these\b|the\b))",
}  # fmt: skip
REJECTS = {
    "question": r"\?|^(?:how|what|why|when|where|who|which|can|could|would|do|does|did|is|are|should)\b",
    "hypothetical": r"\b(?:if|would|could|might|maybe|perhaps|imagine|suppose|pretend|wish|hypothetically"
    r"|let's say|probably|should|as though|almost like)\b",
    "passing time": r"\b(?:today|tonight|tomorrow|yesterday|this (?:week|morning|evening|month|time|year|weekend"
    r"|session|project|one|chat|conversation|task)|right now|at the moment|recently|lately"
    r"|just (?:now|got|had|finished|started|tried)|last (?:night|week|month|time|session)|next (?:week|month"
    r"|time|step)|now|earlier|so far|these days|soon|again|for now|until|still|yet"
    r"|(?<!bad )(?<!my )back(?! pain| problem| injur))\b",
    "passing state": r"\b(?:feel(?:ing|s)?|felt|tired|exhausted|stressed|overwhelmed|excited|worried|anxious"
    r"|nervous|happy|sad|sick|fever|a cold|cough|busy|struggling|stuck|fried|drained|ready|glad|sorry"
    r"|thrilled|relieved|curious|confused|frustrated|afraid|sure|hungry|burn(?:ed|t) out|wasting"
    r"|losing|waiting|packed|already"
    r"|running out|recovering|drunk)\b",
    "request": r"\b(?:please|can you|could you|tell me|help me|give me|show me|i want you|let me know|i(?:'d"
    r"| would) like|i need|let's|make sure|remind)\b|!$",
    "plan": r"\b(?:going to|gonna|planning|plan to|will|'ll|trying to|try to|thinking (?:of|about)|considering"
    r"|hoping|looking (?:for|at|to|forward)|about to|decided|next steps?|starting to)\b",
    "idiom": r"\b(?:can't afford|the sound of|(?:love|like|prefer|hate|enjoy) (?:that|this|it|how|the|your|where"
    r"|what|to see|both|all|these|those|them|to keep|a more|option|when)|hate to|have a (?:question|feeling|hunch"
    r"|problem|point"
    r"|look|few|couple)|at the end of the day|never (?:mind|thought)|always wanted|have no idea|go with"
    r"|my (?:guy|man|friend|brother|sister|god|bad),)\b|\bmy (?:guy|brother|man)\b,|,? (?:sharp sharp|you know)\b",
    "about the work": r"\b(?:the (?:code|function|file|tests?|script|error|bug|output|draft|document|report"
    r"|section|paragraph|chapter|plan|schedule|blueprint|protocol|framework|outline|above|below|following"
    r"|attached|data|dataset|model|table|page|app|options?|list|proposal)|your|you|you're|version|line \d"
    r"|steps? \d|here (?:is|are)|as follows)\b",
    "dangling": r"^(?:it|that|this|these|those|he|she|they|which|there|here|such|one|both|neither|in fact"
    r"|secondly|first(?:ly)?)\b|\b(?:it|this|these|those|that one|(?:like|on|about|with|for|of) (?:that|them))\b[.]?$",
    "somebody else": r"\b(?:act as|you are (?:a|an|my)|role-?play|in character|protagonist|narrator|persona"
    r"|dear |sincerely|our mission|committed to|customers? must|dedicated to)\b|\[|_{3,}|^\d+[:.]\d+",
    "opening": r"^(?:due to|because|although|though|while|when|which|or|so|since|like|for example|e\.g\.|not"
    r"|just|every)\b",
    "shouting": r"(?-i:\b[A-Z]{4,} [A-Z]{3,}\b|\b[A-Z]{2,} [A-Z]{4,}\b)",
    "fragment": r"\.\.\.|…|[:;]$",
}  # fmt: skip

_DURABLE = {name: re.compile(pattern, re.I) for name, pattern in DURABLE.items()}
_REJECTS = {name: re.compile(pattern, re.I) for name, pattern in REJECTS.items()}


def durable(sentence: str) -> str | None:
    """The name of the pattern by which a sentence counts as durable, or None."""
    sentence = re.sub(r"\bI am\b", "I'm", sentence.replace("’", "'"))
    if rejected(sentence) is not None:
        return None
    return next((name for name, pattern in _DURABLE.items() if pattern.search(sentence)), None)


def rejected(sentence: str) -> str | None:
    """The name of the rule by which a sentence is no durable fact, or None."""
    return next((name for name, pattern in _REJECTS.items() if pattern.search(sentence)), None)
