"""Properties as YAML, exactly as Obsidian itself would write them back, so that an edit of one property changes one
line; and read by YAML 1.2's rules, so that `12:30`, `no` and `2026-03-01` stay texts.

The quoting rule is the fixed point of the `yaml` JavaScript package under the app's settings (1.2 core schema, no
folding, null as nothing).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

import yaml

from compiler import yaml12

Scalar = str | int | float | bool | date | None
Value = Scalar | tuple[Scalar, ...]

FIRST = frozenset(",[]{}#&*!|>'\"%@`\t ")
OTHER_TYPES = re.compile(
    r"(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)
CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")


def dump(pairs: Iterable[tuple[str, Value]]) -> str:
    """The lines of a property block, without the `---` around them."""
    lines: list[str] = []
    for key, value in pairs:
        name = _key(key)
        if isinstance(value, (tuple, list)):
            lines += [f"{name}:", *(f"  - {scalar(v)}" for v in value)] if value else [f"{name}: []"]
        else:
            lines.append(f"{name}: {scalar(value)}" if value is not None else f"{name}:")
    return "".join(row + "\n" for row in lines)


def scalar(value: Scalar) -> str:
    """One value as it stands after the colon."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, date):
        return value.isoformat()
    return quoted(value) if _needs_quotes(value) else value


def quoted(text: str) -> str:
    if '"' in text and "'" not in text and not CONTROL.search(text):
        return f"'{text}'"
    body = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", body) + '"'


def _needs_quotes(text: str) -> bool:
    return (
        not text
        or text[0] in FIRST
        or text in ("-", "?")
        or text.startswith(("- ", "? ", "-\t", "?\t"))
        or re.search(r":[ \t]|[ \t]#", text) is not None
        or text[-1] in " \t:"
        or OTHER_TYPES.match(text) is not None
        or CONTROL.search(text) is not None
    )


def _key(name: str) -> str:
    return quoted(name) if _needs_quotes(name) or name.startswith(("%", "---", "...")) else name


def load(block: str) -> Mapping[str, Any] | None:
    """A property block as plain data, or None where it is not a mapping that YAML can read."""
    try:
        data = yaml12.load(block)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if data is None:
        return {}
    return {str(k): v for k, v in data.items()} if isinstance(data, dict) else None
