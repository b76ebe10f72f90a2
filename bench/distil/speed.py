"""How fast notes are made without a model, in processor time of one core.

    python bench/distil/speed.py BENCH

Two loads: RealMem's sessions, told again under new ids until they hold 14 MB of text (long answers with lists), and
16,000 messages of 250 characters cut from them, ten to a conversation (4 MB).
"""

import argparse
import itertools
import pathlib
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from sessions import personas, sessions

from compiler.passes.distil import distil
from compiler.records import Conversation, Message

LONG, SHORT_MESSAGES, SHORT_LENGTH, TOGETHER = 14_000_000, 16_000, 250, 10


def told(bench: pathlib.Path) -> list[Conversation]:
    return [conversation for name in personas(bench) for conversation, _ in sessions(name, bench)]


def long(all_: list[Conversation]) -> Iterator[Conversation]:
    """Sessions until they hold enough text; a second telling differs in its ids alone."""
    size = 0
    for again in itertools.count():
        for one in all_:
            if size >= LONG:
                return
            size += sum(len(message.text) for message in one.messages)
            yield replace(one, id=f"{one.id}-{again}")


def short(all_: list[Conversation]) -> Iterator[Conversation]:
    pieces = (
        (message.role, message.text[at : at + SHORT_LENGTH])
        for one in all_
        for message in one.messages
        for at in range(0, len(message.text), SHORT_LENGTH)
    )
    messages = [
        Message(f"x:{n // TOGETHER}#{n}", role, text, origin="person" if role == "user" else "model")
        for n, (role, text) in enumerate(itertools.islice(pieces, SHORT_MESSAGES))
    ]
    for at in range(0, len(messages), TOGETHER):
        key = f"x:{at // TOGETHER}"
        yield Conversation(key, "x", None, None, None, None, "", tuple(messages[at : at + TOGETHER]))


def timed(title: str, load: Iterable[Conversation]) -> None:
    held = list(load)
    size = sum(len(message.text) for one in held for message in one.messages) / 1e6
    distil(held[0])
    start = time.process_time()
    items = sum(len(distil(one).items) for one in held)
    took = time.process_time() - start
    count = sum(len(one.messages) for one in held)
    print(f"{title}: {size:.1f} MB, {count} messages in {len(held)} conversations, {items} items: {took:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path)
    all_ = told(parser.parse_args().bench)
    timed("short messages", short(all_))
    timed("long answers", long(all_))


if __name__ == "__main__":
    main()
