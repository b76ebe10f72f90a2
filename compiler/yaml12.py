"""YAML as Obsidian reads it: the 1.2 core schema, alone and as a note's properties.

PyYAML follows YAML 1.1, where `12:30` is 750, `no` is False, `012` is 10 and `2026-01-05` a date object. Here numbers,
true/false and null are what 1.2 says and everything else is text (https://yaml.org/spec/1.2.2/#103-core-schema).
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from frontmatter.default_handlers import YAMLHandler


class Loader(yaml.SafeLoader):
    """SafeLoader with the resolvers of the 1.2 core schema; merge keys and timestamps are plain text."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", [*"tTfF"]),
    ("tag:yaml.org,2002:int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", [*"-+0123456789"]),
    (
        "tag:yaml.org,2002:float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        [*"-+0123456789."],
    ),
    ("tag:yaml.org,2002:null", r"~|null|Null|NULL|", [*"~nN", ""]),
):
    Loader.add_implicit_resolver(tag, re.compile(rf"(?:{pattern})\Z"), first)


def _integer(loader: Loader, node: yaml.ScalarNode) -> int:
    text = str(loader.construct_scalar(node))
    return int(text, 0) if text.startswith(("0x", "0o")) else int(text)


def _float(loader: Loader, node: yaml.ScalarNode) -> float:
    return float(str(loader.construct_scalar(node)).lower().replace(".inf", "inf").replace(".nan", "nan"))


Loader.add_constructor("tag:yaml.org,2002:int", _integer)
Loader.add_constructor("tag:yaml.org,2002:float", _float)


def load(text: str) -> Any:
    """The value of a YAML document. Raises yaml.YAMLError, ValueError for what no Python value can hold, and
    RecursionError for what is nested too deep."""
    return yaml.load(text, Loader=Loader)  # noqa: S506 - a SafeLoader with fewer tags


class Properties(YAMLHandler):
    """python-frontmatter's YAML by the 1.2 schema. As in Obsidian the block opens in the very first line with exactly
    `---` and ends with `---` or `...`."""

    FM_BOUNDARY = re.compile(r"^(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE)

    def detect(self, text: str) -> bool:
        return text.startswith("---") and len(self.FM_BOUNDARY.split(text, 2)) == 3 and bool(_OPENING.match(text))

    def load(self, fm: str, **_: object) -> Any:
        return load(fm)


_OPENING = re.compile(r"---[ \t]*\n")
_HANDLER = Properties()


def split(text: str) -> tuple[str | None, str]:
    """(the properties' YAML, the body) of a note with LF line ends; (None, the whole text) where there is no block."""
    return _HANDLER.split(text) if _HANDLER.detect(text) else (None, text)
