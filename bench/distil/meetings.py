"""Human speech: what the pass makes of AMI meetings, against the acts that people linked to decisions and actions.

    python bench/distil/meetings.py BENCH [--split dev]

BENCH is the folder with `ami/`. A meeting becomes one conversation in which what a speaker says in a row is a message
of a person; an act counts as found when an item quotes it (decisions: decisions; actions: loops), in the note as it is
and in one without limits. Nothing was tuned on it.
"""

import argparse
import gzip
import json
import pathlib
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from compiler.passes.distil import assembly, distil
from compiler.records import Conversation, ItemKind, Message

PAIRS: tuple[tuple[str, ItemKind], ...] = (("decisions", "decision"), ("actions", "loop"))
UNLIMITED = 1000


def meetings(bench: pathlib.Path, split: str) -> Iterator[dict[str, Any]]:
    for line in gzip.decompress((bench / "ami" / "ami_train_dev.jsonl.gz").read_bytes()).splitlines():
        meeting = json.loads(line)
        if meeting["split"] == split and meeting["linked"]:
            yield meeting


def spoken(meeting: dict[str, Any]) -> list[list[int]]:
    """The acts that one speaker says in a row."""
    numbers = range(len(meeting["turns"]))
    return [list(run) for _, run in groupby(numbers, key=lambda n: meeting["turns"][n]["speaker"])]


def conversation(meeting: dict[str, Any], runs: list[list[int]]) -> Conversation:
    key = f"ami:{meeting['meeting']}"
    said = tuple(
        Message(f"{key}#{n}", "user", " ".join(meeting["turns"][act]["text"] for act in run), origin="person")
        for n, run in enumerate(runs)
    )
    return Conversation(key, "ami", meeting["meeting"], None, None, None, "", said)


def found(meeting: dict[str, Any], kind: ItemKind) -> set[int]:
    """The acts that the quotations of a note's items stand in."""
    runs, out = spoken(meeting), set()
    for item in distil(conversation(meeting, runs)).items:
        for act in runs[int(item.evidence[0].split("#", 1)[1])] if item.kind == kind else ():
            text = meeting["turns"][act]["text"]
            if text in item.quote or item.quote in text:
                out.add(act)
    return out


def report(title: str, held: list[dict[str, Any]]) -> None:
    for field, kind in PAIRS:
        right = gold = told = 0
        for meeting in held:
            linked = {turn for item in meeting[field] for turn in item["turns"]}
            rests = found(meeting, kind)
            right, gold, told = right + len(linked & rests), gold + len(linked), told + len(rests)
        precision, recall = right / max(1, told), right / max(1, gold)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f"{title}, {field}: F1 {f1:.3f} (precision {precision:.3f} of {told}, recall {recall:.3f} of {gold})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path)
    parser.add_argument("--split", default="dev", choices=("train", "dev"))
    args = parser.parse_args()
    held = list(meetings(args.bench, args.split))
    report(f"{len(held)} meetings, notes as shipped", held)
    assembly.MOST_LINES = assembly.MOST_DECISIONS = assembly.MOST_LOOPS = UNLIMITED
    report("without limits", held)


if __name__ == "__main__":
    main()
