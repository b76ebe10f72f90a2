"""Markdown as structure: which lines are prose, items, headings, code, quotes or tables, with their place in the text.

Blocks come from markdown-it-py (CommonMark and tables); its inline step is left out, because sentences are cut from the
raw text, so that a quotation of one is verbatim, and only what is shown loses its markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["paragraph", "item", "heading", "code", "quote", "table"]


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch `text[start:end]` of a message; `level` is a heading's 1..6 or an item's depth from 1; `heading` the
    words of the nearest heading above, without markup."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    heading: str = ""


# What makes a text more than plain paragraphs: any of these at the start of a line.
_MARKED = re.compile(
    r"^(?: {4}|\t| {0,3}(?:#{1,6}\s|[-*+•–]\s|\d{1,9}[.)]\s|>|```|~~~|\||<|=+\s*$|-+\s*$|\*\*\*|___))", re.M
)
_PARAGRAPH = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_BULLET = re.compile(r"^[ \t]*(?:[•◦▪‣–]|[-*]|\d{1,2}[.)])[ \t]+", re.M)
_BOLD_LINE = re.compile(r"\*\*([^*\n]{3,80})\*\*:?")


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def blocks(text: str) -> list[Block]:
    """The leaf blocks of a text in order. Anything is Markdown, so nothing fails."""
    if "\r" in text:
        text = text.replace("\r", "\n")  # keeps every offset
    if not _MARKED.search(text):
        return [Block("paragraph", m.start(), m.start() + len(m.group().rstrip())) for m in _PARAGRAPH.finditer(text)]
    return list(_walk(text, _parser().parse(text.replace("\0", "\ufffd"))))


def _walk(text: str, tokens: list[Token]) -> Iterator[Block]:
    starts = [0, *(m.end() for m in re.finditer("\n", text)), len(text)]
    heading, quotes, depth, level, tables = "", 0, 0, 0, 0
    for token in tokens:
        kind = token.type
        if kind in ("blockquote_open", "blockquote_close"):
            quotes += token.nesting
        elif kind in ("list_item_open", "list_item_close"):
            depth += token.nesting
        elif kind in ("table_open", "table_close"):
            tables += token.nesting
            if token.map and kind == "table_open":
                yield Block("table", *_lines(starts, token.map), heading=heading)
        elif kind == "heading_open":
            level = int(token.tag[1])
        elif kind in ("fence", "code_block", "html_block") and token.map:
            yield Block("code", *_lines(starts, token.map), heading=heading)
        elif kind == "inline" and token.map and not tables and token.content.strip():
            start, end = _located(text, starts, token)
            if level:
                heading = plain(token.content)
                yield Block("heading", start, end, level)
                level = 0
            elif quotes:
                yield Block("quote", start, end, heading=heading)
            else:
                for block in _paragraph(text, start, end, depth, heading):
                    if block.kind == "heading":
                        heading = plain(text[block.start : block.end]).rstrip(":")
                    yield block


def _paragraph(text: str, start: int, end: int, depth: int, heading: str) -> Iterator[Block]:
    """A paragraph as written: a bold line of its own is a heading, lines opened by `•` are items."""
    if not depth and (bold := _BOLD_LINE.fullmatch(text, start, end)):
        yield Block("heading", bold.start(1), bold.end(1), 6)
        return
    at = start
    if not depth:
        for bullet in _BULLET.finditer(text, start, end):
            if bullet.start() > at:
                yield Block("paragraph", at, _trim(text, at, bullet.start()), heading=heading)
            stop = text.find("\n", bullet.end(), end)
            at = end if stop < 0 else stop + 1
            yield Block("item", bullet.end(), _trim(text, bullet.end(), at), 1, heading)
    if at < end:
        yield Block("item" if depth else "paragraph", at, end, depth, heading)


def _trim(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _lines(starts: list[int], lines: list[int]) -> tuple[int, int]:
    return starts[lines[0]], starts[min(lines[1], len(starts) - 1)]


def _located(text: str, starts: list[int], token: Token) -> tuple[int, int]:
    """The stretch of the raw text that an inline token's content was taken from."""
    assert token.map is not None
    low, high = _lines(starts, token.map)
    content = [line for line in token.content.split("\n") if line.strip()]
    start = text.find(content[0].strip(), low, high)
    end = text.rfind(content[-1].strip(), low, high)
    return (start if start >= 0 else low), (end + len(content[-1].strip()) if end >= 0 else high)


_MARKUP = re.compile(r"[*_`\[\]<>\\&~!|\n\t]|  |^#")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_INNER_STARS = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"(`+)(.+?)\1")
_TAG = re.compile(r"</?(?:a|b|i|u|em|strong|br|sub|sup|span|p|div|code|details|summary|kbd|mark|font)\b[^<>]*>", re.I)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_REMEMBERED = 2000
"""Characters below which a stretch's plain words are remembered: several rules read the same sentences and items."""
_LINE_MARK = re.compile(r"\n[ \t]*(?:>[ \t]?)+|\s+")


def plain(text: str) -> str:
    """A stretch of Markdown as one line of plain words: no emphasis, links as their words, white space folded."""
    if not _MARKUP.search(text):
        return text.strip()
    return _unmarked(text) if len(text) < _REMEMBERED else _unmarked.__wrapped__(text)


@lru_cache(maxsize=4096)
def _unmarked(text: str) -> str:
    code: list[str] = []

    def hold(match: re.Match[str]) -> str:
        code.append(match.group(2).strip())
        return f"\x00{len(code) - 1}\x00"

    text = text.replace("\x00", "")
    if "`" in text:
        text = _CODE.sub(hold, text)
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "*" in text or "_" in text or "~~" in text:
        for _ in range(2):
            text = _INNER_STARS.sub(r"\1", _EMPHASIS.sub(r"\2", text))
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    if "&" in text:
        text = html.unescape(text)
    if code:
        text = re.sub("\x00(\\d+)\x00", lambda m: code[int(m.group(1))], text)
    return _LINE_MARK.sub(" ", text).strip()
