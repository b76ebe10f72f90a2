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
_THING = (
    r"(?!it\b|this\b|that\b|these\b|those\b|them\b|the\b|to\b|anything|everything|any ?more|all\b|an?other\b|more\b)"
)
"""What follows is named, not pointed at."""
_FREQUENTLY = r"(?:always|never|usually|often|rarely|seldom|generally|typically|normally|mostly|hardly ever)"
_STEADY = (
    r"\b(?! (?:[a-z]+ing|down|broken|red|slow|not|too|so|wrong|missing|stuck|full|empty|out|off|undefined|null|to)\b)"
)
"""After "is": no breakdown, no mishap."""
_PAST = (
    r"(?!\w+ed\b|(?:thought|knew|had|got|said|told|saw|wanted|heard|made|did|was|were|went|felt|found|came|took|gave"
    r"|meant|did|could|would|will|been|forget to|mind|wonder|hope|mention)\b)"
)
_WORKS_AS = (
    r"(?:[a-z-]+(?:er|or|ist|ian|man|woman)|entrepreneur|host|nurse|chef|student|parent|native|consultant|accountant"
    r"|assistant"
    r"|physician|pharmacist|vegetarian|vegan|citizen|introvert|extrovert|hustler|freelance|lawyer|person|coach|pilot"
    r"|sergeant"
    r"|midwife|clerk|agent|monk|priest|pastor|orphan|immigrant|expat|veteran|intern|paramedic|architect|ceo|cto)"
)
AGED = r"\d+[ -](?:year|yr|month)s?[ -]olds? "
"""Before a child; no part of what lasts."""
DURABLE = {
    "work": _START + r"(?:i (?:now |currently |still |also |mostly )?(?:work (?:as|at|for|in|from|full|part"
    r"|(?:\w+ )?(?:shifts|nights)|remotely|alone)"
    r"|study|teach|freelance|run (?:a|an|my)|own a"
    r"|manage a|lead (?:a|the))\b"
    r"|i(?:'m| am) an? (?!bit|little|lot|huge|big|fan|mess|total|complete|tad|few|firm|novice|newbie|new"
    r"|good person"
    rf"|(?:[a-z-]+ ){{0,2}}(?:beginner|newcomer|customer|user"
    rf"|subscriber)\b)(?:[a-z0-9-]+ ){{0,5}}(?:{_WORKS_AS}\b(?! of\b)"
    r"|(?:manager|director|owner|founder|head|president) of\b)"
    r"|i(?:'m| am) an? (?:[a-z]+ ){0,2}(?:mother|father|mom|mum|dad|widow|widower|grandmother|grandfather)\b"
    r"|i(?:'m| am) the (?:(?:only|lead|head|chief|sole) [a-z]+|(?:co-?)?founder|owner|ceo|cto|director|editor) (?:in|at"
    r"|of|for)"
    r"|we (?:run|own) an? (?:[a-z-]+ ){0,2}(?:hotel|shop|store|restaurant|bakery|caf[ée]|farm|business|company|agency"
    r"|studio|clinic|brewery|salon|school)"
    r"|i(?:'m| am) (?:trained|qualified|licen[cs]ed|certified) (?:as|in)"
    rf"|my (?:[a-z]+ ){{0,2}}(?:(?:role|job|profession|occupation|title) is{_STEADY}|(?:business|company|shop|startup"
    rf"|hustle) (?:is{_STEADY}|runs|sells|makes|employs|operates|depends|relies|handles))\b)",
    "firm": r"^we(?:'re| are) an? (?:[a-z0-9-]+ ){0,4}(?:startup|company|agency|nonprofit|charity|firm|studio"
    r"|cooperative|family business|team of (?:\d+|two|three|four|five|six))\b",
    "duties": _START + r"(?:i (?:also |mostly |mainly |usually |personally )?(?:handle|oversee|supervise|manage"
    rf"|coordinate|speciali[sz]e in) {_THING}[a-z]+"
    r"|my (?:core |main |key |primary |daily |day-to-day )?(?:responsibilities|duties|expertise|specialty|skills)"
    r" (?:at work )?(?:is|are|involves?|includes?|lies?)"
    r"|the [a-z]+ (?:[a-z]+ )?i use (?:daily|every day|at work|most) (?:is|are))\b",
    "past": _START + r"(?:(?:in|at) my (?:last|previous|former|old) (?:role|job|company|position|firm), i [a-z]+"
    r"|i used to (?:work|live|be an?|teach|run|own|play|study|smoke|drink)|i (?:spent|worked|served|lived) "
    r"[^,;]{0,40}\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) years)\b",
    "home": _START + r"(?:i|we)(?:'ve| have)? (?:(?:now |currently |still |both |all )?(?:live|lived|grew up"
    r"|was raised|come)\b (?:in|from|near|with|alone|on|by|at|here)"
    "|was born (?:and raised )?in [A-Z]|moved (?:to|from) [A-Z])"
    r"|" + _START + r"i(?:'m| am) (?:originally )?(?:from|based in)\b|\bmy (?:home)?(?:town|address|flat"
    r"|apartment|house) is\b",
    "kin": rf"\b(?:my|our) (?:{AGED})?(?:[a-z-]+ ){{0,2}}{_KIN}(?:-in-law)?(?: (?-i:[A-Z])\w+)?(?:'s (?:name|called"
    rf"|allergic|\d)| (?:is|are) (?!(?:here|out|away|late|ill|asleep|awake|home|busy|gone|upset|angry|mad|at)\b"
    rf"|in (?:the )?\w+ grade|(?!living|studying|training|working)[a-z]+ing\b)"
    rf"| has | have | lives?\b| works?\b| teaches| was born| loves?\b| hates?\b| can't| speaks?\b| studies)"
    rf"|\b(?:i|we)(?:'ve| have)? (?:have|got) {_NUMBER}(?: [a-z-]+){{0,3}} {_KIN}\b|\bi(?:'m| am) (?:married|divorced"
    rf"|widowed|engaged|single)\b",
    "body": r"\bi(?:'m| am) (?:severely |mildly |very |also )?(?:allergic|intolerant|diabetic|vegan|vegetarian"
    r"|pescatarian|left-handed|colou?r[ -]?blind|dyslexic|lactose|gluten|deaf"
    r"|asthmatic|coeliac|celiac|autistic|introverted|\d\d (?:years|and)|\d\d$|in my (?:late |early |mid-? ?)?(?:\d0s"
    r"|twenties|thirties|forties|fifties|sixties|seventies|eighties))"
    r"|\bi(?: have|'ve got) (?:an? )?(?:[a-z0-9]+ ){0,2}(?:allergy|asthma|diabetes|adhd|coeliac"
    r"|celiac|migraines?|arthritis|eczema|psoriasis|ibs|insomnia|tinnitus|scoliosis|sciatica|dyslexia|hay fever"
    r"|reflux|hypertension|high blood pressure|pcos|endometriosis"
    r"|intolerance|epilepsy|(?:back|knee|shoulder|neck|hip|heart|thyroid|kidney|liver) (?:issues?|problems?|injury"
    r"|condition|disease))\b"
    r"|\bi (?:don't|do not|never|can't|cannot) (?:eat|drink|smoke|tolerate|drive|swim|fly|cook|ski|own"
    r"|speak (?-i:[A-Z])[a-z]+|wear)\b"
    r"(?! (?:it|that|this|them|away|off|through|into|up|by)\b)"
    r"|\bi (?:can't|cannot) have (?:dairy|gluten|lactose|nuts|eggs|shellfish|sugar|soy|wheat|alcohol|caffeine)\b"
    r"|" + _START + r"i (?:wear (?:glasses|contact|hearing)|take [a-z]+ (?:for|every|daily)|suffer from"
    r"|was diagnosed with|get (?:migraines|seasick|carsick|heartburn|hay fever|motion sick)"
    r"|have (?:an? )?(?:bad|weak|chronic|high|low|sensitive|poor) (?!hopes|expect|feel|time)[a-z]+)",
    "trait": _START + rf"(?:i'm not (?:very |particularly )?(?:technical|tech-savvy|religious|musical"
    rf"|good with [a-z]+)\b|i'm not (?:really |much of )?an? (?:[a-z-]+ ){{0,2}}(?:{_WORKS_AS}"
    r"|guy|guru|expert|secretary|connoisseur|type)(?:$|[.,;])"
    rf"|i (?:really |just |simply )?(?:can't|cannot|don't) (?:deal with|handle|cope with|stand|bear|do well (?:with|in)"
    rf"|function without|work without|sleep without|live without) {_THING}[a-z]"
    r"|i (?:have no|don't have (?:an?|any|the)|have little) (?:patience|talent|tolerance|car|kids|children|siblings"
    r"|pets?|driver's licen[cs]e|licen[cs]e|garden|balcony|oven|dishwasher|tv|smartphone|credit card|religion|degree"
    r"|background|library card|bank account|printer|sense of (?:smell|direction|rhythm))\b"
    r"|i tend to "
    rf"|i'm (?:fluent|proficient|good|bad|terrible|hopeless|useless) (?:in|at|with) {_THING}[a-z]"
    r"|i'm (?:half |part )?(?:(?:a )?(?-i:Muslim|Christian|Catholic|Jewish|Hindu|Buddhist|Sikh)"
    r"|(?-i:[A-Z])[a-z]+(?:ese|ish|ian|an))(?:$|[.,;]| and\b))",
    "values": r"^[a-z' -]{3,40} (?:is|are|being [a-z]+ is) (?:really |very |extremely |so )?important to me\b"
    r"|^[a-z' -]{3,40} (?:matters?|means?) (?:a lot |everything |the world )?to me\b"
    rf"|{_START}i (?:really |deeply |strongly |firmly |do )?(?:value|care (?:a lot |deeply )?about|believe in|rely on"
    rf"|depend on) {_THING}[a-z]",
    "skill": _START + r"i(?:'m not a native|'m a native|'m (?:scared|terrified) of [a-z]+ing\b) ?"
    r"|" + _START + r"(?:we speak|i (?:got|did|earned|have) (?:my|an?) (?:phd|degree|mba|master's|bachelor's))\b"
    r"|" + _START + r"i (?:speak (?!about|of|to|with|for)|play (?:the|in)|sing in|(?:mostly |mainly "
    r"|usually )?(?:code|program|write|develop)"
    r" (?:mostly |mainly )?in (?-i:[A-Z])|can read|studied|majored|graduated|hold an?"
    r"|have an? (?:degree|phd|master"
    r"|license|licence|background|certificate)|learn best|learn better|work best)\b"
    r"|\bmy (?:native|first|mother) (?:language|tongue)\b",
    "years": _START + r"i(?:'ve| have) (?:been (?:an? )?|worked |lived |played |taught |practised |practiced |run "
    r"|owned |used |known |kept |had |studied |coached |volunteered )[a-z' -]*(?:\([^)]*\) )?(?:for (?:over "
    r"|more than |about |almost |nearly )?(?:\d+|two|three|four|five|six|seven"
    r"|eight|nine|ten|eleven|twelve|fifteen|twenty) (?:years|yrs|decades)|since (?:19|20)\d\d)\b",
    "name": r"\bmy (?:full |first |last )?(?:name|birthday|blood type|pronouns|time ?zone|nickname|hometown"
    r"|height|shoe size) (?:is|are)\b|" + _START + r"call me [A-Z]",
    "likes": _START + r"i (?:"
    r"(?:strongly |really |much |generally |usually |also )?(?:prefer|love|hate|dislike|can't stand|enjoy"
    r"|don't (?:like|enjoy))) [a-z]+|" + _START + r"i like [a-z ]{3,30} (?:more|better) than [a-z]+"
    r"|" + _START + r"i'm (?:really |also |very )?(?:into|an? (?:big |huge |great )?fan of|fond of"
    r"|keen on) (?!the |this |that |it )[a-z]+"
    r"|\bmy (?:all-time )?(?:favou?rite|preferred) (?!\w+ was\b|is\b|are\b|one|part|thing)[a-z]+",
    "owns": _START + r"i keep (?:bees|chickens|hens|goats|horses|sheep|ducks|rabbits|tropical fish)|"
    + _START + r"i (?:drive|ride) an? (?:\d{4} )?(?-i:[A-Z])|" + _START + r"(?:yes,? )?i(?:'ve)? (?:own|drive|ride"
    r"|have|got|have got) (?:" + _NUMBER + r"|a set of|a "
    "full) (?:[a-z0-9-]+ ){0,4}(?:car|bikes?|house|flat|apartment|dumbbells?|bands|guitar|piano|camera"
    r"|van|boat|garden|allotment|greenhouse|cabin|macbook|nas|raspberry pi|oven|loom|horses?|chickens|hens|goats"
    r"|sheep|beehives?|hives|laptop|motorcycle|kettlebells?|lens(?:es)?|printer"
    r"|(?:sewing|knitting) machine|telescope|kayak)\b",
    "rhythm": _START + r"(?:i|we) (?:also |usually |often |mostly )?(?:swim|run|cycle|bike|ride|walk|hike|climb|row|ski"
    r"|cook|bake|brew|garden|knit|sew|paint|draw|write|read|play|practi[sc]e|train|lift|meditate"
    r"|fast|commute|travel|volunteer"
    r"|coach|teach|meet|get|pay|publish|record|keep|grow|use|sing|dance|fish|sail"
    r"|dive|wake up|get up|do|go|eat|sleep|work out|exercise|attend|shop) [^,;]{0,60}\b(?:every (?:(?:other|second"
    r"|third|single|few) )?(?:\d+ |two |three )?(?:"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)?days?|mornings?|evenings?|nights?|weeks?|weekends?|months?|years?"
    r"|hours?|summers?"
    r"|winters?|spring|autumn|sunday|lunch|christmas)|each (?:day|week|month|year|morning)|daily|weekly|monthly"
    r"|(?:once|twice|(?:two|three"
    r"|four|five|\d) times) an? "
    r"(?:day|week|month|year)|all year|(?:on|at) weekends|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    "custom": _START + rf"(?:i {_FREQUENTLY} {_PAST}[a-z]+"
    rf"|i'm (?:always|usually|often|rarely|constantly|never) {_THING}[a-z]+"
    rf"|my [a-z]+(?: [a-z]+)? (?:is|are) {_FREQUENTLY} [a-z]+)(?: [\w'-]+){{2}}",
    "habit": r"\bmy (?:[a-z]+ )?(?:diet|stack|income|salary|wage|pension|rent|mortgage|commute|workflow|style|approach"
    r"|routine|prime [a-z]+|fasting"
    r"|\d+:\d+|company|team|schedule) (?:is (?!to\b|actively|completely|broken|a mess|being|shattered)|isn't|runs"
    r"|consists|has|window)"
    r"|\bi (?:have|follow|eat|am on) an? (?:[a-z-]+ ){1,4}diet\b"
    rf"|{_START}i do (?:all|most) (?:of )?my [a-z ]+ (?:on|in|with|at|from) [a-z]+",
    "things": r"\bmy (?:laptop|phone|computer|camera|car|bike|van|house|flat|apartment|kitchen|garden|oven|desk|editor"
    r"|keyboard|server|nas|router) (?:is an? |has (?:an?|no|two|only) |runs )|\bmy (?:eyesight"
    r"|hearing|memory|knees?|back"
    r"|shoulders?|hands?|skin|free time|spare time|spice tolerance) (?:is|are) (?:very |extremely "
    r"|quite |rather |a bit )?"
    r"(?:bad|weak|poor|limited|scarce|sensitive|stiff|low|high)\b"
    r"|" + _START + r"i (?:mainly |mostly |usually )?use (?:(?:an? )?(?-i:[A-Z])[\w .]{1,30}? (?:for (?:all|my|work"
    r"|everything|most)|daily|every day|at work)\b|(?:an? |my )?[^,;]{3,40} to [a-z]+ (?:my|all|everything|most)\b)",
    "company": r"^(?:in|at) my (?:company|firm|family|culture|country|religion|line of work|industry|profession|church"
    r"|village|household)(?:,? in (?-i:[A-Z])\w+)?, ",
    "team": r"\b(?:our (?:team|company|startup|product|app|shop|business|school|stack|policy|convention|codebase"
    r"|tools|users|customers|clients|office|ci|pipeline|monorepo|api|services?|database|backend|frontend|infrastructure"
    r"|release process|releases|deployments?|tests|style guide|main branch|production|staging)(?: \([a-z ]+\))? (?:use"
    rf"|uses|supports?|only|always"
    rf"|never|is{_STEADY}|are{_STEADY}|has|runs?|ships?|targets?|lives?"
    r"|requires?|sits?|relies|opens?|closes?|works?)\b|(?:^|[,;] |\b(?:and|but|so|because|since|work|home|office"
    r"|company|school) )we (?:always |only |never )?(?:support|ship"
    r"|deploy|require|sell|serve|use|target|host"
    r"|follow) (?!it\b|this\b|that\b|these\b|the\b)"
    r"|^we (?:don't|do not|never|always|usually|only) (?!need|have|want|know|see|think|care|get|seem|agree|even"
    r"|really|just"
    rf"|do)[a-z]+ )",
}  # fmt: skip
REJECTS = {
    "question": r"\?|^(?:how|what|why|when|where|who|which|can|could|would|do|does|did|is|are|should)\b",
    "hypothetical": r"\b(?:if|would|could|might|maybe|perhaps|imagine|suppose|pretend|wish|hypothetically"
    r"|let's say|probably|should|as though|almost like|like i(?:'m| am))\b",
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
    r"| would) like|i need|let's|make sure|remind)\b",
    "plan": r"\b(?:going to|gonna|planning|plan to|will|'ll|trying to|try to|thinking (?:of|about)|considering"
    r"|hoping|looking (?:for|at|to|forward)|about to|decided|next steps?|starting to)\b",
    "idiom": r"\b(?:can't afford|the sound of|(?:love|like|prefer|hate|enjoy) (?:that|this|it|how|the|your|where"
    r"|what|to see|both|all|these|those|them|to keep|a more|option|when)|hate to|have a (?:question|feeling|hunch"
    r"|problem|point"
    r"|look|few|couple)|at the end of the day|is always right|never (?:mind|thought)|always wanted|have no idea|go with"
    r"|my (?:guy|man|friend|brother|sister|god|bad),)\b|\bmy (?:guy|brother|man)\b,|,? (?:sharp sharp|you know)\b",
    "about the work": r"\b(?:the (?:code|function|file|tests?|script|error|bug|output|draft|document|report"
    r"|section|paragraph|chapter|plan|schedule|blueprint|protocol|framework|outline|above|below|following"
    r"|attached|data|dataset|model|table|page|app|options?|list|proposal)|your|you|you're|version|line \d"
    r"|steps? \d|that's an?|here (?:is|are)|as follows)\b",
    "dangling": r"^(?:it|that|this|these|those|he|she|they|which|there|here|such|one|both|neither|in fact"
    r"|secondly|first(?:ly)?)\b|\b(?:it|this|these|those|that one|(?:like|on|about|with|for|of) (?:that|them)"
    r"|him|her|(?:every|any|no|some)(?:thing|one|body) else|nothing else)\b[.]?$|\b(?:eat|drink|have|use|do|take"
    r"|wear|stand|tolerate) (?:them|it|that|those)\b"
    r"|\b(?:live|lived|been|worked|moved|stayed|grew up) here\b(?! in)",
    "somebody else": r"\b(?:act as|you are (?:a|an|my)|role-?play|in character|protagonist|narrator|persona"
    r"|dear |sincerely|our mission|committed to|customers? must|dedicated to|world-class|cutting-edge"
    r"|state-of-the-art|above and beyond|latest technolog\w+"
    r"|we live in an? (?:age|time|world|era|society)|computer program|language model)\b|\[|_{3,}|^\d+[:.]\d+",
    "opening": r"^(?:due to|because|although|though|while|when|which|or|so|since|like|for example|e\.g\.|not|as an?"
    r"|just|every)\b",
    "shouting": r"(?-i:\b[A-Z]{4,} [A-Z]{3,}\b|\b[A-Z]{2,} [A-Z]{4,}\b)",
    "fragment": r"\.\.\.|…|[:;]$|\\|\b(?:between|of|with|to|for|about|from|by|and|or|the|an?)[.]?$",
}  # fmt: skip

_DURABLE = {name: re.compile(pattern, re.I) for name, pattern in DURABLE.items()}
_REJECTS = {name: re.compile(pattern, re.I) for name, pattern in REJECTS.items()}
_I_AM = re.compile(r"\bI am\b")
_HOLDS = re.compile(
    r" (?:already|still|now|currently)(?= (?:(?:use|have|own|live|work|run|speak|study|teach|play|drive|handle)s?|an?"
    r"|has|single|married|based)\b(?! to\b))",
    re.I,
)
"""Words that say of a lasting state that it has come about or goes on, not that it passes."""


def durable(sentence: str) -> str | None:
    """The name of the pattern by which a sentence counts as durable, or None."""
    if rejected(sentence) is not None:
        return None
    sentence = _plain(sentence)
    return next((name for name, pattern in _DURABLE.items() if pattern.search(sentence)), None)


def rejected(sentence: str) -> str | None:
    """The name of the rule by which a sentence is no durable fact, or None."""
    sentence = _plain(sentence)
    return next((name for name, pattern in _REJECTS.items() if pattern.search(sentence)), None)


def _plain(sentence: str) -> str:
    return _HOLDS.sub("", _I_AM.sub("I'm", sentence.replace("’", "'")))
