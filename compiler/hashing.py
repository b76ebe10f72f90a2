"""Canonical JSON and content hashes with the algorithm's name in front, so that a change of algorithm is seen."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import orjson


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces; lone surrogates survive as escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def content_hash(value: Any) -> str:
    """`sha256:` and 32 hex digits (128 bits) over the canonical JSON of a value."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()[:32]


def texts_hash(value: Any) -> str:
    """The content hash of lists of texts and None, sooner: in plain ASCII two writers of JSON agree on every byte."""
    try:
        data = orjson.dumps(value)
    except orjson.JSONEncodeError:  # a lone surrogate
        return content_hash(value)
    return bytes_hash(data) if data.isascii() and b"\x7f" not in data else content_hash(value)


def bytes_hash(data: bytes) -> str:
    """`sha256:` and 32 hex digits over raw bytes."""
    return "sha256:" + hashlib.sha256(data).hexdigest()[:32]


def short_id(*parts: str, digits: int = 6) -> str:
    """Hex digits derived from a tuple of texts: stable names for block ids, file names, items."""
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:digits]
