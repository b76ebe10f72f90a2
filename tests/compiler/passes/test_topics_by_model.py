"""Topics proposed by a model: names from it, places from the notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from compiler.build import run_pass
from compiler.embed import Vectors
from compiler.events import Silent
from compiler.llm import Reply, Request
from compiler.llm.base import Unreadable
from compiler.llm.scripted import Scripted
from compiler.passes import PassContext
from compiler.passes.modelled import CorpusModel
from compiler.passes.topics import Sampled, rebuild
from compiler.passes.topics.asked import CHARACTERS, by_model, question, read
from compiler.store import ledger, topics
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, run
from tests.compiler.passes.test_topics import fill, named

NAMES = {"Tide tables": "tides", "Sourdough": "bread", "General": "move", "Beekeeping": "bees"}
ANSWER = json.dumps({"topics": [{"name": name, "about": about} for name, about in NAMES.items()]})


def by_subject(texts: Sequence[str]) -> Vectors:
    """A topic's words point where its notes lie in the store that `fill` makes."""
    places = {"tides": 0, "bread": 1, "move": 2, "bees": 3}
    out = np.zeros((len(texts), 32), dtype=np.float32)
    for row, text in zip(out, texts, strict=True):
        row[next(n for word, n in places.items() if text.endswith(word))] = 1
    return out


def test_the_models_topics_hold_the_notes_nearest_to_them(store: Store, tmp_path: Path) -> None:
    """A topic of no note and one that says nothing are left out; what fits none is unsorted, or sorted by rules."""
    fill(store)
    run(store, config(tmp_path))
    spent: list[Reply] = []
    ctx = PassContext(store, config(tmp_path), Silent())
    rebuild(ctx, by_model(Scripted([ANSWER]), by_subject, spent.append))
    assert sorted(t.name for t in topics.all_topics(store)) == ["Sourdough", "Tide tables"]
    assert {t.maker for t in topics.all_topics(store)} == {"scripted"} and len(spent) == 1
    run(store, config(tmp_path))
    found = named(store)
    assert found["Tide tables"] == ["tides0", "tides1", "tides2", "tides3"]
    assert found["Sourdough"] == ["bread0", "bread1", "bread2", "bread3"]


def test_an_answer_without_topics_changes_nothing(store: Store, tmp_path: Path) -> None:
    """It is an error with a sentence, and the standing topics stay."""
    fill(store)
    run(store, config(tmp_path))
    before = topics.all_topics(store)
    ctx = PassContext(store, config(tmp_path), Silent())
    with pytest.raises(Unreadable, match="the topics stay as they were"):
        rebuild(ctx, by_model(Scripted(["I see many subjects."]), by_subject, lambda _: None))
    assert topics.all_topics(store) == before and before


def test_the_question_is_bounded() -> None:
    """However long the history: titles spread over all of it, and the standing names to keep away from."""
    sample = [Sampled(f"Conversation {n} about something " + "long " * 40, "") for n in range(5000)]
    request = question(sample, frozenset({"tide tables"}))
    titles = [line for line in request.user.splitlines() if line.startswith("- ")]
    assert len(request.user) < CHARACTERS + 200 and "tide tables" in request.system
    assert "Conversation 0 " in titles[0] and "Conversation 4999 " in titles[-1]


def test_names_are_read_tolerantly() -> None:
    """Bare names, repeats, what is taken, what says nothing, what is no name."""
    rows = [
        "Tide tables",
        {"name": "tide tables"},
        {"name": "Misc."},
        {"name": 7},
        None,
        {"name": "Bread", "about": None},
    ]
    assert read(json.dumps({"topics": rows}), frozenset({"bread"})) == [("Tide tables", "")]
    assert read("no", frozenset()) == read('{"topics": "x"}', frozenset()) == []


def test_a_compile_with_a_model_asks_it_for_topics(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are none yet; once there are, nothing is asked. Nonsense leaves it to the rules."""
    fill(store)
    client = Scripted([ANSWER, "I see many subjects."])
    monkeypatch.setattr("compiler.passes.modelled.corpus.connect", lambda _: client)
    monkeypatch.setattr("compiler.passes.modelled.corpus.embed.load", lambda _: SimpleNamespace(embed=by_subject))
    ctx = PassContext(store, config(tmp_path), Silent())
    for _ in range(2):
        assert run_pass(ctx, CorpusModel(ctx).topics()).failed == 0
        assert named(store)["Tide tables"] == ["tides0", "tides1", "tides2", "tides3"]
    assert len(client.requests) == 1
    topics.clear(store)
    ledger.drop(store, "topics", "corpus")
    assert run_pass(ctx, CorpusModel(ctx).topics()).failed == 0
    assert {t.maker for t in topics.all_topics(store)} == {"rules"}


def test_an_interruption_leaves_the_topics_to_the_rules(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the model is thinking of topics ends its part, not the compile."""

    def interrupted(_: Request) -> str:
        raise KeyboardInterrupt

    fill(store)
    monkeypatch.setattr("compiler.passes.modelled.corpus.connect", lambda _: Scripted(interrupted))
    monkeypatch.setattr("compiler.passes.modelled.corpus.embed.load", lambda _: SimpleNamespace(embed=by_subject))
    ctx = PassContext(store, config(tmp_path), Silent())
    assert run_pass(ctx, CorpusModel(ctx).topics()).failed == 0
    assert {t.maker for t in topics.all_topics(store)} == {"rules"}
