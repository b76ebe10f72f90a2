"""A conversation as what the person and the model said to each other, without what the machinery put between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler.records import Conversation, Message, ToolCall
from compiler.text.prose import Block, blocks, plain
from compiler.text.recalled import without_recalled

Speaker = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class Said:
    """What one message says in its speaker's own words: `blocks` cut from the message's text, numbered by `turn` (how
    often the person had spoken, itself included). A model's message is `last` when the person speaks next or nobody
    does, `working` when it calls tools, `asked` unless it answers a prompt that the harness put in; `words` is all of
    it as plain lines; `calls` are the tools that the model called right before a person's message."""

    message: Message
    speaker: Speaker
    blocks: tuple[Block, ...]
    turn: int
    last: bool = False
    working: bool = False
    asked: bool = True
    words: str = ""
    calls: tuple[ToolCall, ...] = ()

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def long_paste(self) -> bool:
        """Whether it reads like something put in from elsewhere: very long, or lines of a terminal."""
        return len(self.text) > 1500 or len(_TERMINAL.findall(self.text)) >= 2


# Fixed openings of text that harnesses put into the user's role (Claude Code, Codex, Cursor).
_INJECTED = re.compile(
    r"\s*(?:<(?:command-|local-command|system-reminder|task-notification|user-prompt-submit-hook|environment_context"
    r"|user_instructions|INSTRUCTIONS|permissions|bash-(?:input|stdout|stderr)|teammate-message|turn_aborted|skill>)"
    r"|Caveat: The messages below|Base directory for this skill|This session is being continued from"
    r"|\[Request interrupted|# AGENTS\.md instructions|Stop hook feedback|PreToolUse:|PostToolUse:"
    r"|Unknown (?:skill|slash command)|\[Image: |Another Claude session|!\s?[\w./~-]+(?:\s|$))",
    re.I,
)
_LOG_LINE = re.compile(
    r"\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|\$ |> |at \S+\(|File \"|Traceback|(?:ERROR|WARN|INFO"
    r"|DEBUG)\b|---|\+\+\+"
    r"|[+-]\d+\b|[\w./-]+\.\w{1,5}:\d+|FAIL\b|PASS\b|ok\s{2,}\S+|ok\t|npm |error(?:\[\w+\])?:|warning:|✓|✗|❯|⏺|⎿)"
)
_TERMINAL = re.compile(
    r"^(?:Error:|error:|fatal:|remote:|warning:|\s*at |Traceback|\$ |❯ |~/|.*\(Line: \d+)|\b(?:Exception|Errno)\b", re.M
)
_ASKED_AT_PROMPT = re.compile(r"\s*❯ [^\n]*\?[^\n]*\s*\Z")
"""A question pasted with the prompt of the terminal before it: speech, though it looks like a log."""
_CONTINUES = re.compile(r"\s*This session is being continued")
PROMPT = 200
"""Characters from which text put in by the harness is a prompt that the model answers."""
LONG_PASTE = 3000
"""Characters from which a user's message with headings of its own is taken for a document they pasted."""


def read(conversation: Conversation) -> list[Said]:
    """Messages on the path the person saw, in order; tool output counts only where it carries the person's words."""
    out: list[Said] = []
    turn, asked = 0, True
    calls: tuple[ToolCall, ...] = ()
    for message in without_recalled(conversation.messages):
        if message.branch is None and message.role == "assistant":
            calls = message.tool_calls
        if message.branch is not None or not message.text.strip():
            continue
        if message.role == "assistant" and message.origin in (None, "model"):
            parts = tuple(blocks(message.text))
            if parts:
                busy = bool(message.tool_calls)
                out.append(Said(message, "model", parts, turn, False, busy, asked, _words(message.text, parts)))
            continue
        parts = tuple(blocks(message.text)) if conversation.kind == "note" else tuple(_own_words(message))
        if parts:
            _close(out)
            turn, asked = turn + 1, True
            out.append(Said(message, "person", parts, turn, words=_words(message.text, parts), calls=calls))
        elif message.role == "user" and len(message.text) > PROMPT and not _CONTINUES.match(message.text):
            _close(out)
            asked = False
    _close(out)
    return out


def _words(text: str, parts: Sequence[Block]) -> str:
    return "\n".join(plain(text[block.start : block.end]) for block in parts)


def _close(said: list[Said]) -> None:
    """Mark the model's message at the end as the last of its turn."""
    if said and said[-1].speaker == "model":
        said[-1] = replace(said[-1], last=True)


def _own_words(message: Message) -> Iterator[Block]:
    """The person's own words in a message of theirs: no code, quotations, tables, logs; of a pasted document the first
    and last line."""
    text = message.text
    if message.role != "user" or message.origin not in (None, "person") or _INJECTED.match(text):
        return
    own = [
        block
        for block in blocks(text)
        if block.kind in ("paragraph", "item", "heading")
        and (not _LOG_LINE.match(text, block.start) or _ASKED_AT_PROMPT.match(text))
    ]
    headings = sum(block.kind == "heading" for block in own)
    if (headings and len(text) > LONG_PASTE) or headings > 3:
        ends = [block for block in (own[0], own[-1]) if block.kind == "paragraph" and block.end - block.start < 400]
        yield from ends[: len({block.start for block in ends})]
        return
    yield from own


def working(turns: Sequence[Said]) -> bool:
    """Whether the model worked with tools in this conversation, rather than only talked."""
    return any(said.working for said in turns)
