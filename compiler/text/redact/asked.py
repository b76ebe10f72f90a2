"""Passwords as answers: "type … when it asks for the password", "at the password prompt enter …"."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.text.redact.shape import Finding, shape
from compiler.text.redact.words import WORD, password_at

ANCHORS = (
    "asks for", "ask for", "asked for", "asks you for", "prompt", "nach dem passwort", "nach dem kennwort", "demande",
    "cuando pid", "cuando te pid",
)  # fmt: skip

_ASKED = r"(?:passw|passp|passc|pw|pin|credential|kennwort|contrase|mot de passe)"
_TYPE = (
    r"(?:type|enter|use|put|paste|give(?:[ ]it)?|supply|input|say|answer(?:[ ]with)?|gib|tippe|tape[zr]?|saisis(?:sez)?"
    r"|entre[zr]?|escribe|introduce|pon|usa|with)"
)
_WHEN = r"(?:when|if|once|whenever|in case|wenn|falls|sobald|quand|lorsqu[e']|si|cuando)"
_TELLING = shape(
    "value before the question",
    rf"(?:^|[^A-Za-z]){_TYPE}[ ](?:in[ ]|just[ ])?[`\"'“]?({WORD}{{6,60}})[`\"'”]?(?:[ ]in|[ ]ein)?,?(?:[ ]{_WHEN})"
    r"?[ ][^\n.:;=?!]{0,40}$",
)
_QUESTION = shape("what is asked for", rf"[^\n.;]{{0,40}}?{_ASKED}")
_ANSWER = shape(
    "value after the question",
    rf"[^\n.;]{{0,60}}?[ ]?(?:prompt[,:]?[ ])?(?:just[ ]|please[ ]|then[ ])?{_TYPE}[ ](?:in[ ])?[`\"'“]{{0,2}}",
)


def find_asked(text: str, low: str, pos: int) -> Iterator[Finding]:
    """What is to be typed where something asks for a password; `pos` is the place of the asking."""
    before = low[max(0, pos - 30) : pos]
    if _QUESTION.match(low, pos) is None and "passw" not in before and "passp" not in before:
        return
    offset = max(0, pos - 120)
    if (match := _TELLING.search(text[offset:pos])) is not None:
        yield from password_at(text, offset + match.start(1))
    if (match := _ANSWER.match(low, pos)) is not None:
        yield from password_at(text, match.end())
