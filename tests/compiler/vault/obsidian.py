"""An independent reader of Obsidian notes: CommonMark by markdown-it-py, Obsidian's own constructs by scanning what is
left when code and escaped characters are taken out. It shares nothing with the compiler's escapers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ESCAPED = "\ue000"
PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
LINK = re.compile(r"(!?)\[\[([^\[\]]*?)\]\]")
TAG = re.compile(r"(?:^|(?<=\s))#[\w/\-\U0001F300-\U0001FAFF]*[^\W\d][\w/-]*", re.MULTILINE)
BLOCK = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$", re.MULTILINE)
FIELD = re.compile(r"[\w\])*_~ -]::")
TRIGGERS = ("<%", "$=", "obsidian://", "javascript:", "%%", "![", "{{")
"""What plugins look for in the raw text, whatever Markdown says."""


@dataclass
class Read:
    """What a reader of a note acts on."""

    properties: dict[str, Any] = field(default_factory=dict)
    front: str = ""
    body: str = ""
    links: list[str] = field(default_factory=list)
    embeds: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    fences: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """Counts of everything else that acts: tags, comments, fields, HTML, footnotes, mathematics, highlights, …"""


def read(text: str) -> Read:
    note = Read()
    assert text.startswith("---\n")
    note.front, note.body = text[4:].split("\n---\n", 1)
    note.properties = yaml.load(note.front, Loader=yaml.BaseLoader)
    tokens = MARKDOWN.parse(note.body)
    for n, token in enumerate(tokens):
        _block(note, token)
        if token.type == "inline":
            _inline(note, token, tokens[n - 1])
    for trigger in TRIGGERS:
        note.seen[f"raw {trigger}"] += _outside_code(note.body).count(trigger)
    return note


def _block(note: Read, token: Token) -> None:
    if token.type in ("fence", "code_block"):
        note.fences.append(token.info if token.type == "fence" else "indented")
        if re.match(r"\s*(?:=|\$=|dv:|VIEW\[|INPUT\[|BUTTON\[)", token.content):
            note.seen["acting code"] += 1
        if "<%" in token.content:
            note.seen["template call"] += 1
    elif token.type in ("html_block", "hr", "table_open", "ordered_list_open"):
        note.seen[token.type] += 1


def _inline(note: Read, token: Token, opener: Token) -> None:
    for child in token.children or ():
        if child.type in ("html_inline", "image", "link_open", "em_open", "s_open", "hardbreak"):
            note.seen[child.type] += 1
        if child.type == "code_inline" and re.match(r"\s*(?:=|\$=|dv:)", child.content):
            note.seen["acting code"] += 1
    live = without_code_and_escapes(token.content)
    for embed, target in LINK.findall(live):
        (note.embeds if embed else note.links).append(target)
    rest = LINK.sub("", live)
    note.blocks += BLOCK.findall(rest)
    rest = BLOCK.sub("", rest)
    if opener.type == "heading_open":
        note.headings.append(f"{opener.tag} {token.content}")
    if re.match(r"\[.\] ", live):
        note.tasks.append(token.content)
    if re.match(r"\[!", live):
        note.seen["callout"] += 1
    for name, pattern in (
        ("bracket", r"[\[\]]"), ("tag", TAG), ("comment", "%%"), ("highlight", "=="), ("strike", "~~"),
        ("maths", r"\$"), ("field", FIELD), ("footnote", r"\[\^|\^\["), ("template", "<%|{{"),
        ("rule", r"(?m)^\s*([-=_*])\1{2,}\s*$"),
    ):  # fmt: skip
        note.seen[name] += len(re.findall(pattern, rest))


def without_code_and_escapes(text: str) -> str:
    """The inline source with code spans and escaped characters blanked out: what Obsidian still acts on."""
    out: list[str] = []
    n = 0
    while n < len(text):
        if text[n] == "\\" and n + 1 < len(text) and text[n + 1] in PUNCTUATION:
            out.append(ESCAPED)
            n += 2
        elif text[n] == "`":
            run = re.match("`+", text[n:])
            assert run
            end = re.search(rf"(?<!`){run[0]}(?!`)", text[n + len(run[0]) :])
            width = len(run[0]) + (end.end() if end else 0)
            out.append(ESCAPED if end else run[0])
            n += width
        elif entity := ENTITY.match(text, n):
            out.append(ESCAPED)
            n += len(entity[0])
        else:
            out.append(text[n])
            n += 1
    return "".join(out)


def _outside_code(body: str) -> str:
    """The raw body without fenced code: there only template calls act, which are looked for separately."""
    lines = body.split("\n")
    for token in MARKDOWN.parse(body):
        if token.type in ("fence", "code_block") and token.map:
            for n in range(*token.map):
                lines[n] = ""
    return "\n".join(lines)


def rendered(markdown: str) -> str:
    """The text that a reader sees, code spans with their marks, one space for each stretch of white space."""
    out: list[str] = []
    for token in MARKDOWN.parse(markdown):
        if token.type in ("fence", "code_block"):
            out.append(token.content)
        for child in token.children or ():
            out.append(
                {"code_inline": f"`{child.content}`", "softbreak": " ", "hardbreak": " "}.get(child.type, child.content)
            )
        out.append(" ")
    return " ".join("".join(out).split())
