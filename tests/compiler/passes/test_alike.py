"""Which marks say about the same: found without comparing all, the same in whatever order they came."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np

from compiler.passes.alike import HELD, LEAST, SAME, _Index
from compiler.passes.marks.terms import terms_of
from compiler.store import marks
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, run, tell


def test_it_finds_what_comparing_every_pair_finds() -> None:
    """Two hundred random sets of terms."""
    pick = random.Random(3)
    sets = sorted({tuple(sorted(pick.sample(range(12), pick.randrange(1, 9)))) for _ in range(200)})
    rows = [np.array(s, dtype=np.uint32) for s in sets]
    index = _Index([str(s) for s in sets], rows)
    found = {tuple(sorted(pair[:2])) for i in range(len(sets)) for pair in index.like(index, i, both=True)}
    wanted = {
        tuple(sorted((str(a), str(b))))
        for a, b in combinations(sets, 2)
        if len({*a} & {*b}) >= max(LEAST, SAME * len({*a} | {*b}))
    }
    assert found == wanted
    assert wanted


def test_it_finds_what_holds_enough_of_a_set() -> None:
    """A long statement holds most of a short loop; from either side the same pairs."""
    pick = random.Random(4)
    loops = sorted({tuple(sorted(pick.sample(range(40), pick.randrange(2, 6)))) for _ in range(80)})
    said = sorted({tuple(sorted(pick.sample(range(40), pick.randrange(4, 14)))) for _ in range(80)})
    small, large = (
        _Index([str(s) for s in sets], [np.array(s, dtype=np.uint32) for s in sets]) for sets in (loops, said)
    )
    forth = {pair for i in range(len(loops)) for pair in large.like(small, i, both=False)}
    back = {pair for i in range(len(said)) for pair in small.held_by(large, i, frozenset(range(len(loops))))}
    wanted = {
        (str(a), str(b), round(len({*a} & {*b}) / len(a), 3))
        for a in loops
        for b in said
        if len({*a} & {*b}) >= max(LEAST, HELD * len(a))
    }
    assert forth == back == wanted


def test_what_came_one_by_one_is_as_if_it_came_at_once(store: Store, tmp_path: Path) -> None:
    """Compared once each, and forgotten with its conversation."""
    for n, text in enumerate(("Use Postgres for tides", "We use Postgres for the tides", "Use SQLite for tides now")):
        tell(store, f"c{n}", f"2026-01-0{n + 1}", ("decision", text))
        run(store, config(tmp_path))
    first, second = ("use postgres for tides", "use sqlite for tides")
    assert terms_of(first).tolist() != terms_of(second).tolist()
    assert all(len(others) for others in marks.alike(store, "decision").values())
    with store.transaction():
        store.execute("DELETE FROM conversations WHERE id = 'chatgpt:c2'")
        store.execute("DELETE FROM ledger WHERE key = 'chatgpt:c2'")
    run(store, config(tmp_path))
    assert len(marks.compared(store, "decision")) == 1


def test_other_words_for_the_same() -> None:
    """Endings, fillers and a few synonyms do not count."""
    assert terms_of("The user likes trains").tolist() == terms_of("User loves the train.").tolist()
    assert terms_of("Deploy PostgreSQL").tolist() == terms_of("deployed postgres").tolist()
