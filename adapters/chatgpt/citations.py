"""Citation markers in an answer, replaced by links: by index where the message says where, never by a global replace.

A marker is U+E200 … U+E201 (U+E202 between its fields), U+E203 … U+E204 a cited span, `【7†source】` the older form;
`content_references` and `citations` give positions in code points of the joined text. Some exports lost the private
characters (`citeturn0search3`) or the references; the marker is then removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from adapters._reading import fields
from adapters._reading.markdown import untracked, web_link

_MARKER = re.compile("\ue200([^\ue201\ue200]*)(?:\ue201|$)")
_LOOSE = re.compile("[\ue200-\ue206]")
_BARE = re.compile(r"\b(?:file)?cite(?:turn\d+(?:search|view|news|fetch|file|image|academia|reddit|forecast)\d+)+")
_OLD = re.compile(r"【\d+(?::\d+)?†[^】\n]{0,200}】")
_SANDBOX = re.compile(r"!?\[([^\]\n]*)\]\(sandbox:([^)\s]*)\)")
_WRITING = re.compile(r"^:::writing\{[^}\n]*\}[ \t]*\n?|^:::[ \t]*$\n?", re.MULTILINE)
_Edit = tuple[int, int, str, str]
"""Start, end, what stands there, what shall stand there."""
_PAGES = frozenset({"grouped_webpages", "grouped_webpages_model_predicted_fallback", "webpage", "webpage_extended"})


def resolve(text: str, metadata: Mapping[str, Any]) -> str:
    """The text with its citations as Markdown links, dead sandbox links as words, tracking parameters gone."""
    references = metadata.get("content_references")
    if references and isinstance(references, list):
        text = _replace(text, [_reference(item) for item in references if isinstance(item, dict)])
    if not _marked(text):
        return text
    citations = metadata.get("citations")
    if citations and isinstance(citations, list):
        text = _replace(text, [_citation(item, text) for item in citations if isinstance(item, dict)])
    text = _MARKER.sub(lambda found: _named(found[1]), text)
    text = _OLD.sub("", _BARE.sub("", _LOOSE.sub("", text)))
    text = _SANDBOX.sub(_dead_link, text)
    if ":::writing" in text:
        text = _WRITING.sub("", text)
    return untracked(text)


def _marked(text: str) -> bool:
    """Whether there is anything to resolve; plain substring tests, as most texts have nothing."""
    if not text.isascii() and ("\ue200" in text or "\ue203" in text or "【" in text):
        return True
    return "sandbox:" in text or "citeturn" in text or ":::writing" in text or "utm_source=chatgpt" in text


def _replace(text: str, edits: list[_Edit | None]) -> str:
    """Edits from the end backwards; one whose place does not hold what it says goes to the first exact occurrence."""
    for start, end, matched, put in sorted((edit for edit in edits if edit), reverse=True):
        if not matched.strip():
            continue  # `sources_footnote` matches a blank: replacing that would eat the text's own
        if text[start:end] != matched:
            start = text.find(matched)
            end = start + len(matched)
        if start >= 0:
            text = text[:start] + put + text[end:]
    return text


def _reference(item: Mapping[str, Any]) -> _Edit | None:
    start, end = fields.number(item.get("start_idx")), fields.number(item.get("end_idx"))
    matched = fields.text(item.get("matched_text"))
    put = fields.text(item.get("alt"))
    kind = fields.text(item.get("type"))
    if not put and kind in _PAGES:
        sources = fields.items(item.get("items")) or fields.items(item.get("fallback_items")) or [item]
        put = " ".join(filter(None, (link(fields.mapping(source)) for source in sources)))
        put = f"({put})" if put else ""
    elif not put and kind == "file":
        put = f"({fields.text(item.get('name'))})" if item.get("name") else ""
    elif not put:
        put = fields.text(item.get("name")) or _named(matched.strip("\ue200\ue201"))
    return int(start or 0), int(end or 0), matched, untracked(put)


def _citation(item: Mapping[str, Any], text: str) -> _Edit | None:
    start, end = fields.number(item.get("start_ix")), fields.number(item.get("end_ix"))
    if start is None or end is None or not 0 <= start < end <= len(text):
        return None
    matched = text[int(start) : int(end)]
    if not _OLD.fullmatch(matched) and not _MARKER.fullmatch(matched):
        return None
    source = link(fields.mapping(item.get("metadata")))
    return int(start), int(end), matched, f" ({source})" if source else ""


def link(source: Mapping[str, Any]) -> str:
    """A link to something with `url` and `attribution` or `title`."""
    title = fields.text(source.get("attribution")) or fields.text(source.get("title"))
    return web_link(fields.text(source.get("url")), title)


def _named(marker: str) -> str:
    """What a marker without reference still says: `entity["city","Lisbon",…]` is Lisbon, others are mere pointers."""
    name, _, rest = marker.partition("\ue202")
    if name == "entity" or marker.startswith("entity["):
        try:
            values = json.loads(rest or marker[len("entity") :])
        except ValueError:
            return ""
        return values[1] if isinstance(values, list) and len(values) > 1 and isinstance(values[1], str) else ""
    return ""


def _dead_link(found: re.Match[str]) -> str:
    name = found[2].rsplit("/", 1)[-1]
    return f"{found[1]} ({name}, not in the export)" if found[1] != name else f"{name} (not in the export)"
