"""Builds small Takeout archives with Gemini's activity in the shapes that are met, and reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from adapters.gemini import ADAPTER
from compiler.records import Conversation, Record, Unit

NOON = "2026-08-08T12:00:00.250Z"
ANSWER = "<p>Bees are insects.</p>"
LOG = "Takeout/My Activity/Gemini Apps/MyActivity"


def record(title: str, answer: str = "", at: str = NOON, chat: str = "", **fields: Any) -> dict[str, Any]:
    """A record of the JSON log."""
    out: dict[str, Any] = {
        "header": "Gemini Apps",
        "title": title,
        "time": at,
        "products": ["Gemini Apps"],
        "activityControls": ["Gemini Apps Activity"],
    }
    if answer:
        out["safeHtmlItem"] = [{"html": answer}]
    if chat:
        out["details"] = [{"name": address(chat), "url": address(chat)}]
    return {**out, **fields}


def address(chat: str) -> str:
    return f"https://gemini.google.com/app/{chat}"


def cell(*lines: str, answer: str = "", chat: str = "", header: str = "Gemini Apps", raw: bool = False) -> str:
    """A record of the HTML log: title, date and answer parted by breaks, the address in a cell of its own."""
    said = "<br>".join(line if raw else escape(line) for line in lines)
    details = (
        f'<b>Details:</b><br>&emsp;{address(chat)}: <a href="{address(chat)}">{address(chat)}</a><br>' if chat else ""
    )
    return (
        '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">'
        f'<div class="header-cell mdl-cell"><p class="mdl-typography--title">{header}<br></p></div>'
        f'<div class="content-cell mdl-cell mdl-typography--body-1">{said}<br>{answer}<br></div>'
        '<div class="content-cell mdl-cell mdl-typography--body-1 mdl-typography--text-right"></div>'
        '<div class="content-cell mdl-cell mdl-typography--caption"><b>Products:</b><br>'
        f"&emsp;{header}<br>{details}</div>"
        "</div></div>"
    )


def page(*cells: str) -> str:
    style = ".mdl-grid { display: flex }\n" * 6000
    return (
        f'<html><head><title>My Activity History</title><style type="text/css">{style}</style></head>'
        f'<body><div class="mdl-grid">{"".join(cells)}</div></body></html>'
    )


def log(folder: Path, *rows: dict[str, Any], name: str = f"{LOG}.json") -> Path:
    """Writes a JSON log into an unpacked archive and returns its root."""
    return put(folder, name, json.dumps(list(rows), ensure_ascii=False))


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return folder


def records(root: Path) -> list[Record]:
    """Everything that reading a root gives, the findings of `discover` too."""
    out: list[Any] = []
    for found in ADAPTER.discover(root):
        out.extend(ADAPTER.read(found) if isinstance(found, Unit) else [found])
    return out


def conversations(root: Path) -> list[Conversation]:
    return [found for found in records(root) if isinstance(found, Conversation)]


def said(conversation: Conversation) -> Sequence[tuple[str, str]]:
    return [(message.role, message.text) for message in conversation.messages]
