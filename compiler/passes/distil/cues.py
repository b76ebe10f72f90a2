"""Surface signs of what a sentence does: word sets and patterns, English, written once and shared by every rule."""

from __future__ import annotations

import re

from compiler.text.words import listed, stem

DAYS = listed(
    "tonight april sunday minutes month june deadline october march day saturday morning q3 week february january "
    "hour july friday september q4 today pm days thursday weeks daily am december monday tomorrow august november q1 "
    "weekly wednesday q2 tuesday months weekend hours evening"
)
DECIDED = listed(
    "chose dropped choose confirmed finalized switch locked decision switched confirm settled drop instead adopted "
    "finalised approved replaced chosen adopt decided replace agreed selected decide"
)
PLANNED = listed(
    "begin goal scheduled aim going plan schedule step phase focus planned plans steps start next target will"
)
NEEDS = listed("should ensure critical need needs crucial requires required must essential key require")
HEDGED = listed("either may would could if whether maybe possibly option might options perhaps")
WE = listed("we're ours us our let's we we'll we've")
SELF = listed("me i'll i'm i'd myself i've my i mine")
YOU = listed("you'll you you're your you'd yours you've")

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
    r"\b(?=[cdfhijlprstw])(?:would you like"  # the letters they begin with, for speed
    r"|let me know|do you want|want me to|shall i|shall we|should i|should we|feel free"
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
OUTCOME = listed(
    "because cause caused fixed fixes committed pushed merged opened created passes passing reduced removed "
    "replaced renamed "
    "drafted added updated changed moved swapped dropped implemented kept wrote split rewrote rewritten "
    "restructured deleted "
    "stays reverted instead"
)
PROPOSAL = re.compile(
    r"\b(?:i(?:'|’)?d (?:suggest|recommend|propose|add|go|keep|lean|use|do|make)|i would (?:suggest|recommend"
    r"|propose|add|go|keep)|i (?:suggest|recommend|propose)|my (?:suggestion|recommendation|proposal|plan)"
    r"|(?:the )?(?:cleanest|simplest|best|minimal|proper|recommended|right) (?:fix|option|way|approach|solution"
    r"|possible fix)|recommend(?:ed|ation)?|proposal|proposed|plan|how about|we (?:should|could)|should be"
    r"|would be|the fix (?:is|would)|instead of|rather than)\b",
    re.I,
)
DONE = re.compile(
    r"\W*(?:(?:done|good (?:point|idea|call)|you(?:'|’)re right|yes|right|agreed|sure|of course|okay|ok"
    r"|understood|makes sense)[.,:!—-]* )*(?:done|changed|updated|removed|added|moved|replaced|fixed|implemented"
    r"|renamed|dropped|kept|switched|reverted|i (?:have )?(?:changed|updated|removed|added|moved|replaced|fixed"
    r"|implemented|renamed|dropped|kept|switched|made|turned)|the [\w ./`-]{2,40} (?:now|is now|are now|stays?))\b",
    re.I,
)
UNFINISHED = re.compile(
    r"\b(?:not (?:yet )?(?:been )?(?:pushed|merged|committed|deployed|tested|implemented|verified|published)"
    r"|(?:haven(?:'|’)?t|have not|didn(?:'|’)?t|did not) (?:yet )?(?:push|commit|merge|deploy|publish)(?:ed)?\b"
    r"|(?:haven(?:'|’)?t|have not|didn(?:'|’)?t|did not|not) (?:\w+ ){1,8}yet\b"
    r"|(?:left|leaving) (?:\w+ )?(?:for (?:later|now|a follow-?up)|uncommitted|out for now)"
    r"|worth (?:validating|verifying|confirming|checking|testing|fixing|revisiting)\b.{0,60}\b(?:before|once"
    r"|later|separately)\b"
    r"|(?:you(?:'|’)?ll|you) (?:still |will )?(?:need|have) to\b.{3,60}\b(?:before|first|manually|yourself)\b"
    r"|(?:is|are) a follow-?up\b|out of scope (?:for|here)|still (?:to be|open|needs? (?:to|a|an|your)|pending"
    r"|unresolved|missing)"
    r"|remains? (?:to be|open)|yet to be|haven(?:'|’)?t (?:been )?(?:pushed|merged|committed|tested)|(?:is"
    r"|are) (?:still )?(?:awaiting|pending|blocked)|awaits? (?:your|the|review|approval)"
    r"|blocked (?:by|on)|once .{3,60} (?:is|are) (?:merged|done|ready|approved|available)|ready to (?:push|merge"
    r"|commit|deploy) (?:whenever|when|once|if)|(?:great|good|as a|in a|separate) follow-?up|separate pr)\b",
    re.I,
)
"""What a report says of work that is not done, not published, or waits for something."""
ERRANDS = frozenset(
    map(
        stem,
        listed(
            "commit push start begin proceed continue go implement apply update create open make do write draft run "
            "change changes edit edits file files fix fixes repo repository pr pull request branch code test"
            " tests plan "
            "option "
            "options next step steps task tasks now this that proceeding implementing implementation draw review "
            "merge ahead "
            "move discuss questions question details detail look check investigate try add it them version issue"
            " commits "
            "message summary list show explain help work"
        ),
    )
)
"""Words of a question that only asks whether to go on."""
