"""What a sentence takes for granted about the person, whatever else it says: "What can I cook for my vegan daughter?"

People ask more than they tell. A question about a wife, a sewing machine or a bakery says that there is one, and that
holds when the question is long answered. Only what not everybody has, and what lasts: no mother, no boss, no phone.
"""

from __future__ import annotations

import re

from compiler.passes.distil.durable import AGED

_LASTING = (
    r"(?:one|two|three|four|five|six|younger|older|elder|twin|adult|vegan|vegetarian|deaf|blind|autistic|diabetic"
    r"|disabled|coeliac|celiac|dyslexic)"
)
"""Of the words before a relative those that belong to the fact: they will hold in a year."""
_GONE = r"(?!(?:late|ex|former|previous|last|future|imaginary|dead|dream|potential)\b)"
_ENDS = (
    r"(?=$|['’]s\b|[.,;:!?)]| (?:and|or|but|is|are|was|were|has|have|had|can|can['’]t|will|would|could|in|on|at|to|for"
    r"|with|from|by|who|which|that|because|so|when|while|if|as|about|into|since|after|before|needs?|wants?|likes?"
    r"|loves?|often|always|never|usually|both|doesn['’]t|don['’]t|won['’]t|isn['’]t|gets?|keeps?|runs?|depends|every"
    r"|during"
    r"|without|over|ate|hates?|just|started|stopped|refuses|this|that|the|today|tonight|tomorrow|next)\b)"
)
"""The noun must end there: a child process is no child, and whoever has a business plan may have no business."""
_KIN = (
    r"(?:(?:wife|husband|spouse|kids|(?:step[ -]?|grand)?sons?|(?:step[ -]?|grand)?daughters?|brothers?|sisters?"
    r"|nephews?|nieces?)(?:[ -]in[ -]law)?\b(?!-| (?:compan|site|board|printer|class|node|project|menu))|(?:children"
    r"|grandchildren|twins"
    rf"|siblings|dogs?|cats?|horses?|parrot|rabbits|apprentice|employees|tenants|patients|students){_ENDS})"
)
_THING = (
    r"(?:(?:cargo |road |mountain |gravel |electric |e-)bike|car|campervan|motorcycle|motorbike|boat|sailboat|kayak"
    r"|piano|guitar|violin|cello|saxophone|flute|ukulele|accordion|loom|sewing machine|telescope|greenhouse|allotment"
    r"|(?:vegetable )?garden|balcony|orchard|vineyard|beehives|chickens|hens|aquarium|sauna|hot tub|wood stove"
    r"|heat pump|solar panels|3d printer|(?<!laptop )(?<!phone )(?<!web )camera|air fryer|espresso machine"
    r"|bread machine|sourdough starter"
    r"|home server|mortgage"
    r"|(?-i:NAS|Kindle|Mac|MacBook(?: Air| Pro)?|iPad|Chromebook|Raspberry Pi|PlayStation|Xbox))"
)
_TRADE = (
    r"(?:(?:[a-z-]+ ){0,2}(?:bakery|restaurant|caf[ée]|salon|barbershop|consultancy|brewery|bookshop|farm"
    r"|startup)|(?!own|whole|entire|new|small|little)[a-z-]+ (?:[a-z-]+ )?business"
    r"|business in (?-i:[A-Z])\w+)"
)
_HAS = (
    re.compile(
        rf"\b(?:my|our) {_GONE}(?P<lasting>{_LASTING}[ -])?(?:{AGED})?(?:[a-z]+ )??(?P<noun>{_KIN})"
        r"(?P<named> (?-i:[A-Z])[a-z]+)?"
        rf"(?: (?:and|or) (?:(?:my|our) )?(?P<more>(?:{_LASTING} )?{_KIN}))?",
        re.I,
    ),
    re.compile(rf"\bmy {_GONE}(?:[a-z]+ )??(?P<noun>(?:(?-i:[A-Z])\w+ )?{_THING}){_ENDS}", re.I),
    re.compile(rf"\bmy {_GONE}(?:(?:own|whole|entire|new|small|little) )*(?P<noun>{_TRADE}){_ENDS}", re.I),
)
_ADDRESSED = re.compile(r"(?:^|[,.!?] )my (?:brother|sister|son|daughter)(?=[,.!?]|$)", re.I)
_AS = re.compile(
    r"^as (?P<what>an? (?!user|customer|visitor|player|reader|viewer|admin|buyer|seller|follow|remind|matter|starter"
    r"|number|manner|former|member|beginner|newcomer)(?:[a-z-]+ ){0,2}(?:[a-z-]+(?:er|or|ist|ian)|nurse|student|parent"
    r"|mom|mum|dad|lawyer|accountant|consultant|vegan|introvert|freelance|chef|coach|pilot|architect)),? "
    r"(?=(?:i|my|i['’]m|i['’]ve)\b)(?!i want|.*\byour?\b)",
    re.I,
)
_HERE = re.compile(
    r"\b(?:all the time|always|usually|every [a-z]+|people|winters?|summers?|company|office|house|flat|shop|school)"
    r" (?:up |down |out |over |back )?here in (?P<place>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)",
    re.I,
)


def implied(sentence: str) -> str | None:
    """A statement in the first person, or None: "I have a vegan daughter."."""
    if match := _AS.match(sentence):
        return f"I am {match['what']}."
    if match := _HERE.search(sentence):
        return f"I am based in {match['place']}."
    if _ADDRESSED.search(sentence):
        return None
    match = next((found for pattern in _HAS if (found := pattern.search(sentence))), None)
    return f"I have {_named(match)}." if match else None


def _named(match: re.Match[str]) -> str:
    found = match.groupdict()
    noun = _counted((found.get("lasting") or "").lower().replace("-", " ") + match["noun"])
    return (
        noun
        + (f",{found['named']}" if found.get("named") else "")
        + (f" and {_counted(found['more'])}" if found.get("more") else "")
    )


def _counted(noun: str) -> str:
    """With the article that a single one needs."""
    last = noun.split()[-1]
    if re.match(r"(?:two|three|four|five|six) ", noun) or (
        last.endswith(("s", "children", "hens")) and last.lower() not in ("nas", "business")
    ):
        return noun
    return f"{'an' if re.match('[aeiou](?!uk|ne )', noun, re.I) else 'a'} {noun}"
