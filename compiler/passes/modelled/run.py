"""The model's part of a compile: notes by a model in place of notes by rules, each kept as soon as it is made."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from compiler import embed
from compiler.errors import EndpointError, MusubiError
from compiler.events import Advanced, Finished, Noted, Started, Warned
from compiler.hashing import content_hash
from compiler.llm import Client, Reply
from compiler.llm.base import Unreachable
from compiler.passes.base import PassContext
from compiler.passes.distil import distil
from compiler.passes.distilled import Distil, save_note
from compiler.passes.ground import Embed, Spoken, speech
from compiler.passes.modelled import draft
from compiler.passes.modelled.interview import Answer, Interview, Question, remembered
from compiler.passes.modelled.making import Made, make
from compiler.passes.modelled.plan import Budget, Work, plan
from compiler.passes.modelled.workers import each
from compiler.records import Note, Problem
from compiler.store import conversations, ledger, meta, model_notes, notes, replies, sources
from compiler.text.redact import redact
from compiler.text.sampling import TOOL_LIMIT

STAGE = "model"
_UNIT = "pass:model"
_MOST_IN_A_ROW = 8
"""Failures without a success after which the endpoint is taken to be of no use."""

_SPENT = "The budget is spent."


@dataclass(slots=True)
class Tally:
    """Notes made (`cached` of them from answers given before) and failed, of `planned`; lines dropped for want of
    support; why the run ended before its work was done, as a sentence."""

    planned: int = 0
    made: int = 0
    cached: int = 0
    failed: int = 0
    dropped: int = 0
    ended: str = ""


def write_notes(ctx: PassContext, client: Client, *, redo: bool, budget: Budget) -> Tally:
    """Let the model read what it has not read, the most valuable first. Ends early, with what is done kept, when the
    budget is spent, nobody answers any more, or the person interrupts."""
    work = planned(ctx, redo=redo, budget=budget)
    tally = Tally(planned=len(work.ids))
    if not work.ids:
        return tally
    interview = Interview(client, ctx.config.llm.max_tokens)
    try:
        _announce(ctx, interview, work, budget)
    except EndpointError as error:
        tally.ended = str(error)
        return tally
    with ctx.store.transaction():
        sources.begin_unit(ctx.store, "musubi", _UNIT)
    stage = _Stage(ctx, interview, tally)
    ctx.reporter.report(Started(STAGE, len(work.ids)))
    started = time.monotonic()
    try:
        stage.run(work, started + budget.seconds if budget.seconds else None)
    except KeyboardInterrupt:
        tally.ended = "Stopped; press Ctrl-C again to leave at once."
    ctx.reporter.report(Finished(STAGE))
    if tally.made > tally.cached:
        pace = (time.monotonic() - started) / (tally.made + tally.failed - tally.cached or 1)
        with ctx.store.transaction():
            meta.put(ctx.store, _pace_key(interview.model), f"{pace:.1f}")
    return tally


def planned(ctx: PassContext, *, redo: bool, budget: Budget) -> Work:
    return plan(model_notes.readable(ctx.store, TOOL_LIMIT), redo=redo, most=budget.conversations)


def standing(ctx: PassContext) -> int:
    """How many notes a model has made."""
    return sum(maker != "rules" for maker, _, _ in notes.makers(ctx.store).values())


def _announce(ctx: PassContext, interview: Interview, work: Work, budget: Budget) -> None:
    """Say what is ahead, by the pace of the last run or else of a short trial."""
    began = time.monotonic()
    reply = interview.warm_up()
    seconds = time.monotonic() - began
    with ctx.store.transaction():
        spend(ctx, interview.model, "trial", reply)
    tokens = work.tokens(interview.overhead)
    pace = meta.get(ctx.store, _pace_key(interview.model))
    if pace:
        ahead = float(pace) * len(work.ids)
    else:
        trial = max(1, reply.prompt_tokens + reply.completion_tokens)
        ahead = seconds * tokens / trial / max(1, ctx.config.llm.workers)
    limit = f", at most {_duration(budget.seconds)}" if budget.seconds else ""
    ctx.reporter.report(
        Noted(
            f"{interview.model} reads {len(work.ids)} conversations, about {max(1, tokens // 1000)} thousand tokens, "
            f"about {_duration(ahead)}{limit}. Ctrl-C keeps what is done."
        )
    )


class _Stage:
    """The loop over the work, with everything that one note needs at hand."""

    def __init__(self, ctx: PassContext, interview: Interview, tally: Tally) -> None:
        self._ctx = ctx
        self._interview = interview
        self._tally = tally
        self._embed = embedder(ctx)
        self._ledger = ledger.fingerprints(ctx.store, Distil.name)
        self._made_with = draft.made_with()
        self._again: list[Question] = []
        self._row = 0

    def run(self, work: Work, until: float | None) -> None:
        questions = self._questions(work, until)
        for question, answer in each(questions, self._interview.ask, max(1, self._ctx.config.llm.workers)):
            if isinstance(answer, Answer) and answer.draft:
                self._keep(question, answer)
                continue
            if isinstance(answer, Answer):
                self._spend(answer)
            self._again.append(question)
            self._row += 1
        self._alone(until)

    def _questions(self, work: Work, until: float | None) -> Iterator[Question]:
        """What is still to be asked. What was answered before is kept on the way, unasked."""
        for conversation in conversations.iterate(self._ctx.store, work.ids):
            if until is not None and time.monotonic() >= until:
                self._tally.ended = _SPENT
                return
            if self._row >= _MOST_IN_A_ROW:
                self._tally.ended = f"{self._row} requests in a row failed; `workers = 1` under [llm] may help."
                return
            question = self._interview.question(conversation)
            known = replies.get(self._ctx.store, question.hashes)
            if known:
                self._keep(question, remembered(question, known), cached=True)
            else:
                yield question

    def _alone(self, until: float | None) -> None:
        """What failed beside others once more, with the model to itself."""
        for question in self._again:
            if until is not None and time.monotonic() >= until:
                self._tally.ended = _SPENT
                return
            try:
                answer = self._interview.ask(question)
            except Unreachable as error:
                self._tally.ended = str(error)
                return
            except Exception as error:  # noqa: BLE001 - whatever an answer does costs its conversation, not the run
                self._fail(question, _said(error))
                continue
            if answer.draft:
                self._keep(question, answer)
            else:
                self._spend(answer)
                why = "was cut off at `max_tokens`" if answer.reply.cut_off else "holds no note that could be read"
                self._fail(question, f"The answer {why}; a larger model may do better.")

    def _keep(self, question: Question, answer: Answer, *, cached: bool = False) -> None:
        """Store the answer and the note made of it, together."""
        assert answer.draft is not None
        store, conversation = self._ctx.store, question.conversation
        old = notes.load(store, conversation.id)
        by_rules = old if old and old.maker == "rules" else distil(conversation)
        spoken = Spoken(speech(conversation.messages), self._embed)
        try:
            made = make(answer.draft, conversation, spoken, by_rules, self._interview.model)
        except Exception as error:  # noqa: BLE001 - as in every pass
            self._fail(question, _said(error))
            return
        with store.transaction():
            if not cached:
                model = self._interview.model
                replies.put(store, answer.request_hash, conversation.id, model, draft.PROMPT, answer.reply.text)
                self._spend(answer)
            if not made.worthless:
                self._save(made, old)
        self._row = 0
        if made.worthless:
            self._fail(question, "Nothing of what the model wrote is in the conversation; the note by rules stays.")
            return
        self._tally.made += 1
        self._tally.cached += cached
        self._tally.dropped += made.dropped
        self._ctx.reporter.report(Advanced(STAGE))

    def _save(self, made: Made, old: Note | None) -> None:
        store, note = self._ctx.store, made.note
        made_hash = save_note(self._ctx, note, old)
        model_notes.record(store, note.conversation_id, self._made_with, made.dropped)
        content = conversations.content_hash_of(store, note.conversation_id)
        fingerprint = self._ledger.get(note.conversation_id) or content_hash([Distil.version, content])
        ledger.record(store, Distil.name, note.conversation_id, fingerprint, made_hash)

    def _spend(self, answer: Answer) -> None:
        reply = answer.reply
        if answer.clipped:
            cut = f"{self._interview.model} reads only a part of what it is sent: its context is too small. "
            self._ctx.reporter.report(Warned(cut + "`musubi doctor --llm` says how to load it."))
        spend(self._ctx, self._interview.model, draft.PROMPT, reply)

    def _fail(self, question: Question, why: str) -> None:
        self._tally.failed += 1
        problem = Problem("musubi", question.conversation.id, "model failed", why)
        with self._ctx.store.transaction():
            sources.add_problem(self._ctx.store, _UNIT, problem)
        self._ctx.reporter.report(Advanced(STAGE))


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, EndpointError) else redact(f"{type(error).__name__}: {error}"[:200]).text


def spend(ctx: PassContext, model: str, purpose: str, reply: Reply) -> None:
    """Account for what an answer cost."""
    replies.add_usage(ctx.store, model, purpose, reply.prompt_tokens, reply.completion_tokens)


def embedder(ctx: PassContext) -> Embed | None:
    try:
        return embed.load(ctx.config.embed).embed
    except MusubiError as error:
        ctx.reporter.report(Warned(f"{error} What the model writes is checked by words alone."))
        return None


def _pace_key(model: str) -> str:
    return f"seconds a conversation: {model}"


def _duration(seconds: float) -> str:
    """As people say it: `40 seconds`, `12 minutes`, `3 hours`."""
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 1.5 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{max(1, round(seconds))} seconds"
