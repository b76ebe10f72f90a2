"""What announces a secret: the literals at which each rule but the vendors' looks, and the looking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from compiler.text.redact import (
    asked,
    calls,
    commands,
    headers,
    keyed,
    logins,
    manifests,
    pem,
    piped,
    prose,
    tables,
    urls,
)
from compiler.text.redact.gate import gate
from compiler.text.redact.shape import Finding
from compiler.text.redact.sheet import Sheet

Look = Callable[[str, str, int], Iterator[Finding]]
"""(text, lower-cased text, place of the literal) → what is there."""


class Sign(NamedTuple):
    """`literal` is searched for whatever its case, and heeded if `exact` only as it is written."""

    literal: str
    look: Look
    exact: bool


def _plain(look: Callable[[str, int], Iterator[Finding]]) -> Look:
    return lambda text, low, pos: look(text, pos)


def _command(word: str) -> Look:
    return lambda text, low, pos: commands.find_command(text, word, pos)


def _call(call: str) -> Look:
    return lambda text, low, pos: calls.find_call(text, call, pos)


def _pem(anchor: str) -> Look:
    return lambda text, low, pos: pem.find_private_key(text, anchor, pos)


_EXACT: tuple[tuple[str, Look], ...] = (
    *((anchor, _pem(anchor)) for anchor in pem.ANCHORS),
    (pem.ENCODED, _plain(pem.find_encoded_key)),
    ("://", _plain(urls.find_userinfo)),
    ("@tcp(", _plain(urls.find_data_source)),
    ("@unix(", _plain(urls.find_data_source)),
    *((port, _plain(urls.find_pgpass)) for port in urls.PORTS),
    ("uthorization", _plain(headers.find_authorization)),
    *((scheme, _plain(headers.find_scheme)) for scheme in ("earer ", "earer%20", "earer\x1b", "EARER ", "asic ")),
    ("ookie", _plain(headers.find_cookies)),
    ("ookies", _plain(headers.find_jar)),
    *((flag, _plain(headers.find_cookies)) for flag in ("-b ", "-b'", '-b"')),
    *((call, _plain(calls.find_pair)) for call in ("auth=(", "BasicAuth(", "basic_auth(", "basicAuth(")),
    *((call, _call(call)) for call in calls.CALLS),
    ("assword", _plain(calls.find_filled)),
    *((word, _command(word)) for word in commands.WORDS),
    ("echo ", _plain(piped.find_piped)),
    ("printf ", _plain(piped.find_piped)),
    ("<<<", _plain(piped.find_here)),
    ("send ", _plain(piped.find_sent)),
    ("AUTH ", _plain(piped.find_auth)),
    ("login", _plain(manifests.find_netrc)),
    ("kind", _plain(manifests.find_manifest)),
    ("auth", _plain(manifests.find_stored_login)),
    ("AKIA", _plain(manifests.find_aws_pair)),
    ("ASIA", _plain(manifests.find_aws_pair)),
    ("username", _plain(manifests.find_kaggle)),
    ("accounts:", _plain(manifests.find_accounts)),
    *(
        (words, _plain(urls.find_link))
        for words in ("reset-password/", "reset_password/", "password-reset/", "magic-link/")
    ),
    *((rule, _plain(tables.find_columns)) for rule in tables.RULES),
)
_ANY_CASE: tuple[tuple[str, Look], ...] = (
    *((anchor, keyed.find_keyed) for anchor in keyed.ANCHORS),
    *((anchor, prose.find_said) for anchor in prose.ASCII_ANCHORS),
    *((anchor, logins.find_login) for anchor in logins.ANCHORS),
    *((anchor, asked.find_asked) for anchor in asked.ANCHORS),
    *((anchor, prose.find_codes) for anchor in ("recovery code", "backup code")),
    *((anchor, prose.find_seed) for anchor in ("seed phrase", "seed words", "mnemonic", "recovery phrase")),
)
_OTHER_SCRIPTS: tuple[tuple[str, Look], ...] = (
    *((anchor, prose.find_said_wide) for anchor in prose.WIDE_ANCHORS),
    *((anchor, logins.find_login) for anchor in logins.WIDE_ANCHORS),
)
_IN_ASCII = (
    *(Sign(literal, look, True) for literal, look in _EXACT),
    *(Sign(literal, look, False) for literal, look in _ANY_CASE),
)
_SIGNS = (*_IN_ASCII, *(Sign(literal, look, False) for literal, look in _OTHER_SCRIPTS))
_ASCII_GATE = gate(sign.literal.lower() for sign in _IN_ASCII)
_GATE = gate(sign.literal.lower() for sign in _SIGNS)


def find_signed(sheet: Sheet) -> Iterator[tuple[int, Finding]]:
    """(which of the sheet's texts, what is there), by sign and then by place."""
    hits = (_ASCII_GATE if sheet.text.isascii() else _GATE).hits(sheet.low)
    lows: dict[int, str] = {}
    last = which = -1
    begins = ends = covered = 0
    for index, pos in hits:
        if index != last or pos >= ends:
            last, covered = index, 0
            which, at = sheet.place(pos)
            begins, text = pos - at, sheet.texts[which]
            ends = begins + len(text)
            literal, look, exact = _SIGNS[index]
        at = pos - begins
        if at < covered or (exact and not text.startswith(literal, at)):
            continue
        if (low := lows.get(which)) is None:
            low = lows[which] = sheet.low_of(which)
        for finding in look(text, low, at):
            covered = max(covered, finding.end)
            yield which, finding
