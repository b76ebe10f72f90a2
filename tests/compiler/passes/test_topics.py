"""Topics: grouped and named without a model, standing once there, renewed on demand without losing the person's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from compiler.events import Silent
from compiler.passes import PassContext
from compiler.passes.topics import Proposal, Sampled, Topics, rebuild
from compiler.passes.topics.cluster import cluster
from compiler.passes.topics.names import name_groups
from compiler.store import overrides, topics
from compiler.store.connection import Store
from tests.compiler.passes.invented import config, direction, run, tell

SUBJECTS = {
    "tides": ("Tide table for Bergen", "Slack water in the tide table", "Tide table off", "Printing the tide table"),
    "bread": ("Rye sourdough too dense", "Feeding the rye sourdough", "Cold rye sourdough", "Rye sourdough crust"),
    "move": ("Moving van to Trondheim", "Which moving van", "Moving van in August", "Parking the moving van"),
}  # fmt: skip


def fill(store: Store) -> None:
    """Four conversations on each of three subjects, whose vectors lie close together."""
    for n, (subject, titles) in enumerate(SUBJECTS.items()):
        for m, title in enumerate(titles):
            vector = [0.0] * 8
            vector[n], vector[4 + m] = 1.0, 0.3
            tell(store, f"{subject}{m}", f"2026-0{n + 1}-0{m + 1}", title=title, vector=vector)


def named(store: Store) -> dict[str, list[str]]:
    """Topic name → its conversations; `-` for Unsorted."""
    names = {t.id: t.name for t in topics.all_topics(store)}
    out: dict[str, list[str]] = {}
    for cid, (topic, _) in sorted(topics.assignments(store).items()):
        out.setdefault(names[topic] if topic else "-", []).append(cid.removeprefix("chatgpt:"))
    return out


def test_a_small_history_gets_the_topics_a_person_would_name(store: Store, tmp_path: Path) -> None:
    """Twelve conversations, three subjects, a phrase each."""
    fill(store)
    run(store, config(tmp_path))
    assert named(store) == {
        name: [f"{subject}{m}" for m in range(4)]
        for name, subject in (("Moving van", "move"), ("Rye sourdough", "bread"), ("Tide table", "tides"))
    }


def test_a_large_history_is_read_evenly(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proposals are made from a bounded number of conversations, from all times alike, and sort every one."""
    monkeypatch.setattr("compiler.passes.topics.propose.MOST_READ", 9)
    fill(store)
    run(store, config(tmp_path))
    assert sorted(len(cids) for cids in named(store).values()) == [4, 4, 4]


def test_a_handful_of_conversations_has_no_topics_yet(store: Store, tmp_path: Path) -> None:
    """Four are not enough to tell."""
    for n in range(4):
        tell(store, f"c{n}", f"2026-01-0{n + 1}", title="Rye bread", vector=[1.0])
    run(store, config(tmp_path))
    assert named(store) == {"-": ["c0", "c1", "c2", "c3"]}


def test_a_new_conversation_joins_a_standing_topic_and_moves_nothing(store: Store, tmp_path: Path) -> None:
    """The taxonomy stays as it is."""
    fill(store)
    run(store, config(tmp_path))
    before, assigned = topics.all_topics(store), dict(topics.assignments(store))
    tell(store, "new", "2026-05-01", title="High tide at noon", vector=[0.9, 0.1])
    run(store, config(tmp_path))
    after = dict(topics.assignments(store))
    assert topics.all_topics(store) == before
    assert named(store)["Tide table"] == ["new", "tides0", "tides1", "tides2", "tides3"]
    assert {cid: after[cid] for cid in assigned} == assigned


def test_what_is_near_no_topic_is_unsorted(store: Store, tmp_path: Path) -> None:
    """Below 0.18 nothing is claimed."""
    fill(store)
    run(store, config(tmp_path))
    tell(store, "far", "2026-05-01", title="Knots to metres", vector=[0] * 20 + [1.0])
    run(store, config(tmp_path))
    assert named(store)["-"] == ["far"]


def test_much_unsorted_gets_topics_of_its_own_and_standing_names_stay(store: Store, tmp_path: Path) -> None:
    """Proposed from what is unsorted alone."""
    fill(store)
    run(store, config(tmp_path))
    before = {t.id: t.name for t in topics.all_topics(store)}
    for n in range(8):
        vector = [0.0] * 24
        vector[20], vector[22 + n % 2] = 1.0, 0.2
        tell(
            store,
            f"g{n}",
            f"2026-06-0{n + 1}",
            title=f"Tomato seedlings {'frost' if n % 2 else 'slugs'}",
            vector=vector,
        )
    run(store, config(tmp_path))
    found = named(store)
    assert "-" not in found
    assert before.items() <= {t.id: t.name for t in topics.all_topics(store)}.items()
    assert sum(len(c) for name, c in found.items() if "omato" in name or "rost" in name or "lug" in name) == 8


def test_a_second_run_changes_nothing(store: Store, tmp_path: Path) -> None:
    """Nothing new, nothing run."""
    fill(store)
    run(store, config(tmp_path))
    assert set(run(store, config(tmp_path)).values()) == {0}


def test_rebuilding_keeps_what_the_person_renamed_merged_and_hid(store: Store, tmp_path: Path) -> None:
    """Under the same ids, so the overrides still apply."""
    fill(store)
    run(store, config(tmp_path))
    ids = {t.name: t.id for t in topics.all_topics(store)}
    overrides.put(store, "title", ids["Tide table"], "Tides")
    overrides.put(store, "merge_into", ids["Rye sourdough"], ids["Moving van"])
    for n in range(4):
        tell(store, f"g{n}", f"2026-06-0{n + 1}", title="Tomato seedlings", vector=[0, 0, 0, 1.0, 0.1 * n])
    rebuild(PassContext(store, config(tmp_path), Silent()))
    run(store, config(tmp_path))
    after = {t.id: t.name for t in topics.all_topics(store)}
    assert after.items() >= {ids["Tide table"]: "Tide table", ids["Rye sourdough"]: "Rye sourdough"}.items()
    assert named(store)["Tomato seedlings"] == ["g0", "g1", "g2", "g3"]


def test_a_model_may_propose_instead(store: Store, tmp_path: Path) -> None:
    """It gets the sample and gives names with directions."""
    seen: list[Sampled] = []

    def propose(sample: Sequence[Sampled], matrix: object, taken: frozenset[str]) -> list[Proposal]:
        seen.extend(sample)
        names = [] if "sea" in taken else [("Sea", direction(1.0)), ("Kitchen", direction(0.0, 1.0))]
        return [Proposal(name, where, "some-model") for name, where in names]

    fill(store)
    Topics(propose).run(PassContext(store, config(tmp_path), Silent()), None)  # type: ignore[arg-type]
    assert seen[0].title == "Tide table for Bergen"
    assert named(store)["Sea"] == ["tides0", "tides1", "tides2", "tides3"]
    assert {t.maker for t in topics.all_topics(store)} == {"some-model"}


def test_clusters_of_a_labelled_set_are_found_again() -> None:
    """Six seeded clouds of forty points each: at most two points in a hundred are elsewhere."""
    numbers = np.random.default_rng(7)
    centres = numbers.normal(size=(6, 64))
    rows = np.repeat(centres, 40, axis=0) + numbers.normal(size=(240, 64)) * 0.8
    labels = cluster((rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32), 6)
    truth = np.repeat(np.arange(6), 40)
    right = sum(np.bincount(truth[labels == label]).max() for label in range(labels.max() + 1))
    assert right >= 235


def test_a_group_bears_the_name_of_its_project() -> None:
    """Where most of it belongs to one and most of that one to it."""
    sample = [Sampled(f"Thing {n}", "Some thing.", project="tide-pool") for n in range(3)]
    sample += [Sampled("Rye sourdough", "Dense rye sourdough.")] * 2
    assert name_groups(sample, [[0, 1, 2], [3, 4]], frozenset()) == ["Tide pool", "Rye sourdough"]


def test_names_are_as_usually_written_and_all_different() -> None:
    """The case of names stays; a taken name is not given again."""
    sample = [Sampled("Backups with SQLite", "SQLite backups to Litestream.")] * 3
    sample += [Sampled("Boats", "The wooden boats of the harbour.")] * 3
    (first,) = name_groups(sample, [[0, 1, 2]], frozenset())
    assert "SQLite" in first
    (second,) = name_groups(sample, [[0, 1, 2]], frozenset({first.casefold()}))
    assert second and second.casefold() != first.casefold()
