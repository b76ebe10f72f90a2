"""Standard input to standard output without secrets, for `musubi redact`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from compiler.text.redact.session import Redactor

_BLOCK = 2_000_000
"""Characters held at once: enough that no key block or wrapped token is cut in practice."""


def redact_stream(lines: Iterable[str], *, jsonl: bool = False) -> Iterator[str]:
    """The lines (with their ends) redacted. Plain: in blocks of lines, so that what spans lines goes too, and a value
    found once goes in all later blocks. `jsonl`: each line one JSON string, redacted by itself, written as one JSON
    string; a line that is not, as plain text."""
    if jsonl:
        yield from (_redact_json(line) for line in lines)
        return
    redactor = Redactor()
    block: list[str] = []
    size = 0
    for line in lines:
        block.append(line)
        size += len(line)
        if size >= _BLOCK:
            yield _redact_block(redactor, block)
            block, size = [], 0
    if block:
        yield _redact_block(redactor, block)


def _redact_block(redactor: Redactor, block: list[str]) -> str:
    text = "".join(block)
    redactor.learn([text])
    return redactor.redact(text).text


def _redact_json(line: str) -> str:
    body = line.rstrip("\r\n")
    redactor = Redactor()
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    text = value if isinstance(value, str) else body
    redactor.learn([text])
    clean = redactor.redact(text).text
    return (json.dumps(clean, ensure_ascii=False) if isinstance(value, str) else clean) + "\n"
