"""What a model's run came to: notes, failures and why, and tokens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from compiler.llm import Reply
from compiler.passes.base import PassContext
from compiler.store import replies


@dataclass(slots=True)
class Tally:
    """Notes made (`cached` of them from answers given before), of `planned`; why conversations failed, each reason as a
    sentence with how often; lines dropped for want of support; why the run ended before its work was done."""

    planned: int = 0
    made: int = 0
    cached: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    dropped: int = 0
    ended: str = ""

    @property
    def failed(self) -> int:
        return self.failures.total()

    @property
    def outcome(self) -> str:
        """What the person is told, in sentences."""
        told = [self.ended] if self.ended else []
        left = "; the next run goes on from there" if self.ended else ""
        told.append(f"The model made {self.made} of {self.planned} notes{left}.")
        if self.failed:
            (why, _), *others = self.failures.most_common()
            often = "Most often: " if others else ""
            then = "`musubi doctor` names them, `--redo` asks again"
            told.append(f"{self.failed} stay as the rules made them ({then}). {often}{why}")
        if self.dropped:
            told.append(f"{self.dropped} lines by the model were left out: nothing said bears them out.")
        return " ".join(told)


def spend(ctx: PassContext, model: str, purpose: str, reply: Reply) -> None:
    """Account for what an answer cost."""
    replies.add_usage(ctx.store, model, purpose, reply.prompt_tokens, reply.completion_tokens)
