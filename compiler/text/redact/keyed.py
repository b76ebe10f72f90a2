"""Values that a name gives away: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, `<secret>…</secret>`, `| TOKEN | … |`.

The name is what `names` understands; the value is what any notation may put after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from compiler.text.redact.names import Meaning, meaning
from compiler.text.redact.shape import LINE, SPACE, Finding, shape
from compiler.text.redact.values import Value, is_random, may_be_password, may_be_token, read_value

ANCHORS = (
    "pass",
    "pw",
    "kennwort",
    "secret",
    "token",
    "key",
    "credential",
    "signature",
    "sig=",
    "contrase",
    "senha",
    "_auth",
    "psk",
    "code=",
)
"""Searched for in the lower-cased text; the rest of the name is read around them."""

How = Literal["link", "field", "cell", "flag", "list", "beside", "element", "verb", "blank"]
_NAME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$")
_NEVER_AFTER = _NAME_CHARS | frozenset(";}") | {""}
_REST = shape("rest of a name", r"[A-Za-z0-9_ñ-]{0,48}")
_QUOTE = r"(?:\\{0,16}[\"'`]|&quot;|&#34;|\\{1,4}u0022)"
_SAYS = r"(?:\|\||\?\?|:=|=>|->|={1,3}|::?|＝|：|→|&gt;|%3[dD]|\\u003[dD])"
_LINK = shape(
    "name, then its value",
    rf"(?:{_QUOTE})?\]?(?:{_QUOTE})?\)?[*_]{{0,2}}[?!]?{SPACE}{_SAYS}[*_]{{0,2}}{SPACE}"
    rf"(?:\\{{1,4}}t)?(?:[|>][+-]?(?:\r?\n{LINE}?|\\{{1,4}}n)[ ]{{1,16}})?"
    r"(?:&?(?:str|string|String|SecretStr|text)(?: ?\| ?(?:None|null|undefined))?[ ]?=[ ]?)?"
    r"(?:(?:Bearer|bearer|Basic|basic|Token|Bot)[ ]{1,4})?(?:!!?[a-z]{1,10}[ ])?",
)
_CELL = shape("table cell", rf"(?:{_QUOTE}|\*{{1,2}})?{SPACE}[|│┃]{SPACE}(?:\*{{1,2}})?")
_COMMA = shape("quoted pair", rf"{_QUOTE}{SPACE},{SPACE}(?:\\[nr]|\n)?{SPACE}")
_TAG = shape(
    "element", r"(?:[^<>\"'\n]{0,40})?(?:\\?[\"'])?[ ]?>(?:</key>)?[ \t\r\n]{0,20}(?:<string>|<value>|<!\[CDATA\[)?"
)
_CALL = shape("call with one value", r"\(")
_BESIDE = shape("quoted value beside its name", r"[ ]{1,2}")
_BEFORE = shape(
    "value field before the name field",
    rf"[\"']?[Vv]alue{_QUOTE}[ ]?:[ ]?{_QUOTE}([^\"'\\\n]{{4,300}}){_QUOTE}[ ]?,[ ]?{_QUOTE}(?:[Nn]ame|[Kk]ey){_QUOTE}"
    rf"[ ]?:[ ]?{_QUOTE}$",
)
_KEY_TAG = shape("plist element", rf"</key>(?:[ \t\r\n]|\n{LINE}|\\{{1,8}}[nrt]){{0,40}}<string>")
_VALUE_FIELD = shape(
    "name and value as fields",
    rf"{_QUOTE}?(?:,|;|{_QUOTE})?(?:[ \t\r\n,:{{-]|\\{{1,8}}[nrt]|\n{LINE}){{0,40}}(?:{_QUOTE})?"
    rf"(?:[Vv]alue|VALUE|val|default|[Ss]ecretString|string_value)(?:{_QUOTE})?{SPACE}[:=]{{1,2}}>?{SPACE}",
)
_FLAG = shape("flag", r"(?:=|[ ]{1,4}|\\?[\"'],[ ]?|[ ]\\\r?\n[ ]{0,8})")
_VALUE_FLAG = shape(
    "name and value as flags",
    rf"(?:{_QUOTE})?[ ](?:-[^\n|;&]{{1,60}}?[ ])?(?:--(?:body|value|secret-string)[ =]|-b[ ]?)",
)
_BLANK = shape("blank", r"(?:[ ]{1,40}|\t{1,3}|\\t)")
_NEXT_WORD = shape("a word that is no value and no field of one", r"[ ][a-ce-rt-uw-z][a-z]{0,18}[ ,.;:!?)\n]")
_LONG = 20
_LONG_WORD = shape("what may be a token after a blank", rf"[^ \t\r\n]{{{_LONG}}}")
_VERB = shape(
    "verb before a name",
    r"(?:setx|setenv|export|ENV|ARG|set(?: -[a-zA-Z]{1,3})?|config(?::set| set)?|secrets?(?::set| set| put)|env add"
    r"|put|login [^ \n]{1,80}|SETEX?|-[eE]|--env|--build-arg|--set)[ ]{1,4}$",
)

_AFTER: tuple[tuple[How, re.Pattern[str]], ...] = (
    ("field", _VALUE_FIELD), ("link", _LINK), ("cell", _CELL), ("element", _KEY_TAG),
)  # fmt: skip
_AFTER_QUOTED: tuple[tuple[How, re.Pattern[str]], ...] = (("list", _COMMA), ("beside", _CALL), ("beside", _BESIDE))
_FIELD_INITIALS = frozenset("vVdsS")
"""What `value`, `default` and `secretString` begin with."""
_MARKS_OR_CALL = frozenset("\"'`(\\")
_MARKS = frozenset("\"'`")
_OF_ACCESS = ("api ", "access ", "secret ", "auth ")
_QUERY_KEYS = frozenset(
    {"key", "code", "apikey", "api_key", "token", "sig", "signature", "secret", "access_token", "x-amz-signature",
     "x-goog-signature", "x-amz-security-token"}
)  # fmt: skip


class Given(NamedTuple):
    """The value that a name is given, and in which notation: `name: value`, fields `name` and `value`, cells of a
    table, `--name value`, `("name", "value")`, `name("value")`, `<name>value</name>`, `export name value`,
    `name value`."""

    value: Value
    how: How


def find_keyed(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The value that the name around `pos` (an anchor's place) is given, if that reads like a secret."""
    rest = _REST.match(text, pos)
    end = rest.end() if rest else pos
    if text[end : end + 1] in _NEVER_AFTER or _is_mentioned(text, pos, end):
        return
    begin = pos
    floor = max(0, pos - 48)
    while begin > floor and text[begin - 1] in _NAME_CHARS:
        begin -= 1
    if text[end : end + 1] == "]" and text.startswith("[redacted:", max(0, begin - 10)):
        return
    if (given := _given(text, begin, end)) is None:
        return
    name = text[begin:end].lstrip(".-$")
    if name.lower() in ("key", "token") and given.how in ("cell", "link") and low.endswith(_OF_ACCESS, 0, begin):
        name = f"api_{name}"
    if text[begin - 1 : begin] == "\\" and name[:1] in "nrt":
        name = name[1:]
    kind = _kind(name, text, begin, given)
    if kind is not None:
        yield Finding(kind, given.value.start, given.value.end)


def _is_mentioned(text: str, pos: int, end: int) -> bool:
    """Whether a sentence only speaks of a token or key: most of what an anchor finds, and told by the next word."""
    alone = pos == 0 or text[pos - 1] in " \n("
    return alone and text[pos] not in "pP" and _NEXT_WORD.match(text, end) is not None


def _given(text: str, begin: int, end: int) -> Given | None:
    how, at = _notation(text, begin, end)
    if how is None:
        return _given_before(text, begin)
    if how == "blank" and meaning(text[begin:end].lstrip(".-$")) == "password":
        return None  # `password reset`: that is for the reader of sentences
    value = read_value(text, at)
    if value is None or value.start >= value.end:
        return None
    if how in ("list", "beside") and not value.quoted:
        return None
    return Given(value, how)


def _notation(text: str, begin: int, end: int) -> tuple[How | None, int]:
    """In which notation a value follows the name, and where."""
    following = text[end : end + 41].lstrip(" ")[:1]
    if not following.isalnum() or following in _FIELD_INITIALS:
        for how, pattern in _AFTER:
            if (match := pattern.match(text, end)) is not None:
                return how, match.end()
    if following == "-" and (match := _VALUE_FLAG.match(text, end)) is not None:
        return "flag", match.end()
    if text.startswith("--", begin) or text[max(0, begin - 2) : begin] == "--":
        match = _FLAG.match(text, end)
        return ("flag", match.end()) if match else (None, end)
    if following in _MARKS_OR_CALL:
        for how, pattern in _AFTER_QUOTED:
            match = pattern.match(text, end)
            if match is not None and text[match.end() : match.end() + 9].lstrip("\\")[:1] in _MARKS:
                return how, match.end()
    if "<" in text[max(0, begin - 24) : begin] and (match := _TAG.match(text, end)) is not None:
        return "element", match.end()
    if (match := _BLANK.match(text, end)) is None:
        return None, end
    if match.group()[0] in "\t\\" or _VERB.search(text[max(0, begin - 100) : begin]):
        return "verb", match.end()
    if match.group().startswith("  "):
        return "cell", match.end()
    return ("blank", match.end()) if _LONG_WORD.match(text, match.end()) else (None, end)


def _given_before(text: str, begin: int) -> Given | None:
    """`"value": "…", "name": "DB_PASSWORD"`."""
    offset = max(0, begin - 400)
    if text[begin - 1 : begin] not in ('"', "'") or "alue" not in text[offset:begin]:
        return None
    match = _BEFORE.search(text[offset:begin])
    return match and Given(Value(offset + match.start(1), offset + match.end(1), True), "field")


def _kind(name: str, text: str, begin: int, given: Given) -> str | None:
    value, quoted = text[given.value.start : given.value.end], given.value.quoted
    if text[begin - 1 : begin] == ":" and "arn:" in text[max(0, begin - 120) : begin]:
        return None
    asked = text[max(0, begin - 1) : begin] in ("?", "&") or text[max(0, begin - 3) : begin] == "%26"
    if asked and name.lower() in _QUERY_KEYS:
        return "api-key" if len(value) >= (20 if name == "code" else 10) and is_random(value) else None
    means = meaning(name)
    if means is None or (given.how == "list" and not _is_argument(value)):
        return None
    if given.how == "element" and value.startswith("@"):
        return None
    if means != "password":
        return _issued_kind(means, name, value, given)
    if text[max(0, begin - 4) : begin] == "--- ":
        return None
    if given.how == "beside" and (name.lower() == "pass" or not any(map(str.isdigit, value))):
        return None
    assigned = asked or given.how == "verb" or (name.isupper() and given.how in ("link", "field"))
    return means if may_be_password(value, quoted=quoted, assigned=assigned) else None


def _issued_kind(means: Meaning, name: str, value: str, given: Given) -> str | None:
    if given.how == "beside" or (given.how == "blank" and len(value) < _LONG):
        return None
    if may_be_token(value, quoted=given.value.quoted):
        if means == "some-key":
            return "api-key" if len(value) >= 16 else None
        return means
    typed = means == "secret" and given.how not in ("list", "cell", "blank") and (name.isupper() or given.value.quoted)
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    if typed and mixed and len(value) >= 10 and " " not in value:
        return means if may_be_password(value, quoted=given.value.quoted, assigned=name.isupper()) else None
    return None


def _is_argument(value: str) -> bool:
    """A value after a name in a list of arguments, and not the next name in a list of names."""
    symbols = any(not char.isalnum() and char not in "_-. :/" for char in value)
    return symbols or (len(value) >= 6 and "_" not in value and any(map(str.isdigit, value)))
