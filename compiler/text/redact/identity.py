"""Ids, keys and paths without secrets: people do put them into file names."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from compiler.text.redact.engine import redact


@lru_cache(maxsize=65_536)
def safe_name(name: str) -> str:
    """The name itself where it holds no secret; else with placeholders and a hash of the whole, so that two names stay
    two. The same name always gives the same, whatever stands around it, since joins go by it."""
    clean = redact(name).text
    return name if clean == name else f"{clean}~{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
