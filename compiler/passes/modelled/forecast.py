"""What is ahead of a model's run, said before it starts; and how fast the last one was."""

from __future__ import annotations

import time

from compiler.events import Noted
from compiler.llm.base import ThoughtOnly
from compiler.passes.base import PassContext
from compiler.passes.modelled.accounts import spend
from compiler.passes.modelled.interview import Interview
from compiler.passes.modelled.plan import Budget, Work
from compiler.store import meta


def announce(ctx: PassContext, interview: Interview, work: Work, budget: Budget) -> None:
    """Say how much there is to read and how long that takes, by the pace of the last run or else of a short trial. The
    trial shows whether the endpoint works at all: raises the failures of `llm.base`."""
    began = time.monotonic()
    try:
        reply = interview.warm_up()
    except ThoughtOnly as error:
        spend(ctx, interview.model, "trial", error.reply)
        raise
    seconds = time.monotonic() - began
    spend(ctx, interview.model, "trial", reply)
    tokens = work.tokens(interview.overhead)
    pace = meta.get(ctx.store, _pace_key(interview.model))
    if pace:
        ahead = float(pace) * len(work.ids)
    else:
        trial = max(1, reply.prompt_tokens + reply.completion_tokens)
        ahead = seconds * tokens / trial / max(1, ctx.config.llm.workers)
    limit = f", at most {_duration(budget.seconds)}" if budget.seconds else ""
    many = "1 conversation" if len(work.ids) == 1 else f"{len(work.ids)} conversations"
    ctx.reporter.report(
        Noted(
            f"{interview.model} reads {many}, about {max(1, tokens // 1000)} thousand tokens, "
            f"about {_duration(ahead)}{limit}. Ctrl-C keeps what is done."
        )
    )


def remember_pace(ctx: PassContext, model: str, seconds: float, conversations: int) -> None:
    """`seconds` that `conversations` took together."""
    if conversations:
        with ctx.store.transaction():
            meta.put(ctx.store, _pace_key(model), f"{seconds / conversations:.1f}")


def _pace_key(model: str) -> str:
    return f"seconds a conversation: {model}"


def _duration(seconds: float) -> str:
    """As people say it: `40 seconds`, `12 minutes`, `3 hours`."""
    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 1.5 * size:
            return f"{round(seconds / size)} {unit}"
    whole = max(1, round(seconds))
    return f"{whole} second{'s' if whole > 1 else ''}"
