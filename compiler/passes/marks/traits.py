"""What a fact about the person is about: its theme, and the slot it fills where a person has one at a time."""

from __future__ import annotations

import re

from compiler.store.marks import Trait

PLACE = r"(?P<value>[A-ZÆØÅÄÖÜ][\w'’-]+(?:[ ,]+(?:[A-ZÆØÅÄÖÜ][\w'’-]+|de|la|do|da|am|upon)){0,3})"
WORDS = (
    r"(?P<value>[^,.;()]{2,60}?)"
    r"(?=\s+(?:since|because|and|but|for|with|from|where|who|so|on|at|in|as|until)\b|[,.;()]|$)"
)
SLOTS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("home", "Identity", re.compile(
        rf"\b(?:lives?|living|resides?|is based|am based|relocated|(?:is |am |has )?mov(?:ed|"
        rf"ing)(?: from [^,.;]{{2,30}}?)?)"
        rf"(?: now)? (?:in|to) (?:the )?{PLACE}")),
    ("name", "Identity", re.compile(
        r"\b(?:name is|is named|is called|calls? (?:him|her|them)self) (?P<value>[A-Z]\w+)")),
    ("age", "Identity", re.compile(r"\b(?:is|am|aged?) (?P<value>\d{1,2})(?: years old|\b(?=[,.;]|$))")),
    ("employer", "Work", re.compile(
        rf"\b(?:works?|working|employed|job) (?:at|for|by) (?:the |a |an )?{WORDS}", re.I)),
    ("job", "Work", re.compile(rf"\b(?:works?|working) as (?:the |a |an )?{WORDS}", re.I)),
    ("main language", "Identity", re.compile(r"\b(?:native language|mother tongue) is (?P<value>[A-Z]\w+)")),
    ("diet", "Health", re.compile(r"\bis (?:a )?(?P<value>vegetarian|vegan|pescatarian)\b", re.I)),
)  # fmt: skip
"""(slot, theme, pattern with the group `value`). Only what a person has one of: a second value replaces the first."""

THEMES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("Health", re.compile(
        r"\b(?:allerg\w+|intoleran\w+|asthma|diabet\w+|doctor|diagnos\w+|medicat\w+|injur\w+|knee|back pain|sleep\w*|"
        r"vegetarian|vegan|gluten|lactose|pregnan\w+|therap\w+|health|blood|insulin|migraine|celiac|diet)\b", re.I)),
    ("Work", re.compile(
        r"\b(?:is|am|works as|role (?:is|as)) (?:now )?(?:an? |the )?(?:[\w-]+ ){0,4}?(?:manager|engineer|developer|"
        r"lawyer|solicitor|teacher|nurse|physician|designer|analyst|consultant|student|researcher|writer|founder|owner|"
        r"accountant|scientist|architect|freelancer|director|ceo|cto)\b", re.I)),
    ("How to answer", re.compile(
        r"\b(?:answers?|respon[ds]\w*|repl(?:y|ies)|explanations?|format\w*|bullet|emoji\w*|concise|tone|"
        r"ask\w* (?:me|them|"
        r"the user) (?:before|first)|commit messages?|never (?:push|commit|use)|always (?:use|write|run|"
        r"ask))\b", re.I)),
    ("People", re.compile(
        r"\b(?:wife|husband|partner|girlfriend|boyfriend|sister|brother|mother|father|mum|mom|dad|parents?|"
        r"daughters?|sons?|"
        r"child(?:ren)?|kids?|friend|colleague|boss|manager|apprentice|cousin|aunt|uncle|grand\w+|"
        r"neighbou?r|dog|cat)\b", re.I)),
    ("Identity", re.compile(
        r"\b(?:lives?|resides?|moved|moving|born|name is|is named|years old|speaks?|native|citizen\w*|nationality|"
        r"married|"
        r"pronouns?|religio\w+|timezone|time zone)\b", re.I)),
    ("Work", re.compile(
        r"\b(?:works?|working|job|employ\w+|company|team|client\w*|freelanc\w+|career|salary|office|engineer|"
        r"developer|teacher|"
        r"nurse|student|runs an?|founded|startup|business\w*|income|project|codebase|deploy\w*|stack|server)\b", re.I)),
    ("Constraints", re.compile(
        r"\b(?:budget|cannot|can['’]?t|must|only|no more than|at most|limit\w*|afford\w*|deadline|not allowed|"
        r"licen[cs]e|"
        r"does not have|doesn['’]?t have|without|never)\b", re.I)),
    ("Preferences", re.compile(
        r"\b(?:prefer\w*|likes?|loves?|hates?|dislikes?|enjoys?|favou?rite|rather|fond|avoids?|wants?|values|"
        r"cares?)\b", re.I)),
    ("Background", re.compile(
        r"\b(?:stud(?:ied|ies|ying)|degree|grew up|used to|graduated|school|university|learn\w*|experience\w*|"
        r"background|"
        r"trained|years of|beginner|knows)\b", re.I)),
    ("Things and tools", re.compile(
        r"\b(?:uses?|using|owns?|has an?|drives?|bought|laptop|phone|camera|bike|car)\b", re.I)),
)  # fmt: skip
"""Theme and the words that tell it, most telling first; what none tells is `Other`."""
OTHER = "Other"
ORDER = ("Identity", "Work", "People", "Health", "Preferences", "Constraints", "Background", "Things and tools",
         "How to answer", OTHER)  # fmt: skip
PROCESS = "How to answer"
"""The theme of wishes about how to work, which count only once they recur."""


def trait_of(text: str) -> Trait:
    for slot, theme, pattern in SLOTS:
        if match := pattern.search(text):
            return Trait(theme, slot, match["value"].strip(" ,"))
    return Trait(next((theme for theme, pattern in THEMES if pattern.search(text)), OTHER))
