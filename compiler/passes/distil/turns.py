"""A conversation as what the person and the model said to each other, without what the machinery put between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from compiler.records import Conversation, Message
from compiler.text.prose import Block, blocks

Speaker = Literal["person", "model"]


@dataclass(frozen=True, slots=True)
class Said:
    """What one message says in its speaker's own words: `blocks` cut from the message's text, numbered by `turn` (how
    often the person had spoken, itself included). A model's message is `last` when the person speaks next or nobody
    does, `working` when it calls tools."""

    message: Message
    speaker: Speaker
    blocks: tuple[Block, ...]
    turn: int
    last: bool = False
    working: bool = False

    @property
    def text(self) -> str:
        return self.message.text


# Fixed openings of text that harnesses put into the user's role (Claude Code, Codex, Cursor), and of answers that
# came out of Musubi itself: distilling those again would feed the vault with its own words.
_INJECTED = re.compile(
    r"\s*(?:<(?:command-|local-command|system-reminder|task-notification|user-prompt-submit-hook|environment_context"
    r"|user_instructions|INSTRUCTIONS|permissions|bash-(?:input|stdout|stderr)|teammate-message|turn_aborted|skill>)"
    r"|Caveat: The messages below|Base directory for this skill|This session is being continued from"
    r"|\[Request interrupted|# AGENTS\.md instructions|Stop hook feedback|PreToolUse:|PostToolUse:"
    r"|Unknown (?:skill|slash command)|\[Image: |Another Claude session|\[?musubi[:\]])",
    re.I,
)
_REJECTED = re.compile(r"The user doesn't want to proceed.*?the user said:\s*", re.S)
_ANSWERED = re.compile(r"User has answered your questions?:")
_LOG_LINE = re.compile(
    r"\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|\$ |> |at \S+\(|File \"|Traceback|(?:ERROR|WARN|INFO"
    r"|DEBUG)\b|---|\+\+\+"
    r"|[+-]\d+\b|[\w./-]+\.\w{1,5}:\d+|FAIL\b|PASS\b|ok\s+\S+|npm |error(?:\[\w+\])?:|warning:|✓|✗|❯|⏺|⎿)"
)
LONG_PASTE = 3000
"""Characters from which a user's message with headings of its own is taken for a document they pasted."""


def read(conversation: Conversation) -> list[Said]:
    """Messages on the path the person saw, in order; tool output counts only where it carries the person's words."""
    out: list[Said] = []
    turn, pending = 0, -1
    note = conversation.kind == "note"
    for message in conversation.messages:
        if message.branch is not None or not message.text.strip():
            continue
        if message.role == "assistant" and message.origin in (None, "model"):
            parts = tuple(blocks(message.text))
            if parts:
                out.append(Said(message, "model", parts, turn, False, bool(message.tool_calls)))
                pending = len(out) - 1
            continue
        parts = tuple(blocks(message.text)) if note else tuple(_own_words(message))
        if parts:
            if pending >= 0:
                out[pending] = _as_last(out[pending])
                pending = -1
            turn += 1
            out.append(Said(message, "person", parts, turn))
    if pending >= 0:
        out[pending] = _as_last(out[pending])
    return out


def _as_last(said: Said) -> Said:
    return Said(said.message, said.speaker, said.blocks, said.turn, True, said.working)


def _own_words(message: Message) -> Iterator[Block]:
    """The person's own words in a message of theirs: no code, quotations, tables, logs; of a pasted document the first
    and last line; of a tool's result the answer or the reason for refusing that they typed."""
    text = message.text
    if message.role == "tool":
        yield from _typed_into_tool(text)
        return
    if message.role != "user" or message.origin not in (None, "person") or _INJECTED.match(text):
        return
    own = [
        block
        for block in blocks(text)
        if block.kind in ("paragraph", "item", "heading") and not _LOG_LINE.match(text, block.start)
    ]
    headings = sum(block.kind == "heading" for block in own)
    if (headings and len(text) > LONG_PASTE) or headings > 3:
        ends = [block for block in (own[0], own[-1]) if block.kind == "paragraph" and block.end - block.start < 400]
        yield from ends[: len({block.start for block in ends})]
        return
    yield from own


def _typed_into_tool(text: str) -> Iterator[Block]:
    refusal = _REJECTED.match(text)
    if refusal:
        for block in blocks(text[refusal.end() :]):
            if block.kind in ("paragraph", "item"):
                yield Block(block.kind, block.start + refusal.end(), block.end + refusal.end(), block.level)
    elif _ANSWERED.match(text):
        yield Block("paragraph", 0, len(text.rstrip()))
