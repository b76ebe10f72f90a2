"""The model's part of a compile: notes by a model in place of notes by rules, each kept as soon as it is made."""

from __future__ import annotations

import time

from compiler.errors import EndpointError
from compiler.events import Finished, Started
from compiler.llm import Client
from compiler.passes.base import PassContext
from compiler.passes.modelled.accounts import Tally
from compiler.passes.modelled.forecast import announce, remember_pace
from compiler.passes.modelled.interview import Interview
from compiler.passes.modelled.plan import Budget, Work, plan
from compiler.passes.modelled.stage import STAGE, UNIT, Stage
from compiler.store import model_notes, notes, sources
from compiler.text.sampling import TOOL_LIMIT


def write_notes(ctx: PassContext, client: Client, *, redo: bool, budget: Budget) -> Tally:
    """Let the model read what it has not read, the most valuable first. What it answered before is used again and not
    counted against the budget. Ends early, with what is done kept, when the budget is spent, nobody answers any more,
    or the person interrupts."""
    work = planned(ctx, redo=redo)
    tally = Tally(planned=len(work.ids))
    if not work.ids:
        return tally
    interview = Interview(client, ctx.config.llm.max_tokens)
    with ctx.store.transaction():
        sources.begin_unit(ctx.store, "musubi", UNIT)
    ctx.reporter.report(Started(STAGE, len(work.ids)))
    try:
        _ask(ctx, interview, work, tally, redo=redo, budget=budget)
    except KeyboardInterrupt:
        tally.ended = "Stopped; press Ctrl-C again to leave at once."
    ctx.reporter.report(Finished(STAGE))
    return tally


def _ask(ctx: PassContext, interview: Interview, work: Work, tally: Tally, *, redo: bool, budget: Budget) -> None:
    stage = Stage(ctx, interview, tally)
    left = work.only(stage.recall(work.ids, redo=redo), budget.conversations)
    done = tally.made + tally.failed
    tally.planned = done + len(left.ids)
    if not left.ids:
        return
    try:
        announce(ctx, interview, left, budget)
    except EndpointError as error:
        tally.ended = str(error)
        return
    started = time.monotonic()
    try:
        stage.run(left.ids, started + budget.seconds if budget.seconds else None)
    finally:
        remember_pace(ctx, interview.model, time.monotonic() - started, tally.made + tally.failed - done)


def planned(ctx: PassContext, *, redo: bool) -> Work:
    return plan(model_notes.readable(ctx.store, TOOL_LIMIT), redo=redo)


def standing(ctx: PassContext) -> int:
    """How many notes a model has made."""
    return sum(maker != "rules" for maker, _, _ in notes.makers(ctx.store).values())
