"""Surface signs of what a sentence does: word sets and patterns, English, written once and shared by every rule."""

from __future__ import annotations

import re

DAYS = frozenset(
    [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "today",
        "tonight",
        "tomorrow",
        "week",
        "weeks",
        "weekend",
        "month",
        "months",
        "day",
        "days",
        "daily",
        "weekly",
        "morning",
        "evening",
        "hour",
        "hours",
        "minutes",
        "deadline",
        "am",
        "pm",
        "q1",
        "q2",
        "q3",
        "q4",
    ]
)
DECIDED = frozenset(
    [
        "decided",
        "decide",
        "decision",
        "chose",
        "choose",
        "chosen",
        "confirmed",
        "confirm",
        "finalized",
        "finalised",
        "approved",
        "agreed",
        "settled",
        "locked",
        "selected",
        "instead",
        "replace",
        "replaced",
        "switch",
        "switched",
        "adopt",
        "adopted",
        "drop",
        "dropped",
    ]
)
PLANNED = frozenset(
    "plan plans planned will going next step steps schedule scheduled start phase begin aim goal target focus".split()  # noqa: SIM905
)
NEEDS = frozenset("must should need needs required require requires ensure key critical crucial essential".split())  # noqa: SIM905
HEDGED = frozenset("might could maybe perhaps possibly may if whether would either option options".split())  # noqa: SIM905
WE = frozenset("we our us ours let's we'll we've we're".split())  # noqa: SIM905
I = frozenset("i my me mine i'm i've i'll i'd myself".split())  # noqa: SIM905, E741
YOU = frozenset("you your you're you'll you've you'd yours".split())  # noqa: SIM905

QUESTION = re.compile(r"[?？]\W*$")
LEADS_ON = re.compile(r"[:：]\s*$")
PRAISE = re.compile(
    r"(?:that(?:'|’)?s|this is|what an?|it(?:'|’)?s|these are|you(?:'|’)?re|you are|you(?:'|’)?ve|i(?:'"
    r"|’)?m (?:so |really |very )?"
    r"(?:glad|happy|pleased|delighted|thrilled|sorry)|i (?:totally |completely |really |can )?"
    r"(?:love|understand|appreciate|hear|hope|see|look forward)"
    r"|excellent|great|perfect|wonderful|fantastic|awesome|brilliant|absolutely|understood|got it|certainly"
    r"|of course|sure"
    r"|okay|ok|alright|right|yes|yeah|sounds|noted|good|nice|thank|thanks|congrat|no problem|no worries|you(?:'"
    r"|’)re welcome"
    r"|acknowledged|happy to|glad|exactly|indeed|hi|hello|hey|cheers)\b",
    re.I,
)
OFFER = re.compile(
    r"\b(?:would you like|let me know|do you want|want me to|shall i|shall we|should i|should we|feel free"
    r"|if you(?:'d| would) like"
    r"|happy to help|i can (?:also )?help|is there anything|how does (?:this|that) (?:sound|look|feel)"
    r"|what do you think"
    r"|i(?:'m| am) here|here to help|looking forward|ready to|just let me|reach out|don(?:'|’)t hesitate"
    r"|could you (?:please )?"
    r"(?:provide|share|tell|clarify|confirm)|please (?:provide|share|let me|tell|confirm)|to (?:help me"
    r"|get started|proceed))\b",
    re.I,
)
PRESENTS = re.compile(
    r"(?:here(?:'|’)?s|here (?:is|are)|below (?:is|are)|the following|i(?:'|’)?ve (?:drafted|outlined|prepared"
    r"|put|created|updated)"
    r"|based on|given (?:your|the|that))\b",
    re.I,
)
NARRATION = re.compile(
    r"(?:now,? |ok(?:ay)?,? |good[.,!] |great[.,!] |perfect[.,!] |actually,? |first,? |next,? |then,? "
    r"|so,? )*(?:let(?:'|’)?s|let me"
    r"|i(?:'|’)ll|i will|i(?:'|’)m going to|i need to|i should|i(?:'|’)m (?:now )?\w+ing|now (?:i|let|add|fix"
    r"|run|the|for|update|check)"
    r"|checking|running|looking|reading|updating|wait|hmm|acknowledged)\b",
    re.I,
)
IMPERATIVE = re.compile(
    r"(?:please |just |now |then |also |and |so |ok(?:ay)?,? |alright,? )*(?:add|make|use|give|show|create|write"
    r"|generate|build|do|put"
    r"|get|set|keep|start|draft|outline|list|help|find|change|remove|include|update|explain|tell|let(?:'|’)?s"
    r"|can you|could you"
    r"|i want you to|go|focus|ensure|define|provide|break|structure|design|map|run|fix|check|review|commit|push"
    r"|try|look|move)\b",
    re.I,
)
OUTCOME = re.compile(
    r"\b(?:root cause|caused by|because|fixed|was (?:due|caused)|turns out|now (?:uses|returns|fills|passes"
    r"|works|explains?|writes)"
    r"|committed|pushed|merged|opened|created|pr #?\d+|issue #?\d+|all (?:tests|checks)|passes|passing|went from"
    r"|down from"
    r"|reduced|instead of|so that|no longer|removed|replaced|renamed)\b",
    re.I,
)
WITHDRAWN = re.compile(
    r"(?:actually,|wait[,.]|no,|nope|nah\b|hmm|you(?:'|’)re right|my mistake|i was wrong|that(?:'|’)?s (?:wrong"
    r"|not right|incorrect)"
    r"|scratch that|never ?mind|forget (?:it|that)|revert|undo|on second thought|sorry,? (?:i|that)|let(?:'"
    r"|’)?s not|don(?:'|’)t)\b",
    re.I,
)
