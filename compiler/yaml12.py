"""YAML as Obsidian reads it: the 1.2 core schema.

PyYAML follows YAML 1.1, where `12:30` is 750, `no` is False, `012` is 10 and `2026-01-05` a date object. Here numbers,
true/false and null are what 1.2 says and everything else is text (https://yaml.org/spec/1.2.2/#103-core-schema).
"""

from __future__ import annotations

import re
from typing import Any

import yaml


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
    Loader.add_implicit_resolver(tag, re.compile(rf"^(?:{pattern})$"), first)


def _integer(loader: Loader, node: yaml.ScalarNode) -> int:
    text = str(loader.construct_scalar(node))
    return int(text, 0) if text.startswith(("0x", "0o")) else int(text)


Loader.add_constructor("tag:yaml.org,2002:int", _integer)


def load(text: str) -> Any:
    """The value of a YAML document. Raises yaml.YAMLError, and ValueError for what no Python value can hold."""
    return yaml.load(text, Loader=Loader)  # noqa: S506 - a SafeLoader with fewer tags
