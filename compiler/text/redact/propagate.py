"""A value found once is a secret everywhere: as it stands, JSON-escaped, URL-encoded, in base64."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

from compiler.text.redact.shape import Finding
from compiler.text.redact.values import is_stand_in, is_wordy

_PREFIX = 6
_FEW = 48
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
    return {form for form in spelled if len(form) >= _PREFIX}


def _small_hex(encoded: str) -> str:
    pieces = encoded.split("%")
    return pieces[0] + "".join(f"%{piece[:2].lower()}{piece[2:]}" for piece in pieces[1:])


class Known:
    """Values found so far, and every form of them, ready to be searched for."""

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._forms: dict[str, str] = {}
        self._by_prefix: dict[str, list[str]] = {}

    def add(self, value: str, kind: str) -> None:
        if value in self._kinds:
            return
        self._kinds[value] = kind
        for form in sorted(forms(value)):
            if self._forms.setdefault(form, kind) == kind:
                bucket = self._by_prefix.setdefault(form[:_PREFIX], [])
                if form not in bucket:
                    bucket.append(form)
                    bucket.sort(key=lambda other: (-len(other), other))

    def __bool__(self) -> bool:
        return bool(self._forms)

    def find(self, text: str) -> Iterator[Finding]:
        """Every place of every form; a form of letters and digits alone must stand at the edges of a word."""
        for form, pos in self._places(text):
            end = pos + len(form)
            inside = (pos and text[pos - 1] in _WORD and form[0] in _WORD) or (
                end < len(text) and text[end] in _WORD and form[-1] in _WORD
            )
            if len(form) >= 12 or not inside:
                yield Finding(self._forms[form], pos, end)

    def _places(self, text: str) -> Iterable[tuple[str, int]]:
        if len(self._forms) <= _FEW:
            for form in self._forms:
                pos = text.find(form)
                while pos >= 0:
                    yield form, pos
                    pos = text.find(form, pos + len(form))
            return
        starts = self._by_prefix
        for pos in range(len(text) - _PREFIX + 1):
            if (candidates := starts.get(text[pos : pos + _PREFIX])) is not None:
                yield from ((form, pos) for form in candidates if text.startswith(form, pos))
