"""Related conversations: earlier ones only, kept up to date a conversation at a time."""

from __future__ import annotations

from pathlib import Path

from compiler.store import topics
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, run, tell


def related(store: Store, tmp_path: Path) -> dict[str, list[str]]:
    run(store, config(tmp_path))
    return {
        cid.removeprefix("chatgpt:"): [other.removeprefix("chatgpt:") for other, _ in rows]
        for cid, rows in topics.related(store).items()
    }


def test_only_earlier_ones_best_first(store: Store, tmp_path: Path) -> None:
    """The first has none; one about something else has none."""
    tell(store, "a", "2026-01-01", vector=[1.0])
    tell(store, "b", "2026-01-02", vector=[1.0, 0.5])
    tell(store, "c", "2026-01-03", vector=[1.0, 0.4])
    tell(store, "d", "2026-01-04", vector=[0, 0, 1.0])
    assert related(store, tmp_path) == {"b": ["a"], "c": ["b", "a"]}


def test_one_at_a_time_gives_the_same_as_all_at_once(store: Store, tmp_path: Path) -> None:
    """Also when an old conversation comes in late, and when one goes."""
    for name, day, second in (("b", 2, 0.5), ("e", 5, 0.45), ("c", 3, 0.4), ("d", 4, 0.3), ("a", 1, 0.44)):
        tell(store, name, f"2026-01-0{day}", vector=[1.0, second])
        related(store, tmp_path)
    step_by_step = related(store, tmp_path)
    with store.transaction():
        store.execute("DELETE FROM related_seen")
        store.execute("DELETE FROM ledger WHERE pass = 'related'")
    assert related(store, tmp_path) == step_by_step
    assert step_by_step["e"] == ["a", "c", "b"]
    with store.transaction():
        store.execute("DELETE FROM conversations WHERE id = 'chatgpt:a'")
        store.execute("DELETE FROM ledger WHERE key = 'chatgpt:a'")
    assert related(store, tmp_path)["e"] == ["c", "b", "d"]
