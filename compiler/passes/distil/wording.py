"""A sentence of chat as a statement: without the interjection, praise or announcement wrapped around what it says."""

from __future__ import annotations

import re

_OPENER = re.compile(
    r"(?:(?:(?:and|but|so) (?:yes|no|yeah)|hi|hello|hey|ok(?:ay)?|alright|all right|right|so|well|oh|ah|hmm+"
    r"|gah|ugh|argh|yes|(?:sounds|looks) (?:good|great|fine|ok(?:ay)?)"
    r"|yeah|yep|sure"
    r"|great|perfect|excellent"
    r"|awesome|nice|cool|good"
    r"|thanks?(?: you)?|thank you so much|understood|got it|exactly|absolutely|definitely|certainly|actually|and"
    r"|but|also|plus|then|now"
    r"|anyway|wow|brilliant|fantastic|wonderful|amazing|fine|agreed|of course|no worries|please|however"
    r"|additionally|therefore|update|edit|p\.?s\.?|by the way|btw|exactly like that"
    r"|furthermore|moreover|finally|no problem|noted|whatever|ha|haha|interesting|makes sense"
    r"|my guy|fair enough|(?:good|great|fair|nice) (?:point|call|catch|idea)|you(?:'"
    r"|’)re (?:absolutely |totally )?right)"
    r"(?:\s*[,.!:;…—–-]+\s*|\s+(?=(?:i|we|let|so|and|but|my|our)\b)))+",
    re.I,
)
_WRAPPED = re.compile(
    r"(?:i(?:'|’)m|i am) (?:so |really |very |truly )?(?:glad|happy|pleased|delighted|thrilled"
    r"|sorry) (?:to (?:hear|see|know) )?(?:that )?"
    r"(?=(?:the|your|you|we|this|our)\b)"
    r"|(?:it(?:'|’)s|that(?:'|’)s|this is) (?:so |really |very |absolutely )?(?:great|good|excellent|fantastic"
    r"|wonderful|fair|clear|true) (?:to (?:hear|see|know) )?that "
    r"|(?:great|good) to (?:hear|know|see) (?:that )?"
    r"|i (?:completely |totally |fully )?(?:understand|see|hear|note|know|appreciate)(?: you)? that "
    r"|i(?:'|’)ve noted (?:that )?|it sounds like |it looks like |please note that |note that "
    r"|keep in mind that |remember that "
    r"|i(?:'|’)ll (?=(?:add|make|keep|use|move|remove|replace|create|change|drop|switch|put|rename|split|rewrite"
    r"|update|turn|store|write)\b)"
    r"|as (?:we|you)(?:(?:'|’)ve)? (?:discussed|agreed|mentioned|noted|said)(?: (?:before|earlier|previously))?, "
    r"|based on (?:that|this|your (?:feedback|input|preferences|requirements|request)), ",
    re.I,
)
_PRESENTED = re.compile(
    r"(?:here(?:'|’)?s|here (?:is|are)|below (?:is|are)|these are|i(?:'|’)?ve (?:drafted|outlined|prepared"
    r"|put together))\s+(?=(?:the|your|a|an|our|some|how)\b)",
    re.I,
)


_OKAY = re.compile(
    r"(?:(?:hmm+|gah|ugh|argh)[,.…]* |(?:ok(?:ay)?|alright|yeah|yep) (?=[a-z\d])|(?:so|and)? ?then (?!and\b))", re.I
)
_CHOSEN = re.compile(r"^((?:the |an? )?[\w.+#'’-]+(?: [\w.+#'’-]+){0,3}?) then(?=[.,!])", re.I)
_BOX = re.compile(r"^(?:\[[ xX]\]|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?)\s*")


def stated(text: str) -> str:
    """The sentence without what is wrapped around its statement, opened by a capital; unchanged where little would
    stay."""
    text = _BOX.sub("", text)
    for pattern in (_OPENER, _OKAY, _OPENER, _WRAPPED, _OPENER, _PRESENTED):
        match = pattern.match(text)
        if match and len(text) - match.end() >= 15:
            text = text[match.end() :]
    return opened(_CHOSEN.sub(r"\1", text).strip(" -–—•*❯"))


_REQUEST = re.compile(
    r"(?:(?:can|could|would|will) (?:you|we|i) (?:(?:please|also|maybe|just) )*|please |i(?:'"
    r"|’)?d like (?:you )?to |i (?:want|need) (?:you )?to "
    r"|help me (?:to )?|let(?:'|’)?s |how (?:do|can|should|could|would) (?:i|we) |(?:give|show|tell) me )",
    re.I,
)
_WONDERS = re.compile(r"(?:what|which|how|where|when|who|is|are|does|do|did)\b.*[?？]", re.I | re.S)
_SECOND = re.compile(r",? (?:can|could|would|will) (?:you|we)\b.*|[?？].*", re.I | re.S)


_DIGIT = re.compile(r"\d")
_COMMAND = re.compile(r"[a-z][\w.-]* (?:\S+ ){0,2}?--?[a-z][\w-]*(?: |=|$)")
_COMPOUND = re.compile(r"\w+[._/(]\w")


def requested(text: str) -> str:
    """What a question or request asks for, as a phrase: of "Can you also check the logs?" "Check the logs"; empty where
    the sentence asks for nothing."""
    text = stated(text)
    asks = _REQUEST.match(text)
    if asks is None and not _WONDERS.match(text):
        return ""
    return opened(_SECOND.sub("", text[asks.end() :] if asks else text).strip(" .!,:;"))


_UNMARKED = (
    (re.compile(r"\bi(m|ve)\b", re.I), r"i'\1"),
    (re.compile(r"\b(ca|do|did|does|is|was|could|would|should|have|has|had|wo)nt\b", re.I), r"\1n't"),
)
_ENDED = re.compile(r"(?<=[a-z]{2}[.!?] )(?!(?:i'|e\.g|vs)\b)[a-z](?=[a-z']* )")
_SHORTENED = re.compile(
    r"\b(?:approx|incl|resp|etc|dept|misc|ext|esp|vs|no|st|dr|mr|mrs|ms|ca|cf|al|pp|ed|co|min"
    r"|max|nr)\. $",
    re.I,
)


def apostrophised(text: str) -> str:
    """With the apostrophes that quick typing leaves out: of "im vegan and cant" "i'm vegan and can't"."""
    for unmarked, marked in _UNMARKED:
        text = unmarked.sub(marked, text)
    return text


def punctuated(text: str) -> str:
    """With a capital after every stop, where the person typed none."""
    return _ENDED.sub(lambda at: at[0] if _SHORTENED.search(text[: at.start()]) else at[0].upper(), text)


def opened(text: str) -> str:
    """With a capital in front, except where the first word has a spelling of its own: `uPlot`, `sqlite3`, `app.py`, a
    command with options."""
    first = text.split(" ", 1)[0]
    rest = first[1:]
    if (
        _COMMAND.match(text)
        or rest != rest.lower()
        or (not rest.isalpha() and (_DIGIT.search(rest) or _COMPOUND.match(first)))
    ):
        return text
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Without the capital of a sentence's first word, where that is a common one."""
    return (
        text[:1].lower() + text[1:]
        if re.match(r"(?:The|A|An|Our|My|Their|Its|This|That|No|Too|Something|Just|Only|Without|One|Both)\b", text)
        else text
    )
