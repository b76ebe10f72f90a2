"""The notes that a note links to, read as Obsidian would: code and comments hold no links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import basename
from typing import Any
from urllib.parse import unquote

_WIKI = re.compile(r"\[\[([^\[\]\n]+?)\]\]")
_MARKDOWN = re.compile(r"\[[^\]\n]*\]\((?:<([^>\n]+)>|([^()\s]+))\)")
_FENCE = re.compile(r"^(?:> ?|[ \t])*(`{3,}|~{3,})")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_COMMENT = re.compile(r"%%.*?%%")
_ATTACHMENT = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif|pdf|mp[34]|m4a|wav|ogg|webm|mov|zip|csv|canvas|base)$", re.I
)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")


def links(body: str, properties: Mapping[str, Any]) -> list[str]:
    """Names of the linked notes, each once, in order; attachments, days and addresses are not notes."""
    found: dict[str, None] = {}
    for target in (*_property_targets(properties), *_body_targets(body)):
        name = _name(target)
        if name:
            found[name] = None
    return list(found)


def _name(target: str) -> str:
    path = target.replace("\\|", "|").split("|", 1)[0].split("#", 1)[0].strip().removesuffix(".md")
    name = basename(path.rstrip("/"))
    return "" if _ATTACHMENT.search(name) or _DAY.fullmatch(name) else name


def _property_targets(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from _WIKI.findall(value)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _property_targets(part)
    elif isinstance(value, list):
        for part in value:
            yield from _property_targets(part)


def _body_targets(body: str) -> Iterator[str]:
    for line in _prose(body):
        yield from _WIKI.findall(line)
        for angled, plain in _MARKDOWN.findall(line):
            address = unquote(angled or plain)
            if "://" not in address and not address.startswith(("mailto:", "#")) and "." in address:
                yield address


def _prose(body: str) -> Iterator[str]:
    """Lines outside fences and comments, inline code removed. Code is seen first, so a `%%` in code opens nothing."""
    fence, comment = "", False
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1][0] == fence[0] and len(mark[1]) >= len(fence):
                fence = ""
            continue
        if mark and not comment:
            fence = mark[1]
            continue
        text = _COMMENT.sub("", _CODE.sub("", line))
        if "%%" in text:
            before, _, after = text.partition("%%")
            text, comment = (after, False) if comment else (before, True)
        elif comment:
            continue
        yield text
