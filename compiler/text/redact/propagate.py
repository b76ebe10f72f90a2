"""A value found once is a secret everywhere: as it stands, JSON-escaped, URL-encoded, in base64."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

from compiler.text.redact.gate import Gate, gate
from compiler.text.redact.shape import Finding
from compiler.text.redact.values import is_stand_in, is_wordy

_SHORTEST = 6
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


def is_telling(value: str) -> bool:
    """Whether a value is distinct enough to be removed wherever it stands: a password that is a plain word is not."""
    if len(value) < 6 or is_stand_in(value):
        return False
    classes = (
        any(c.islower() for c in value)
        + any(c.isupper() for c in value)
        + any(c.isdigit() for c in value)
        + any(not c.isalnum() for c in value)
    )
    if len(value) >= 20:
        return classes >= 2 or not value.isalpha()
    mixed = any(c.isdigit() for c in value) or not is_wordy(value)
    return classes >= 3 or (classes >= 2 and len(value) >= 8 and mixed)


def forms(value: str) -> set[str]:
    """The value and its other spellings. Base64 in all three alignments, since what stands before it is unknown."""
    raw = value.encode("utf-8", "surrogatepass")
    escaped = json.dumps(value)[1:-1]
    plain = json.dumps(value, ensure_ascii=False)[1:-1]
    spelled = {value, escaped, plain, json.dumps(escaped)[1:-1], json.dumps(plain)[1:-1]}
    try:
        for encoded in (quote(value), quote(value, safe=""), quote_plus(value)):
            spelled |= {encoded, _small_hex(encoded)}
    except UnicodeEncodeError:  # a lone surrogate has no URL form
        pass
    for shift in range(3):
        for padded in (base64.b64encode(b"\0" * shift + raw), base64.urlsafe_b64encode(b"\0" * shift + raw)):
            core = padded.decode().rstrip("=")
            first = (0, 2, 3)[shift]
            last = len(core) - (0 if (shift + len(raw)) % 3 == 0 else 1)
            spelled.add(core[first:last])
    spelled.add(base64.b64encode(raw).decode())
    return {form for form in spelled if len(form) >= _SHORTEST}


def _small_hex(encoded: str) -> str:
    pieces = encoded.split("%")
    return pieces[0] + "".join(f"%{piece[:2].lower()}{piece[2:]}" for piece in pieces[1:])


class Known:
    """Values found so far, and every form of them, ready to be searched for."""

    def __init__(self) -> None:
        self._values: set[str] = set()
        self._kinds: dict[str, str] = {}
        self._forms: tuple[str, ...] = ()
        self._gate: Gate | None = None

    def add(self, value: str, kind: str) -> None:
        if value in self._values:
            return
        self._values.add(value)
        for form in sorted(forms(value)):
            self._kinds.setdefault(form, kind)
        self._gate = None

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def find(self, text: str) -> Iterator[Finding]:
        """Every place of every form; a form of letters and digits alone must stand at the edges of a word."""
        if self._gate is None:
            self._forms = tuple(self._kinds)
            self._gate = gate(self._forms)
        for index, pos in self._gate.hits(text):
            form = self._forms[index]
            end = pos + len(form)
            inside = (pos and text[pos - 1] in _WORD and form[0] in _WORD) or (
                end < len(text) and text[end] in _WORD and form[-1] in _WORD
            )
            if len(form) >= 12 or not inside:
                yield Finding(self._kinds[form], pos, end)
