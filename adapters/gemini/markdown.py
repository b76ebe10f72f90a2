"""An answer's HTML as Markdown: lists, tables, code and links kept, pictures named, nothing loaded."""

from __future__ import annotations

import re
from collections.abc import Container
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bs4 import BeautifulSoup
from bs4.exceptions import ParserRejectedMarkup
from markdownify import ATX, MarkdownConverter

from adapters._reading.markdown import fenced, web_link

_DEAD = re.compile(r"image_agent_tag_\d+")
_LANGUAGE = re.compile(r"(?:language|lang)-([\w+#.-]+)")
_TAG = re.compile(r"<[^<>]*>")
_LARGEST = 16 << 20


def to_markdown(html: str, present: Container[str]) -> str:
    """`present` are the names of files in the export, to say which pictures it lacks. HTML that no parser takes, or
    that is nested too deeply, becomes its plain text."""
    html = html[:_LARGEST]
    if not html.strip():
        return ""
    try:
        soup = BeautifulSoup(html, "html.parser")
        for hidden in soup(["script", "style"]):
            hidden.decompose()
        return str(_Converter(present).convert_soup(soup)).strip()
    except (RecursionError, ParserRejectedMarkup, AssertionError, ValueError):
        return unescape(_TAG.sub("", html)).strip()


class _Converter(MarkdownConverter):
    def __init__(self, present: Container[str]) -> None:
        # Escapes would stand in formulas, names and search results; shown text is made inert by whoever shows it.
        super().__init__(
            heading_style=ATX, bullets="-", escape_asterisks=False, escape_underscores=False, table_infer_header=True
        )
        self.present = present

    def convert_a(self, el: Any, text: str, parent_tags: Any) -> str:
        link = web_link(_target(str(el.get("href") or "")), text.strip())
        return link if link and text.strip() and "_noformat" not in parent_tags else text

    def convert_br(self, el: Any, text: str, parent_tags: Any) -> str:
        return " " if "_inline" in parent_tags else "\n"

    def convert_img(self, el: Any, text: str, parent_tags: Any) -> str:
        source, alt = str(el.get("src") or ""), " ".join(str(el.get("alt") or "").split())
        if source.startswith(("http:", "https:")):
            return web_link(source, alt or "image")
        if not source or _DEAD.fullmatch(source) or source.startswith("data:"):
            return f"[image: {alt}]" if alt else ""
        name = source.rsplit("/", 1)[-1]
        return f"[image: {alt or name}]" if name in self.present else f"[image not in export: {alt or name}]"

    def convert_pre(self, el: Any, text: str, parent_tags: Any) -> str:
        code = el.find("code") or el
        language = _LANGUAGE.search(" ".join(code.get("class") or []))
        body = el.get_text().strip("\n")
        return f"\n\n{fenced(body, language[1] if language else '')}\n\n" if body.strip() else ""


def _target(address: str) -> str:
    """Where a link leads, past Google's redirect."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.netloc in ("www.google.com", "google.com") and parts.path == "/url":
        asked = parse_qs(parts.query)
        return (asked.get("q") or asked.get("url") or [address])[0]
    return address
