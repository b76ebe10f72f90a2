"""Values that a name gives away: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, `<secret>…</secret>`, `| TOKEN | … |`.

A name counts when it *ends* in a word for a secret (`db_password`, `tokenSecretProd`), not when it merely holds one
(`tokenizer`, `password_hash`, `secretName`).
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import SPACE, Finding, shape
from compiler.text.redact.values import Value, is_random, is_stand_in, may_be_password, may_be_token, read_value

ANCHORS = ("pass", "pwd", "kennwort", "secret", "token", "key", "credential", "signature", "sig=", "contrase", "senha",
           "_auth")
"""Searched for in the lower-cased text; the rest of the name is read around them."""

_NAME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$")
_NEVER_AFTER = _NAME_CHARS | frozenset(";{}&") | {""}
_REST = shape("rest of a name", r"[A-Za-z0-9_ñ-]{0,48}")
_QUOTE = r"\\{0,16}[\"'`]"
_SAYS = r"(?:\|\||\?\?|:=|=>|->|={1,3}|::?|＝|：|→|%3[dD]|\\u003[dD])"
_LINK = shape(
    "name, then its value",
    rf"(?:{_QUOTE})?\]?(?:{_QUOTE})?\)?[*_]{{0,2}}[?!]?{SPACE}{_SAYS}[*_]{{0,2}}{SPACE}"
    r"(?:&?(?:str|string|String|SecretStr|text)(?: ?\| ?(?:None|null|undefined))?[ ]?=[ ]?)?"
    r"(?:(?:Bearer|bearer|Basic|basic|Token|Bot)[ ]{1,4})?(?:!!?[a-z]{1,10}[ ])?",
)
_CELL = shape("table cell", rf"(?:{_QUOTE}|\*{{1,2}})?{SPACE}[|│┃]{SPACE}(?:\*{{1,2}})?")
_COMMA = shape("quoted pair", rf"{_QUOTE}{SPACE},{SPACE}(?:\\[nr]|\n)?{SPACE}")
_TAG = shape("element", r"(?:[^<>\"'\n]{0,40})?(?:\\?[\"'])?[ ]?>(?:</key>)?[ \t\r\n]{0,20}(?:<string>|<!\[CDATA\[)?")
_CALL = shape("call with one value", r"\(")
_BESIDE = shape("quoted value beside its name", r"[ ]{1,2}")
_BEFORE = shape(
    "value field before the name field",
    rf"[\"']?[Vv]alue{_QUOTE}[ ]?:[ ]?{_QUOTE}([^\"'\\\n]{{4,300}}){_QUOTE}[ ]?,[ ]?{_QUOTE}(?:[Nn]ame|[Kk]ey){_QUOTE}"
    rf"[ ]?:[ ]?{_QUOTE}$",
)
_KEY_TAG = shape("plist element", r"</key>[ \t\r\n]{0,40}<string>")
_VALUE_FIELD = shape(
    "name and value as fields",
    rf"{_QUOTE}?(?:,|;|{_QUOTE})?(?:[ \t\r\n,-]|\\[nrt]){{0,40}}(?:{_QUOTE})?"
    rf"(?:[Vv]alue|VALUE|val|default|[Ss]ecretString|string_value)(?:{_QUOTE})?{SPACE}[:=]{{1,2}}>?{SPACE}",
)
_FLAG = shape("flag", r"(?:=|[ ]{1,4}|\\?[\"'],[ ]?|[ ]\\\r?\n[ ]{0,8})")
_BLANK = shape("blank", r"(?:[ ]{1,8}|\t{1,3}|\\t)")
_VERB = shape(
    "verb before a name",
    r"(?:setx|setenv|export|ENV|ARG|set(?: -[a-zA-Z]{1,3})?|config(?::set)?(?: set)?|secrets?(?::set)?(?: set)?|env add"
    r"|put|login [^ \n]{1,80}|SETEX?|-[eE]|--env|--build-arg|--set)[ ]{1,4}$",
)

_WHICH = (
    r"(?:id|value|plain|plaintext|text|prod|production|dev|staging|test|live|old|new|default|string|env|base64|b64|hex"
    r"|current|previous|base|confirm|confirmation|again|[0-9]{1,3}){0,2}"
)
_PASSWORD = shape(
    "name of a password",
    r"[a-z0-9.$]{0,100}(?:password|passwd|passphrase|passcode|passwort|kennwort|contraseña|contrasena|senha|pwd|pass"
    rf"|motdepasse){_WHICH}",
)
_TOKEN = shape(
    "name of a token",
    r"[a-z0-9.$]{0,100}(?:secret|token|credentials?|(?:api|app|access|secret|private|encryption|encrypt|signing|sign|master"
    r"|account|auth|service|role|admin|license|webhook|shared|storage|primary|secondary|subscription|integration|deploy"
    r"|consumer|client|session|hmac|jwt|aes|cipher|crypto|server|read|write|ingest|project|bot|user|instrumentation|sas"
    rf"|root|seed|management|org)key){_WHICH}",
)
_BARE_KEY = shape("upper-case name ending in KEY", r"[A-Z0-9_]{2,60}_KEY(?:_[A-Z0-9]{1,12})?")
_NOT_SECRET = shape(
    "name of something public",
    r".{0,100}(?:public|pubkey|publishable|primarykey$|foreign|cachekey|sortkey|partition|idempoten|pagetoken|nexttoken"
    r"|continuation|synctoken|maxtoken|numtoken|totaltoken|prompttoken|stoptoken|padtoken|eostoken|bostoken|unktoken"
    r"|septoken|clstoken|masktoken|secretname).{0,100}",
)
_QUERY_KEYS = frozenset(
    {"key", "apikey", "api_key", "token", "sig", "signature", "secret", "access_token", "x-amz-signature",
     "x-goog-signature", "x-amz-security-token"}
)  # fmt: skip


def find_keyed(text: str, low: str, pos: int) -> Iterator[Finding]:
    """The value that the name around `pos` (an anchor's place) is given, if that reads like a secret."""
    rest = _REST.match(text, pos)
    end = rest.end() if rest else pos
    if text[end : end + 1] in _NEVER_AFTER:
        return
    begin = pos
    floor = max(0, pos - 48)
    while begin > floor and text[begin - 1] in _NAME_CHARS:
        begin -= 1
    value, how = _value_after(text, begin, end)
    if value is None or value.start >= value.end:
        return
    name = text[begin:end].lstrip(".-$")
    if "\\" in text[max(0, begin - 1) : begin] and name[:1] in "nrt":
        name = name[1:]
    written = text[value.start : value.end]
    kind = _kind(name, text, begin, written, value.quoted, how)
    if kind is not None:
        yield Finding(kind, value.start, value.end)


def _value_after(text: str, begin: int, end: int) -> tuple[Value | None, str]:
    for how, pattern in (("link", _LINK), ("field", _VALUE_FIELD), ("cell", _CELL), ("plist", _KEY_TAG)):
        if (match := pattern.match(text, end)) is not None:
            return read_value(text, match.end()), how
    if text[begin - 2 : begin] == "--" or text[begin : begin + 2] == "--":
        if (match := _FLAG.match(text, end)) is not None:
            return read_value(text, match.end()), "flag"
        return None, ""
    if (match := _COMMA.match(text, end)) is not None:
        value = read_value(text, match.end())
        return (value if value is not None and value.quoted else None), "comma"
    if (match := _CALL.match(text, end)) is not None or (match := _BESIDE.match(text, end)) is not None:
        value = read_value(text, match.end())
        if value is not None and value.quoted and any(c.isdigit() for c in text[value.start : value.end]):
            return value, "beside"
    offset = max(0, begin - 400)
    reversed_fields = text[begin - 1 : begin] in ('"', "'") and "alue" in text[offset:begin]
    if reversed_fields and (match := _BEFORE.search(text[offset:begin])) is not None:
        return Value(offset + match.start(1), offset + match.end(1), True), "field"
    if "<" in text[max(0, begin - 12) : begin] and (match := _TAG.match(text, end)) is not None:
        value = read_value(text, match.end())
        return value, "tag"
    if (match := _BLANK.match(text, end)) is not None:
        before = text[max(0, begin - 100) : begin]
        if _VERB.search(before) or "\t" in match.group():
            return read_value(text, match.end()), "verb"
    return None, ""


def _kind(name: str, text: str, begin: int, value: str, quoted: bool, how: str) -> str | None:
    flat = name.lower().replace("_", "").replace("-", "").replace(" ", "")
    in_arn = text[begin - 1 : begin] == ":" and "arn:" in text[max(0, begin - 120) : begin]
    if in_arn or _NOT_SECRET.fullmatch(flat):
        return None
    upper = name.isupper()
    asked = (begin > 0 and text[begin - 1] in "?&") or (how == "link" and text[max(0, begin - 3) : begin] == "%26")
    if _PASSWORD.fullmatch(flat):
        if flat.endswith("pass") and (name == "PASS" or name == "Pass" or text[max(0, begin - 4) : begin] == "--- "):
            return None
        assigned = how == "verb" or (upper and how in ("link", "cell", "field")) or how == "flag" or asked
        return "password" if may_be_password(value, quoted=quoted, assigned=assigned) else None
    if _TOKEN.fullmatch(flat):
        if how == "beside":
            return None
        if how == "cell" and not is_random(value):
            return None
        if may_be_token(value, quoted=quoted):
            return "secret" if "secret" in flat else "token" if "token" in flat else "api-key"
        if "secret" in flat and (upper or quoted) and how != "comma" and len(value) >= 10 and not is_stand_in(value):
            strong = any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and " " not in value
            return "secret" if strong and may_be_password(value, quoted=quoted, assigned=upper) else None
        return None
    if asked and name.lower() in _QUERY_KEYS and len(value) >= 10:
        return "api-key" if is_random(value) else None
    if _BARE_KEY.fullmatch(name) and len(value) >= 16:
        return "api-key" if may_be_token(value, quoted=quoted) else None
    return None
