"""One line of conversation within a transcript: the session itself, or a sub-agent's, in file order."""

from __future__ import annotations

from collections import Counter
from typing import Any

from adapters._reading.fields import instant, items, mapping, text
from adapters.claude_code.blocks import block_text, flatten, has_picture, results, shorten, tool_call
from adapters.claude_code.queue import Queue, without_copies
from adapters.claude_code.speech import Draft, mark_rewinds, unique
from adapters.claude_code.vocabulary import IGNORED_BLOCKS
from adapters.claude_code.wording import (
    HANDOFF_START,
    SUMMARY_START,
    Words,
    answers,
    clean_output,
    previous_session,
    rejection,
    spoken,
    typed,
    without_agent_tail,
)

_HUMAN_SOURCES = ("typed", "queued", "sdk")


class Thread:
    """Gathers the drafts of one thread. `agent` says that another agent speaks where the person would."""

    def __init__(self, *, agent: bool = False) -> None:
        self.agent = agent
        self.parents: dict[str, str | None] = {}
        """Every chained record's uuid → its parent's, in file order."""
        self.unknown_blocks: Counter[str] = Counter()
        self.copied: set[str] = set()
        """Ids of records that a fork copied from the session it came from."""
        self.origin_session: str | None = None
        self.unspoken = 0
        """Records of a kind that should say something and did not, for no reason known to us."""
        self._drafts: list[Draft] = []
        self._replies: dict[str, Draft] = {}
        self._results: dict[str, Draft] = {}
        self._told: set[tuple[str, str]] = set()
        self._notices: set[str] = set()
        self._called: set[str | None] = set()
        self._queue = Queue()
        self._bare: tuple[Words, dict[str, Any], str, int] | None = None
        """A slash command without arguments, until the next record shows whether the harness expands it."""

    def drafts(self) -> list[Draft]:
        """What was said, ready to become messages."""
        drafts = [draft for draft in self._drafts if draft.parts or draft.calls]
        mark_rewinds(drafts, self.parents)
        return unique(without_copies(drafts))

    def span(self) -> tuple[int, int]:
        """The lines of the first and the last draft, or (0, 0)."""
        return (self._drafts[0].line, self._drafts[-1].line) if self._drafts else (0, 0)

    def assistant(self, record: dict[str, Any], native: str, line: int) -> None:
        """A block of a reply. All blocks under one API message id are one message, wherever their lines stand; its
        own id is that of the first record with something to see in it."""
        message = mapping(record.get("message"))
        if message.get("model") == "<synthetic>" or record.get("isApiErrorMessage"):
            return
        content = message.get("content")
        api = text(message.get("id"))
        draft = self._replies.get(api) if api else None
        if draft is None:
            draft = Draft(native, "assistant", "model", line, None, record=text(record.get("uuid")))
            if api:
                self._replies[api] = draft
        blank = not draft.parts and not draft.calls
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else items(content):
            self._reply_block(draft, block)
        if not isinstance(content, str | list):
            self.unspoken += 1
        if blank and (draft.parts or draft.calls):
            draft.native, draft.line, draft.at = native, line, instant(record.get("timestamp"))
            draft.record = text(record.get("uuid"))
            self._drafts.append(draft)

    def _reply_block(self, draft: Draft, block: Any) -> None:
        block = mapping(block)
        kind = text(block.get("type"))
        if kind == "text":
            said = text(block.get("text")).strip()
            if said and said not in draft.parts:
                draft.parts.append(said)
        elif kind == "tool_use":
            call = tool_call(block)
            if call.id is None or call.id not in self._called:
                draft.calls.append(call)
                self._called.add(call.id)
        elif kind not in IGNORED_BLOCKS:
            self.unknown_blocks[kind[:60]] += 1

    def user(self, record: dict[str, Any], native: str, line: int) -> None:
        """A user-role record: most are tool results and the harness; what the person typed is told apart here."""
        content = mapping(record.get("message")).get("content")
        bare, self._bare = self._bare, None
        if not isinstance(content, str | list):
            self.unspoken += 1
        elif record.get("isCompactSummary") or (isinstance(content, str) and content.startswith(SUMMARY_START)):
            self._say(Words(flatten(content).strip(), "system", "harness"), record, native, line)
        elif record.get("isMeta"):
            if bare and spoken(flatten(content)):
                self._say(*bare, prompt=True)
        elif any(True for _ in results(content)):
            self._results_of(record, content, native, line)
        elif record.get("planContent") or (isinstance(content, str) and content.startswith(HANDOFF_START)):
            handoff = flatten(content).strip()
            self.origin_session = self.origin_session or previous_session(handoff)
            self._say(Words(handoff, "system", "harness"), record, native, line)
        else:
            self._prompt(record, content, native, line)

    def _prompt(self, record: dict[str, Any], content: Any, native: str, line: int) -> None:
        words = self._words(content)
        if words is None:
            return
        if words.bare:
            self._bare = (words, record, native, line)
            return
        kind, source = mapping(record.get("origin")).get("kind"), record.get("promptSource")
        human = kind == "human" or source in _HUMAN_SOURCES
        if words.role == "user" and not human:
            if self.agent or kind in ("task-notification", "coordinator"):
                words = Words(words.text, "system", "agent")
            elif source == "system" or kind is not None:
                words = Words(words.text, "system", "harness")
        self._say(words, record, native, line, prompt=True)

    def _words(self, content: Any) -> Words | None:
        """What a prompt says, whose parts the editor, pictures and hooks may have put beside the person's."""
        if isinstance(content, str):
            return spoken(text(content))
        parts: list[Words] = []
        for block in items(content):
            if mapping(block).get("type") == "text":
                words = spoken(text(block.get("text")))
            elif has_picture([block]):
                words = Words(block_text(block), "user", "person")
            else:
                words = None
                self.unknown_blocks[text(mapping(block).get("type"))[:60]] += 1
            if words:
                parts.append(words)
        own = [part for part in parts if part.role == "user"] or parts
        if len(own) < 2:
            return own[0] if own else None
        return Words("\n".join(part.text for part in own), own[0].role, own[0].origin)

    def _results_of(self, record: dict[str, Any], content: Any, native: str, line: int) -> None:
        """Tool results, and the person's words on the same record: a refusal's reason, answers, text typed meanwhile.

        The words, where there are any, carry the record's own id; whatever else the record holds is numbered."""
        said = [self._answer(record, block) for block in results(content)]
        rest = self._words([block for block in items(content) if mapping(block).get("type") != "tool_result"])
        words = [answer for answer in said if answer]
        if rest and rest.role == "user" and not self.agent:
            words.append(rest.text)
        used = 0
        for block, answer in zip(results(content), said, strict=True):
            if not answer:
                self._result(record, block, f"{native}:{used}" if used or words else native, line)
                used += 1
        if words:
            self._say(Words("\n\n".join(words), "user", "person"), record, native, line)

    def _answer(self, record: dict[str, Any], block: Any) -> str:
        """What the person said through a tool: why they refused it, or what they answered to its questions."""
        result = flatten(mapping(block).get("content"))
        if said := rejection(result):
            return said
        outcome = mapping(record.get("toolUseResult"))
        given = mapping(outcome.get("answers")) if "questions" in outcome else {}
        notes = mapping(outcome.get("annotations"))
        pairs = [(text(question), _joined(answer)) for question, answer in given.items()] or answers(result)
        lines = []
        for question, answer in pairs:
            note = text(mapping(notes.get(question)).get("notes")).strip()
            lines.append(f"{question} → {answer}" + (f" ({note})" if note else ""))
        return "\n".join(lines)

    def _result(self, record: dict[str, Any], block: Any, native: str, line: int) -> None:
        output = clean_output(flatten(block.get("content")))
        agent = bool(mapping(record.get("toolUseResult")).get("agentId"))
        if agent:
            output = without_agent_tail(output)
        output = shorten(output.strip("\n").rstrip())
        call = text(block.get("tool_use_id"))
        if call in self._results:
            self._results[call].parts[:] = [output] if output else self._results[call].parts
        elif output:
            draft = Draft(native, "tool", "agent" if agent else None, line, instant(record.get("timestamp")), [output])
            draft.record = text(record.get("uuid"))
            self._results[call or native] = draft
            self._drafts.append(draft)

    def queued(self, record: dict[str, Any], native: str, line: int) -> None:
        """A `queued_command` attachment: what reached the agent in the middle of its turn."""
        attachment = mapping(record.get("attachment"))
        mode, kind = attachment.get("commandMode"), mapping(attachment.get("origin")).get("kind")
        words = typed(flatten(attachment.get("prompt")))
        if words is None or attachment.get("isMeta"):
            return
        if words.role == "user" and (mode not in (None, "prompt", "bash") or kind not in (None, "human")):
            words = Words(words.text, "system", "agent")
        self._say(words, record, native, line)

    def local(self, record: dict[str, Any], native: str, line: int) -> None:
        """A `local_command` system record: a slash command or its output, as user records had it before."""
        words = spoken(text(record.get("content")))
        if words and words.role == "user" and not words.bare:
            self._say(words, record, native, line)

    def recap(self, record: dict[str, Any], native: str, line: int) -> None:
        """An `away_summary`: the model's own recap, without the hint of the interface in parentheses at its end."""
        recap = text(record.get("content")).strip()
        if recap.endswith(")"):
            recap = recap[: recap.rfind("(")].strip() or recap
        self._say(Words(recap, "system", "harness"), record, native, line)

    def operation(self, record: dict[str, Any], line: int) -> None:
        if draft := self._queue.follow(record, line):
            self._drafts.append(draft)

    def _say(self, words: Words, record: dict[str, Any], native: str, line: int, *, prompt: bool = False) -> None:
        """Add a message, unless it replays one: the same words of the same moment under another id, or the same
        notice once more."""
        if not words.text:
            return
        moment = text(record.get("timestamp"))
        if words.origin == "agent" and not self.agent:
            if words.text in self._notices:
                return
            self._notices.add(words.text)
        if moment and (moment, words.text) in self._told:
            return
        self._told.add((moment, words.text))
        draft = Draft(native, words.role, words.origin, line, instant(moment), [words.text])
        draft.record, draft.steers = text(record.get("uuid")), words.steers
        draft.typed = prompt and words.role == "user"
        self._drafts.append(draft)


def _joined(answer: Any) -> str:
    return ", ".join(text(part) for part in answer) if isinstance(answer, list) else text(answer)
