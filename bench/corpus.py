"""The passes over all conversations: how long they take, how that grows, and how good the topics are.

    python -m bench.corpus [--sizes 1000 10000] [--labelled VAULT LABELS.json]

Notes are generated, seeded, with vectors around their subject's, so that nothing but these passes is measured. For each
size: all passes from nothing, then again after one new conversation. `--labelled` measures the topics of a compiled
vault against known classes (JSON: conversation id → class): normalised mutual information and adjusted Rand index, and
how many assignments stay when the last tenth of the conversations comes later.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, log
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from bench.history import SUBJECTS
from compiler.build import run_pass
from compiler.config import load
from compiler.events import Silent
from compiler.passes import PassContext
from compiler.passes.order import PASSES
from compiler.passes.related import in_time
from compiler.passes.topics import assign, quantised, sampled
from compiler.passes.topics.propose import by_rules, topic_id
from compiler.records import Conversation, Entity, Item, ItemKind, Message, Note, Sealed
from compiler.store import conversations, ledger, notes, passages
from compiler.store.connection import Store, open_store
from compiler.store.topics import Topic

CORPUS = ("marks", "topics", "related", "entities", "layout", "alike", "decisions", "loops", "profile")
SAID: dict[ItemKind, tuple[str, ...]] = {
    "decision": ("Use {a} for the {b} {n}", "Use {a} instead of {b} because the {n} matters more",
                 "Move the {n} from {b} to {a}", "No {b} in the {n} this year"),
    "loop": ("Sort out the {a} of the {n} before the {b} is ready", "Ask {n} about the {a}",
             "Order {a} and {b} for {n}"),
    "fact": ("User prefers {a} over {b} for {n}", "User works with {n} on the {a}", "User is allergic to {n}"),
    "key_point": ("The {a} of the {n} is done and the {b} works now", "The {a} stays below ten percent with {n}"),
}  # fmt: skip
SYLLABLES = tuple(re.findall("..", "kalominerusatevoxizubrcldofegohujopequsti"))


class Notes:
    """A seeded person's notes, the same every time."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.centres = {s: self._unit(self.numbers.normal(size=384)) for s in SUBJECTS}
        self.names = sorted({"".join(self.random.choices(SYLLABLES, k=3)).title() for _ in range(3000)})

    def make(self, count: int, start: int = 0) -> Iterator[tuple[Conversation, Note, NDArray[np.float32]]]:
        for n in range(start, start + count):
            subject = self.random.choice(list(SUBJECTS))
            words = SUBJECTS[subject].split()
            cid, day = f"chatgpt:{n:06}", 1 + n * 7 // 20
            at = f"{2020 + day // 336:04}-{1 + day // 28 % 12:02}-{1 + day % 28:02}T08:00:00Z"
            message = Message(f"{cid}#1", "user", "…", created_at=at)
            items = tuple(self._items(cid, message.id, words))
            names = self.random.sample(self.names, 2)
            entities = tuple(Entity(w) for w in (*self.random.sample(words, 2), *names) if w[0].isupper())
            summary = " ".join(i.text for i in items[:2])
            title = " ".join(self.random.sample(words, 3))
            yield (
                Conversation(cid, "chatgpt", title, subject if n % 3 else None, at, at, "export.zip", (message,)),
                Note(cid, title, summary, items, entities),
                self._unit(self.centres[subject] + self.numbers.normal(size=384) * 0.6 / 19.6 * 2),
            )

    def _items(self, cid: str, message: str, words: Sequence[str]) -> Iterator[Item]:
        for n, kind in enumerate(cast(list[ItemKind], ["decision"] * 2 + ["loop"] * 2 + ["fact", "key_point"])):
            a, b = self.random.sample(words, 2)
            text = self.random.choice(SAID[kind]).format(a=a, b=b, n=self.random.choice(self.names))
            yield Item(f"{kind[0]}-{cid}-{n}", kind, text, (message,), text)

    @staticmethod
    def _unit(row: NDArray[np.float64]) -> NDArray[np.float32]:
        return (row / np.linalg.norm(row)).astype(np.float32)


def put(store: Store, made: Iterator[tuple[Conversation, Note, NDArray[np.float32]]]) -> None:
    """Save as ingest, the distillation and the index do."""
    with store.transaction():
        for conversation, note, vector in made:
            conversations.save(store, cast(Sealed, conversation), "unit")
            outcome = notes.save(store, note, conversations.content_hash_of(store, conversation.id))
            for name in ("distil", "index"):
                ledger.record(store, name, conversation.id, "x", outcome)
            passages.replace(store, conversation.id, [passages.Passage(None, "note", note.title)], [vector])


def run(ctx: PassContext) -> dict[str, float]:
    """Pass → seconds."""
    out = {}
    for step in PASSES:
        if step.name in CORPUS:
            started = time.perf_counter()
            counts = run_pass(ctx, step)
            out[step.name] = time.perf_counter() - started
            assert not counts.failed, step.name
    return out


def speed(size: int) -> tuple[float, float]:
    """Seconds for all of a history, and after one conversation more; with a line for each pass."""
    with tempfile.TemporaryDirectory() as folder:
        config = load(Path(folder))
        with open_store(config.store) as store:
            ctx, source = PassContext(store, config, Silent()), Notes()
            put(store, source.make(size))
            begun = time.process_time()
            whole = run(ctx)
            put(store, source.make(1, start=size))
            between = time.process_time()
            one = run(ctx)
            busy = between - begun, time.process_time() - between
    for name in whole:
        print(f"  {name:10} {whole[name]:7.2f} s   one more {one[name]:6.3f} s")
    print(f"  processor  {busy[0]:7.2f} s   one more {busy[1]:6.3f} s")
    return sum(whole.values()), sum(one.values())


def labelled(vault: Path, labels: dict[str, str]) -> None:
    """Topics against classes, over the conversations that have one."""
    config = load(vault)
    with open_store(config.store, write=False) as store:
        ctx = PassContext(store, config, Silent())
        ids, matrix = in_time(ctx)
        sample = sampled(ctx, ids)

        def proposed(n: int) -> list[Topic]:
            made = by_rules(sample[:n], matrix[:n], frozenset())
            return [Topic(topic_id(p.name), p.name, "rules", n, quantised(p.direction)) for p in made]

        def topics_of(standing: Sequence[Topic], n: int) -> list[str]:
            found = assign(standing, ids[:n], matrix[:n], {})
            return [str(found[cid][0]) for cid in ids[:n]]

        most = len(ids) * 9 // 10
        whole, part = proposed(len(ids)), proposed(most)
        found, early = topics_of(whole, len(ids)), topics_of(part, most)
        known = [n for n, cid in enumerate(ids) if cid in labels]
        wanted, given = [labels[ids[n]] for n in known], [found[n] for n in known]
        print(f"{vault.name}: {len(whole)} topics for {len(set(wanted))} classes, NMI {nmi(wanted, given):.3f}, "
              f"ARI {ari(wanted, given):.3f}, Unsorted {found.count('None') / len(ids):.0%}")  # fmt: skip
        later = topics_of(part, len(ids))[:most]
        kept = sum(a == b for a, b in zip(early, later, strict=True)) / most
        anew = ari(early, found[:most])
        print(f"  a tenth more: {kept:.1%} of the assignments stay; proposed anew, ARI to before {anew:.3f}")


def nmi(one: Sequence[str], other: Sequence[str]) -> float:
    """Normalised mutual information (arithmetic mean of the entropies)."""
    n, a, b, both = len(one), Counter(one), Counter(other), Counter(zip(one, other, strict=True))
    mutual = sum(c / n * log(c * n / (a[x] * b[y])) for (x, y), c in both.items())
    entropy = [-sum(c / n * log(c / n) for c in counts.values()) for counts in (a, b)]
    return 2 * mutual / (sum(entropy) or 1.0)


def ari(one: Sequence[str], other: Sequence[str]) -> float:
    """Adjusted Rand index."""
    pairs = [sum(comb(c, 2) for c in Counter(v).values()) for v in (list(zip(one, other, strict=True)), one, other)]
    expected = pairs[1] * pairs[2] / (comb(len(one), 2) or 1)
    return (pairs[0] - expected) / (((pairs[1] + pairs[2]) / 2 - expected) or 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--labelled", type=Path, nargs=2, action="append", default=[], metavar=("VAULT", "LABELS"))
    args = parser.parse_args()
    for vault, labels in args.labelled:
        labelled(vault, json.loads(labels.read_text()))
    before: tuple[int, float] | None = None
    for size in args.sizes:
        print(f"{size:,} conversations")
        whole, one = speed(size)
        growth = f"; {whole / before[1]:.1f} times the time for {size / before[0]:.0f} times the size" if before else ""
        print(f"  all {whole:.2f} s, one more {one:.3f} s{growth}")
        before = (size, whole)


if __name__ == "__main__":
    main()
