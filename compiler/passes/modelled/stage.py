"""The loop of a model's run: each conversation asked about, its answer read, and what holds of it kept at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from compiler import embed
from compiler.errors import EndpointError, MusubiError
from compiler.events import Advanced, Warned
from compiler.hashing import content_hash
from compiler.llm.base import ThoughtOnly, Unreachable
from compiler.passes.base import PassContext
from compiler.passes.distil import distil
from compiler.passes.distilled import Distil, save_note
from compiler.passes.ground import Embed, Spoken, speech
from compiler.passes.modelled import draft
from compiler.passes.modelled.accounts import Tally, spend
from compiler.passes.modelled.interview import Answer, Interview, Question, remembered
from compiler.passes.modelled.making import Made, make
from compiler.passes.modelled.workers import each
from compiler.records import Note, Problem
from compiler.store import conversations, ledger, model_notes, notes, replies, sources
from compiler.text.redact import redact

STAGE = "model"
UNIT = "pass:model"
_MOST_IN_A_ROW = 8
"""Conversations without a note after which the model is taken to be of no use."""
_SPENT = "The budget is spent."
_NO_USE = f"{_MOST_IN_A_ROW} conversations in a row failed."
_CROWDED = f"{_NO_USE} Alone they do better: set `workers = 1` under [llm]."
_INVENTED = "Nothing of what the model wrote is in the conversation; a larger model may do better."


class Stage:
    """Everything that one note needs at hand."""

    def __init__(self, ctx: PassContext, interview: Interview, tally: Tally) -> None:
        self._ctx = ctx
        self._interview = interview
        self._tally = tally
        self._embed = embedder(ctx)
        self._ledger = ledger.fingerprints(ctx.store, Distil.name)
        self._made_with = draft.made_with()
        self._again: list[Question] = []
        self._row = 0

    def recall(self, ids: Sequence[str], *, redo: bool) -> tuple[str, ...]:
        """Make what answers given before are good for, and give what is still to be asked. An answer that was of no use
        is so again, unless the person wants it anew."""
        answered = replies.answered(self._ctx.store, self._interview.model, draft.PROMPT)
        settled = set()
        for conversation in conversations.iterate(self._ctx.store, [cid for cid in ids if cid in answered]):
            question = self._interview.question(conversation)
            known = replies.get(self._ctx.store, question.hashes)
            if known and self._settle(question, remembered(question, known), cached=True, again=redo):
                settled.add(conversation.id)
        return tuple(cid for cid in ids if cid not in settled)

    def run(self, ids: Sequence[str], until: float | None) -> None:
        """Ask about conversations, a few at once, and once more alone about those that failed. `until` a moment of the
        monotonic clock after which nothing is begun."""
        workers = max(1, self._ctx.config.llm.workers)
        for question, answer in each(self._questions(ids, until), self._interview.ask, workers):
            if isinstance(answer, Answer) and answer.draft:
                self._settle(question, answer)
                continue
            self._spend(answer)
            self._again.append(question)
            self._row += 1
        self._alone(until)

    def _questions(self, ids: Sequence[str], until: float | None) -> Iterator[Question]:
        for conversation in conversations.iterate(self._ctx.store, ids):
            if until is not None and time.monotonic() >= until:
                self._tally.ended = _SPENT
                return
            if self._row >= _MOST_IN_A_ROW:
                self._tally.ended = _NO_USE
                return
            question = self._interview.question(conversation)
            known = replies.get(self._ctx.store, question.hashes)  # of a conversation that reads the same
            if known:
                self._settle(question, remembered(question, known), cached=True)
            else:
                yield question

    def _alone(self, until: float | None) -> None:
        """What failed beside others once more, with the model to itself. Where everything failed, the first shows
        whether it was for that."""
        self._row = _MOST_IN_A_ROW - 1 if self._tally.ended == _NO_USE else 0
        for question in self._again:
            if until is not None and time.monotonic() >= until:
                self._tally.ended = _SPENT
            if self._tally.ended == _SPENT or self._row >= _MOST_IN_A_ROW:
                return
            try:
                answer = self._interview.ask(question)
            except Unreachable as error:
                self._tally.ended = str(error)
                return
            except Exception as error:  # noqa: BLE001 - whatever an answer does costs its conversation, not the run
                self._spend(error)
                self._fail(question, _said(error))
                continue
            self._settle(question, answer)
            if self._row == 0 and self._tally.ended == _NO_USE:
                self._tally.ended = _CROWDED

    def _settle(self, question: Question, answer: Answer, *, cached: bool = False, again: bool = False) -> bool:
        """Store an answer, and the note made of it or why there is none, together. With `again`, an answer of no use is
        forgotten, and settles nothing."""
        made = why = None
        try:
            made = self._make(question, answer.draft) if answer.draft else None
        except Exception as error:  # noqa: BLE001 - as in every pass
            why = _said(error)
        fit = made is not None and not made.worthless
        store, conversation = self._ctx.store, question.conversation
        with store.transaction():
            if again and not fit:
                replies.drop(store, answer.request_hash)
                return False
            if not cached:
                model = self._interview.model
                replies.put(store, answer.request_hash, conversation.id, model, draft.PROMPT, answer.reply.text)
                self._spend(answer)
            if made is not None:
                model_notes.record(store, conversation.id, self._made_with, made.dropped)
                self._tally.dropped += made.dropped
                if fit:
                    self._save(made.note)
        if not fit:
            self._fail(question, why or (_INVENTED if made else _unread(answer)), again=cached)
            return True
        self._row = 0
        self._tally.made += 1
        self._tally.cached += cached
        self._ctx.reporter.report(Advanced(STAGE))
        return True

    def _make(self, question: Question, written: draft.Draft) -> Made:
        conversation = question.conversation
        old = notes.load(self._ctx.store, conversation.id)
        by_rules = old if old and old.maker == "rules" else distil(conversation)
        spoken = Spoken(speech(conversation.messages), self._embed)
        return make(written, conversation, spoken, by_rules, self._interview.model)

    def _save(self, note: Note) -> None:
        store = self._ctx.store
        made_hash = save_note(self._ctx, note, notes.load(store, note.conversation_id))
        content = conversations.content_hash_of(store, note.conversation_id)
        fingerprint = self._ledger.get(note.conversation_id) or content_hash([Distil.version, content])
        ledger.record(store, Distil.name, note.conversation_id, fingerprint, made_hash)

    def _spend(self, answer: Answer | Exception) -> None:
        if isinstance(answer, ThoughtOnly):
            spend(self._ctx, self._interview.model, draft.PROMPT, answer.reply)
        if isinstance(answer, Exception):
            return
        if answer.clipped:
            cut = f"{self._interview.model} reads only a part of what it is sent: its context is too small. "
            self._ctx.reporter.report(Warned(cut + "`musubi doctor --llm` says how to load it."))
        spend(self._ctx, self._interview.model, draft.PROMPT, answer.reply)

    def _fail(self, question: Question, why: str, *, again: bool = False) -> None:
        """`again`: as it did before, which says nothing about the model now."""
        self._row += not again
        self._tally.failures[why] += 1
        problem = Problem("musubi", question.conversation.id, "model failed", f"{why} The note by rules stays.")
        with self._ctx.store.transaction():
            sources.add_problem(self._ctx.store, UNIT, problem)
        self._ctx.reporter.report(Advanced(STAGE))


def _unread(answer: Answer) -> str:
    why = "was cut off at `max_tokens`" if answer.reply.cut_off else "holds no note that could be read"
    return f"The answer {why}; a larger model may do better."


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, EndpointError) else redact(f"{type(error).__name__}: {error}"[:200]).text


def embedder(ctx: PassContext) -> Embed | None:
    try:
        return embed.load(ctx.config.embed).embed
    except MusubiError as error:
        ctx.reporter.report(Warned(f"{error} What the model writes is checked by words alone."))
        return None
