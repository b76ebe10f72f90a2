"""Is what stands after a name a secret, or a placeholder, an expression, an identifier, a word?

Two readings: a password may be anything a person would type; a token is something a machine made up.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from compiler.text.redact.shape import is_masked, shape


class Value(NamedTuple):
    """A value as written: `text[start:end]`, without quotes; `quoted` whether it had any."""

    start: int
    end: int
    quoted: bool


_OPEN = shape("opening quote", r"[bfru]{0,2}(\\{0,16})([\"'`“‘「『])")
_OPEN_ENCODED = shape("opening quote, encoded", r"&quot;|&#34;|\\{1,4}u0022")
_CLOSING = {"“": "”", "‘": "’", "「": "」", "『": "』"}
_BARE_CHARS = r"[!#-&(-;=?-\[\]-_a-{}~]"
_LONGEST_BARE = 256
_BARE = shape("bare value", rf"{_BARE_CHARS}{{1,{_LONGEST_BARE}}}")
_LONGEST_TOKEN = 4000
_BARE_ON = shape("rest of a long bare value", rf"{_BARE_CHARS}*")
_PIECE = shape("identifier piece", r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_CONSONANTS = shape("no word", r"[bcdfghjklmnpqrstvwxz]{5}")
_TOO_LONG_FOR_SCRAPS = 20
"""Characters from which a name made of words has few pieces of one or two letters."""
_VOWELS = frozenset("aeiouy")
_NEXT_PAIR = shape("next pair", r"%26|(?:&(?:amp;)?|[;,][ ]?\(?)[A-Za-z_][A-Za-z0-9_. -]{0,40}(?:=|%3[dD]|:)")
_ENTITY = shape("entity", r"&(?:quot|amp|lt|gt|#[0-9]{2,5}|apos);")
_LIMIT = 600


def read_value(text: str, pos: int) -> Value | None:
    """The value that begins at `pos`: a quoted string (quotes may be escaped any number of times), else everything up
    to white space, a quote, a backslash, a bar or an angle bracket."""
    if (opened := _OPEN.match(text, pos)) is not None:
        start = opened.end()
        mark = opened.group(1) + _CLOSING.get(opened.group(2), opened.group(2))
        end = text.find(mark, start, start + _LIMIT)
        while end > start and len(mark) == 1 and text[end - 1] == "\\" and text[end - 2] != "\\":
            end = text.find(mark, end + 1, start + _LIMIT)
        line = text.find("\n", start, end if end >= 0 else start + _LIMIT)
        if end > start and line < 0:
            return Value(start, end, True)
        if end == start:
            return None
        pos = start
    elif (encoded := _OPEN_ENCODED.match(text, pos)) is not None:
        end = text.find(encoded.group(), encoded.end(), encoded.end() + _LIMIT)
        return Value(encoded.end(), end, True) if end > encoded.end() else None
    if (bare := _BARE.match(text, pos)) is None:
        return None
    end = bare.end()
    value = bare.group()
    if len(value) == _LONGEST_BARE:
        if not is_random(value[:64]):
            return None
        end = _BARE_ON.match(text, end, pos + _LONGEST_TOKEN + 1).end()  # type: ignore[union-attr]  # matches "" too
    for cut in (_NEXT_PAIR.search(value, 1), _ENTITY.search(value)):
        if cut is not None and pos + cut.start() < end:
            end = pos + cut.start()
    return trimmed(text, pos, end)


def trimmed(text: str, start: int, end: int) -> Value | None:
    """The bare value without the punctuation of the sentence or expression around it."""
    while end > start:
        last = text[end - 1]
        if last in ",;:." or (last in ")]}" and _unopened(text[start:end], last)):
            end -= 1
        else:
            return Value(start, end, False)
    return None


def _unopened(value: str, closer: str) -> bool:
    opener = {")": "(", "]": "[", "}": "{"}[closer]
    return value.count(opener) < value.count(closer)


_STAND_IN_WORDS = """
your my our the a an some any new old example sample dummy fake mock placeholder change changeme me insert enter
here todo tbd fixme none null nil undefined true false string str int bool boolean number object optional required
value values key keys token tokens secret secrets password passwords passwd pass passphrase api apikey access auth
user username name id env xxx redacted hidden masked empty unset default type text foo bar baz sk pk invalid
expired missing unknown generated random replace with paste add set put use get client bearer basic wrong correct
bad valid real actual this that is in from file private public of for and or not no yes current confirm repeat
field label input hash admin root test testing demo something anything blah authorization credentials credential
varchar char binary uuid json bytes byte buffer never void const let var function async await return
self cls super static final readonly nullable sensitive secure plain plaintext encrypted only db database
"""
_STAND_INS = frozenset(_STAND_IN_WORDS.split())
_EXPRESSION = shape(
    "expression",
    r"[$@&*!?:%#+~^-]?[{(\[]|\$[A-Za-z_:]|%[A-Za-z_]{2,40}%|[A-Za-z_$][A-Za-z0-9_$.:>-]{0,80}[(\[{]|[=!<>&|,;)\]}]{2}|[,;)\]}]",
)
_REFERENCE = shape("reference", r"[A-Za-z_$][A-Za-z0-9_$]{0,60}(?:(?:\.|::|->|\?\.)[A-Za-z_$][A-Za-z0-9_$]{0,60}){1,8}")
_PATH = shape("path", r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\][A-Za-z0-9_.@/\\-]{0,300}")
_FILE = shape(
    "file",
    r"[A-Za-z0-9_./@-]{1,120}\.(?:py|js|ts|tsx|jsx|go|rs|java|rb|php|json|ya?ml|toml|txt|md|pem|key|crt|env|ini|cfg|conf"
    r"|sh|html|css|log|db|sql|lock|swift|kt|cs|h|c|cpp)",
)
_DIGEST = shape(
    "digest",
    r"(?:sha(?:1|256|384|512)|md5|arn|urn|https?|file|data|ref|secretref|vault|op|projects|kms)[:/-].{0,400}",
)
_HEX = shape("hex", r"(?:0x)?[0-9a-fA-F]{16,512}")
_UUID = shape("uuid", r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")


def is_stand_in(value: str) -> bool:
    """A visible mask, or made of nothing but words such as `your`, `key`, `here`, `changeme`."""
    if is_masked(value) or not value.strip("*.-_xX#?0 •"):
        return True
    if value[:4].lower() == "your" and is_wordy(value):
        return True
    pieces = _PIECE.findall(value)
    return bool(pieces) and all(piece.lower() in _STAND_INS for piece in pieces)


def is_expression(value: str) -> bool:
    """Code that yields a value (a call, a subscript, a variable), a path, a file name, a digest or a reference."""
    if _EXPRESSION.match(value) or _DIGEST.match(value) or _FILE.fullmatch(value):
        return True
    if _REFERENCE.fullmatch(value):
        return is_wordy(value)
    return _PATH.fullmatch(value) is not None and is_wordy(value)


def is_wordy(value: str) -> bool:
    """Made of words and small numbers, as identifiers, paths and slugs are."""
    pieces = _PIECE.findall(value)
    if not pieces:
        return True
    letters = [piece for piece in pieces if piece[0].isalpha()]
    digits = [piece for piece in pieces if not piece[0].isalpha()]
    if not letters:
        return False
    total = sum(map(len, letters))
    spoken = sum(len(piece) for piece in letters if len(piece) >= 3 and _speakable(piece))
    few = len(digits) <= max(1, len(letters) // 2) and all(len(piece) <= 5 for piece in digits)
    scraps = sum(len(piece) < 3 for piece in letters)
    if len(value) >= _TOO_LONG_FOR_SCRAPS and scraps > max(2, len(letters) // 3):
        return False
    return few and total >= 3 * len(letters) and spoken >= 0.6 * total


def _speakable(piece: str) -> bool:
    return _CONSONANTS.search(piece.lower()) is None and not _VOWELS.isdisjoint(piece.lower())


def _transitions(value: str) -> int:
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" if c.islower() else "s" for c in value]
    return sum(a != b for a, b in pairwise(kinds))


def is_uuid(value: str) -> bool:
    return _UUID.fullmatch(value) is not None


def is_random(value: str) -> bool:
    """Something a machine made up: hexadecimal, a UUID, or letters and digits in no order a word has."""
    core = value.rstrip("=")
    if is_uuid(core):
        return True
    digits = sum(map(str.isdigit, core))
    if not digits and core in (core.lower(), core.upper()):
        return False
    letters = sum(map(str.isalpha, core))
    if _HEX.fullmatch(core):
        return digits > 0 and letters > 0 and len(set(core)) > 4
    if len(core) < 10 or letters < 3 or len(set(core)) < 6 or " " in core:
        return False
    if digits == 0:
        mixed = core.lower() != core and core.upper() != core
        return mixed and len(core) >= 16 and not is_wordy(core) and _transitions(core) >= len(core) // 4
    encoded = len(core) >= 24 and ("+" in core or core != value)
    if is_wordy(core) and not encoded:
        return False
    return digits >= 2 or (_transitions(core) >= len(core) // 4 and len(core) >= 16)


def may_be_password(value: str, *, quoted: bool, assigned: bool) -> bool:
    """What a person might type as a password. `assigned`: `NAME=value` of a shell or .env file, where a bare word
    counts too; elsewhere it takes a digit or a symbol inside, or quotes around lower-case letters."""
    if not 4 <= len(value) <= 300 or is_stand_in(value):
        return False
    if not value.isascii() and not any(map(str.isdigit, value)):
        return False
    digits = any(map(str.isdigit, value))
    symbols = any(not c.isalnum() and c not in " ._-" for c in value[:-1]) or value[-1] in "!@#$%^&*?+="
    if any(map(str.isspace, value)):
        return quoted and digits and symbols and value.count(" ") <= 4 and value[0] not in " ,:;"
    if not quoted and is_expression(value):
        return False
    if quoted and (value[0] in " ,:;)]}+" or value.startswith(("${", "{", "$(", "/", "http")) or value.endswith("(")):
        return False
    letters = any(map(str.isalpha, value))
    if digits:
        return letters or symbols or quoted or assigned
    if symbols:
        return letters and (quoted or not is_expression(value)) and len(value) >= 6
    if assigned:
        return len(value) >= 5
    return quoted and len(value) >= 6 and value.islower() and value.isalpha()


def may_be_token(value: str, *, quoted: bool) -> bool:
    """What a service might have issued."""
    if not 8 <= len(value) <= _LONGEST_TOKEN or value[0] in "[(^{" or is_stand_in(value):
        return False
    if not quoted and is_expression(value):
        return False
    return not _DIGEST.match(value) and not _FILE.fullmatch(value) and is_random(value)
