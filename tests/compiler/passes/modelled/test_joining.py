"""Facts that a model says are one: read tolerantly, believed only where they can be, kept for runs without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.events import Silent
from compiler.llm.base import Unreachable
from compiler.llm.scripted import Scripted
from compiler.passes import PassContext
from compiler.passes.modelled import CorpusModel
from compiler.passes.modelled.joining import pairs, read
from compiler.store import threads
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, run, tell


@pytest.mark.parametrize(
    ("answer", "groups"),
    [
        ('{"same": [[1, 3]]}', [[0, 2]]),
        ('Here you are:\n```json\n{"same": [[3, 1, 3], [2]]}\n```', [[2, 0]]),
        ('{"same": [[1, 2], [2, 3], [0, 4, "x", true], "no", null]}', [[0, 1]]),
        ('{"same": []}', []),
        ('{"same": 1}', None),
        ("I found none.", None),
    ],
)
def test_groups_are_read_tolerantly(answer: str, groups: list[list[int]] | None) -> None:
    """Of three facts: what is no number of one of them, said twice or alone is left out."""
    assert read(answer, 3) == groups


@pytest.mark.parametrize(
    ("one", "other", "held"),
    [
        ("Plays the viola in an orchestra", "Is an orchestra violist", True),
        ("Plays the viola", "Does not play the viola", False),
        ("Has 2 children", "Has 3 children", False),
        ("Works with Ines in Porto", "Works with Ines", True),
        ("Works with Ines", "Works with Marta", False),
    ],
)
def test_a_model_is_not_believed_against_the_words(one: str, other: str, held: bool) -> None:
    """A denial, another number or another name stands between two facts, whoever says they are one."""
    assert bool(pairs({"a": one, "b": other}, [[0, 1]], None)) is held


def answering(monkeypatch: pytest.MonkeyPatch, *lines: str | Exception) -> Scripted:
    client = Scripted(lines)
    monkeypatch.setattr("compiler.passes.modelled.corpus.connect", lambda _: client)
    monkeypatch.setattr("compiler.passes.modelled.corpus.embedder", lambda _: None)
    return client


def test_joined_facts_stay_joined_without_the_model(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked once for the same facts; the one entry has both conversations; a run by rules alone leaves it so."""
    tell(store, "a", "2026-06-05", ("fact", "User cannot eat shellfish."))
    tell(store, "b", "2026-07-05", ("fact", "User never eats prawns or mussels."))
    tell(store, "c", "2026-07-06", ("fact", "User is vegetarian."))
    ctx = PassContext(store, config(tmp_path), Silent())
    run(store, ctx.config)
    client = answering(monkeypatch, json.dumps({"same": [[1, 2]]}))
    CorpusModel(ctx).join_facts()
    CorpusModel(ctx).join_facts()
    assert len(client.requests) == 1 and "1. Cannot eat shellfish" in client.requests[0].user
    for _ in range(2):
        run(store, ctx.config)
        found = {f.text: f.conversations for f in threads.profile(store)}
        assert found == {"Never eats prawns or mussels": 2, "Is vegetarian": 1}
    assert store.one("SELECT requests FROM token_usage WHERE purpose = 'facts'") == 1


def test_an_endpoint_that_fails_leaves_the_rules(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is joined, nothing is lost, and the next run asks again."""
    tell(store, "a", "2026-06-05", ("fact", "User cannot eat shellfish."))
    tell(store, "b", "2026-07-05", ("fact", "User is vegetarian."))
    ctx = PassContext(store, config(tmp_path), Silent())
    run(store, ctx.config)
    client = answering(monkeypatch, Unreachable("Nobody answers."), "no JSON")
    CorpusModel(ctx).join_facts()
    CorpusModel(ctx).join_facts()
    assert len(client.requests) == 2 and threads.joined_facts(store).into == {}
