"""Escapes within one line of prose, by the construct table of Obsidian's Markdown and its common plugins.

All render as the original character under CommonMark. Short code spans of harmless content stay code spans.
"""

from __future__ import annotations

import re

from compiler.vault.escape.inert import Inert, clean, one_line, shorten

SAFE_CODE = r"[A-Za-z0-9_./@~-](?:[A-Za-z0-9_./@~,()=+' -]*[A-Za-z0-9_./@~()'-])?"
TOKEN = re.compile(rf"(?<!`)`{SAFE_CODE}`(?!`)|[][*$`|<&\\%=~:{{#^_]")
"""A code span that may stay, or a character that may have to be escaped; what stands around it decides."""
ALWAYS = frozenset("[]*$`|")
SECOND_OF = {"%": "%", "=": "=$", "~": "~", "{": "{", ":": ":"}
"""Escaped where one of these stands before it: `%%`, `==`, `$=`, `~~`, `{{`, `::`."""
ENTITY = re.compile(r"&#?\w{1,31};")
PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*\Z")
ACTING = ("javascript", "vbscript", "data", "file", "obsidian", "vscode", "shell", "app")
START = re.compile(
    r"""(?P<rule>-(?=[-\s]*$)|=(?==*\s*$))     # underlines of headings, rules, front matter
      | (?P<list>[-+](?=\s|$)) | (?P<quote>>)
      | (?P<number>\d{1,9})(?P<dot>[.)])(?=\s|$)""",
    re.VERBOSE,
)
TASK_SIGNS = re.compile("[➕⏳🛫📅✅❌🔁🏁🆔⛔🔺⏫🔼🔽⏬📆🗓]\ufe0f?")
UNSAFE_IN_CODE = re.compile(r"`|::|<%|%%|\[\[|\]\]|\{\{|\$=|\^|!\[|^\s*[=$]|\||(?:javascript|obsidian):(?=\S)")
CELL_LIMIT = 200
HEADING_LIMIT = 120


def escape_line(text: str) -> str:
    """One cleaned line of prose, as it may stand at the start of a line or of a list item."""
    head = START.match(text)
    if head is None:
        return TOKEN.sub(_replace, text)
    escaped = f"{head['number']}\\{head['dot']}" if head["number"] else "\\" + head[0]
    return escaped + _rest(text, head.end())


def _rest(text: str, start: int) -> str:
    """What follows `start`, escaped with the whole text in view: the rules look behind."""
    out: list[str] = []
    position = start
    for match in TOKEN.finditer(text, start):
        out += (text[position : match.start()], _replace(match))
        position = match.end()
    return "".join(out) + text[position:]


def line(text: str) -> Inert:
    """A text on one line: a list item, a sentence of ours."""
    return Inert(escape_line(one_line(text)))


def task(text: str) -> Inert:
    """The description of one of our tasks: without the signs by which plugins find dates and priorities."""
    return Inert(escape_line(one_line(TASK_SIGNS.sub("", clean(text)))))


def cell(text: str) -> Inert:
    """A table cell: one line of at most 200 characters, bars escaped."""
    rows = [one_line(row) for row in clean(text).split("\n")]
    return Inert(escape_line(shorten(" / ".join(row for row in rows if row), CELL_LIMIT)).replace("\\\\|", "\\&#124;"))


def heading(text: str) -> Inert:
    """The text of a heading: one line of at most 120 characters, no closing `#`."""
    return Inert(escape_line(shorten(one_line(text), HEADING_LIMIT).rstrip("# ") or "…"))


def code_span(text: str) -> Inert:
    """Our own code span around a path or key; as escaped prose where its content could act."""
    plain = one_line(text)
    return Inert(escape_line(plain) if not plain or UNSAFE_IN_CODE.search(plain) else f"`{plain}`")


def _replace(match: re.Match[str]) -> str:
    found, text, start = match[0], match.string, match.start()
    before, after = text[start - 1 : start], text[start + 1 : start + 2]
    if len(found) > 1:
        return found
    if found in ALWAYS:
        return "\\" + found
    if found == "<":
        return "&lt;" if after and (after in "/!?%" or after.isalpha()) else found
    if found == "&":
        return "&amp;" if ENTITY.match(text, start) else found
    if found == ":" and before != ":":
        return _colon(text, start)
    return "\\" + found if _acts(found, before, after) else found


def _acts(sign: str, before: str, after: str) -> bool:
    if sign in SECOND_OF:
        return before != "" and before in SECOND_OF[sign]
    if sign == "#":
        return not (before.isalnum() or before in ("_", "/"))
    if sign == "^":
        return before in ("", "[") or before.isspace()
    if sign == "_":
        return not (before.isalnum() and after.isalnum())
    return after == "" or after in PUNCTUATION  # a backslash


def _colon(text: str, at: int) -> str:
    """Schemes that act are broken: `javascript\\:`, `ftp:\\//`; http and https stay links."""
    if text[at + 1 : at + 2].strip() in ("", ":"):
        return ":"
    word = SCHEME.search(text[max(0, at - 32) : at])
    scheme = word[0].lower() if word else ""
    if scheme.endswith(ACTING):
        return "\\:"
    return ":\\" if scheme and text.startswith("//", at + 1) and scheme not in ("http", "https") else ":"
