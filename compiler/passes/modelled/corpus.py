"""What a model does for the passes over the whole store: names for topics, and facts that are one. Where it fails, the
rules go on alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from compiler import embed
from compiler.errors import EndpointError
from compiler.events import Warned
from compiler.llm import Client, connect
from compiler.passes.base import PassContext
from compiler.passes.modelled import joining
from compiler.passes.modelled.accounts import spend
from compiler.passes.modelled.stage import embedder
from compiler.passes.profile import candidates
from compiler.passes.topics import Proposal, Sampled, Topics
from compiler.passes.topics.asked import by_model
from compiler.passes.topics.propose import Proposer, by_rules
from compiler.store import threads


def proposer(ctx: PassContext, client: Client) -> Proposer:
    """Topics by a model, what it costs accounted for. Raises the failures of `llm.base`."""
    return by_model(client, embed.load(ctx.config.embed).embed, partial(spend, ctx, client.model, "topics"))


class CorpusModel:
    """Asks only where there is something to ask, and connects only then. What fails once, or the person stops, is
    not asked again in the same run."""

    def __init__(self, ctx: PassContext) -> None:
        self._ctx = ctx
        self._failed = False

    @cached_property
    def _client(self) -> Client:
        return connect(self._ctx.config.llm)

    def topics(self) -> Topics:
        """The pass, with topics proposed by the model where any are to be proposed."""
        return Topics(self._propose)

    def _propose(
        self, sample: Sequence[Sampled], matrix: NDArray[np.float32], taken: frozenset[str]
    ) -> Sequence[Proposal]:
        if not self._failed:
            try:
                return proposer(self._ctx, self._client)(sample, matrix, taken)
            except (EndpointError, KeyboardInterrupt) as error:
                self._fail(error, "The topics are proposed without a model.")
        return by_rules(sample, matrix, taken)

    def join_facts(self) -> None:
        """Let the model say which of the best borne out facts are one, where they are others than it was asked about
        before."""
        store = self._ctx.store
        facts = candidates(self._ctx)
        asked = joining.signature(list(facts.values()))
        if self._failed or len(facts) < 2 or threads.joined_facts(store).asked == asked:
            return
        try:
            client = self._client
            reply = client.complete(joining.question(list(facts.values())))
        except (EndpointError, KeyboardInterrupt) as error:
            self._fail(error, "Facts are joined without a model.")
            return
        groups = joining.read(reply.text, len(facts))
        known = threads.joined_facts(store).into
        into = known if groups is None else joining.pairs(facts, groups, embedder(self._ctx))
        with store.transaction():
            spend(self._ctx, client.model, joining.PROMPT, reply)
            threads.put_joined_facts(store, threads.Joined(asked, into))

    def _fail(self, error: BaseException, then: str) -> None:
        self._failed = True
        self._ctx.reporter.report(Warned(f"{str(error) or 'Stopped.'} {then}"))
