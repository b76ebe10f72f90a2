"""Obsidian Bases over the properties: decisions, open loops, conversations. For version 1.10 and later.

Rows are files, found by the property `kind` alone, so that the person may move the folder. Written as the app itself
would save them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compiler.vault import yaml
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names
from compiler.vault.pages.page import Page

Base = dict[str, Any]
NEWEST = {"property": "decided", "direction": "DESC"}
BY_NAME = {"property": "file.name", "direction": "ASC"}

DECISIONS: Base = {
    "filters": {"and": ['kind == "decision"']},
    "formulas": {"when": 'if(decided, decided.format("YYYY-MM-DD"), "")'},
    "properties": {
        "file.name": {"displayName": "Decision"},
        "note.summary": {"displayName": "What was decided"},
        "note.status": {"displayName": "Status"},
        "note.topic": {"displayName": "Topic"},
        "note.project": {"displayName": "Project"},
        "note.conversation": {"displayName": "Conversation"},
        "note.superseded_by": {"displayName": "Replaced by"},
        "formula.when": {"displayName": "Date"},
    },
    "views": [
        {"type": "table", "name": "Standing", "filters": {"and": ['status == "active"']},
         "order": ["summary", "formula.when", "topic", "project", "conversation"], "sort": [NEWEST, BY_NAME]},
        {"type": "table", "name": "By topic", "groupBy": {"property": "topic", "direction": "ASC"},
         "order": ["summary", "status", "formula.when", "project"], "sort": [NEWEST, BY_NAME]},
        {"type": "table", "name": "Replaced", "filters": {"and": ['status == "superseded"']},
         "order": ["summary", "formula.when", "superseded_by"], "sort": [NEWEST, BY_NAME]},
        {"type": "table", "name": "This conversation", "filters": {"and": ["conversation == this"]},
         "order": ["summary", "status", "formula.when"], "sort": [NEWEST, BY_NAME]},
    ],
}  # fmt: skip
LOOPS: Base = {
    "filters": {"and": ['kind == "conversation"', "open_loops > 0"]},
    "formulas": {"day": 'if(started, started.format("YYYY-MM-DD"), "")'},
    "properties": {
        "file.name": {"displayName": "Conversation"},
        "note.open_loops": {"displayName": "Open loops"},
        "note.project": {"displayName": "Project"},
        "note.source": {"displayName": "Source"},
        "formula.day": {"displayName": "Date"},
    },
    "views": [
        {"type": "table", "name": "Conversations with open loops",
         "order": ["file.name", "open_loops", "project", "formula.day", "source"],
         "sort": [{"property": "started", "direction": "DESC"}, BY_NAME], "summaries": {"open_loops": "Sum"}},
        {"type": "table", "name": "By project", "groupBy": {"property": "project", "direction": "ASC"},
         "order": ["file.name", "open_loops", "formula.day"],
         "sort": [{"property": "started", "direction": "DESC"}, BY_NAME]},
    ],
}  # fmt: skip
CONVERSATIONS: Base = {
    "filters": {"and": ['kind == "conversation"']},
    "formulas": {
        "day": 'if(started, started.format("YYYY-MM-DD"), "")',
        "month": 'if(started, started.format("YYYY-MM"), "")',
    },
    "properties": {
        "file.name": {"displayName": "Conversation"},
        "note.source": {"displayName": "Source"},
        "note.project": {"displayName": "Project"},
        "note.topics": {"displayName": "Topics"},
        "note.turns": {"displayName": "Turns"},
        "note.decision_count": {"displayName": "Decisions"},
        "note.open_loops": {"displayName": "Open loops"},
        "formula.day": {"displayName": "Date"},
    },
    "views": [
        {"type": "table", "name": "By month", "groupBy": {"property": "formula.month", "direction": "DESC"},
         "order": ["file.name", "topics", "project", "source", "turns", "decision_count", "open_loops"],
         "sort": [{"property": "started", "direction": "DESC"}, BY_NAME]},
        {"type": "table", "name": "By source", "groupBy": {"property": "source", "direction": "ASC"},
         "order": ["file.name", "formula.day", "project", "topics", "turns"],
         "sort": [{"property": "started", "direction": "DESC"}, BY_NAME], "summaries": {"turns": "Sum"}},
        {"type": "table", "name": "By project", "groupBy": {"property": "project", "direction": "ASC"},
         "order": ["file.name", "formula.day", "topics", "turns"],
         "sort": [{"property": "started", "direction": "DESC"}, BY_NAME]},
    ],
}  # fmt: skip
BASES = {"Decisions": DECISIONS, "Open loops": LOOPS, "Conversations": CONVERSATIONS}


def page_id(name: str) -> str:
    return f"base:{name.lower().replace(' ', '-')}"


def claim(material: Material) -> Iterator[Claim]:
    for name in BASES:
        yield Claim(page_id(name), "", name, extension=".base")


def build(material: Material, names: Names) -> Iterator[Page]:
    for name, base in BASES.items():
        yield Page(names.path(page_id(name)), page_id(name), "base", base_text(base))


def base_text(base: Base) -> str:
    """A base as the app itself would write it."""
    return "\n".join(_lines(base)) + "\n"


def _lines(value: Base | list[Any], indent: str = "") -> Iterator[str]:
    """Block-style YAML, a key or an entry a line."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                yield f"{indent}{key}:"
                yield from _lines(inner, indent + "  ")
            else:
                yield f"{indent}{key}: {yaml.scalar(inner)}"
        return
    for entry in value:
        if isinstance(entry, dict):
            first, *rest = _lines(entry, indent + "  ")
            yield f"{indent}- {first.strip()}"
            yield from rest
        else:
            yield f"{indent}- {yaml.scalar(entry)}"
