"""How fast Claude Code transcripts become messages, in MB of file per second of one core, and in how much memory.

    python bench/claude_code_speed.py [--mb N] [--flood-mb N] [--compare PYTHON]

Generates sessions of real shape (seeded; sizes after a census of 490 sessions: 3 kB a record, results told twice, a
fifth of the bytes progress), reads them with the adapter alone and into a store, then one file that is nearly all
progress. PYTHON is an interpreter with `claude-code-log` (PyPI), which then converts the same files.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adapters.claude_code import ADAPTER
from compiler.events import Silent
from compiler.ingest import Root, ingest
from compiler.records import Conversation, Unit
from compiler.store.connection import open_store

TEXT = """def total(order): the price of each basket is summed, and tax is added when the customer's ledger says so.
The cache returned a stale invoice for that request; from here on the store is the only source, and the test shows it.
error: index out of range in line 41 of ledger.py, while parsing "pickup_day"; self.assertEqual(value, None) failed."""


def prose(rng: random.Random, size: int) -> str:
    """Text that compresses and tokenises like text: slices of a paragraph in random order."""
    parts: list[str] = []
    while size > 0:
        start = rng.randrange(len(TEXT) - 40)
        parts.append(TEXT[start : start + rng.randrange(5, 40)])
        size -= len(parts[-1])
    return "".join(parts)


class Session:
    """Writes one session of about `size` bytes."""

    def __init__(self, rng: random.Random, session: str) -> None:
        self.rng, self.session = rng, session
        self.parent: str | None = None
        self.second = 0
        self.filler = prose(rng, 200_000)

    def text(self, mean: float) -> str:
        size = min(int(self.rng.expovariate(1 / mean)) + 10, 60_000)
        start = self.rng.randrange(len(self.filler) - size)
        return self.filler[start : start + size]

    def chained(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.second += self.rng.randrange(1, 20)
        uuid = f"{self.rng.getrandbits(32):08x}-0000-4000-8000-{self.rng.getrandbits(48):012x}"
        clock = f"{self.second // 3600 % 24:02d}:{self.second // 60 % 60:02d}:{self.second % 60:02d}"
        record = {
            "parentUuid": self.parent, "isSidechain": False, "userType": "external", "cwd": "/home/anna/shop",
            "sessionId": self.session, "version": "2.1.37", "gitBranch": "main", "slug": "calm-green-fern",
            "type": kind, **fields, "uuid": uuid, "timestamp": f"2026-03-02T{clock}.123Z",
        }  # fmt: skip
        self.parent = uuid
        return record

    def reply(self, api: str, block: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 3, "cache_read_input_tokens": 12_000, "output_tokens": 100, "service_tier": "standard"}
        message = {"model": "claude-opus-4-6", "id": api, "type": "message", "role": "assistant", "content": [block]}
        return self.chained("assistant", message={**message, "stop_reason": None, "usage": usage}, requestId="req_1")

    def turn(self) -> Iterator[dict[str, Any]]:
        yield self.chained("user", message={"role": "user", "content": self.text(200)}, permissionMode="default")
        for step in range(self.rng.randrange(2, 12)):
            api, tool = f"msg_{self.parent}", f"toolu_{self.parent}_{step}"
            yield self.reply(api, {"type": "thinking", "thinking": "", "signature": "c2ln" * 150})
            if self.rng.random() < 0.6:
                yield self.reply(api, {"type": "text", "text": self.text(500)})
            call = {"command": self.text(150), "description": "run"}
            yield self.reply(api, {"type": "tool_use", "id": tool, "name": "Bash", "input": call})
            for _ in range(self.rng.randrange(0, 4)):
                data = {"type": "bash_progress", "output": self.text(700), "fullOutput": "", "elapsedTimeSeconds": 3}
                yield self.chained("progress", data=data, toolUseID=tool, parentToolUseID=tool)
            output = self.text(2500)
            result = {"tool_use_id": tool, "type": "tool_result", "content": output, "is_error": False}
            twin = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            yield self.chained("user", message={"role": "user", "content": [result]}, toolUseResult=twin)
        yield self.reply(f"msg_{self.parent}", {"type": "text", "text": self.text(900)})

    def write(self, path: Path, size: int, flood: int = 0) -> None:
        with path.open("wb") as file:
            while file.tell() < size:
                for record in self.turn():
                    file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
            while file.tell() < size + flood:
                data = {"type": "agent_progress", "prompt": "", "normalizedMessages": [self.filler[:50_000]] * 3}
                record = self.chained("progress", data=data, toolUseID="t", parentToolUseID="t")
                file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")


def generate(home: Path, megabytes: int, flood: int = 0, seed: int = 7) -> int:
    """Fills a Claude Code home; returns its bytes."""
    folder = home / "projects" / "-home-anna-shop"
    folder.mkdir(parents=True)
    rng = random.Random(seed)
    left, number = megabytes << 20, 0
    while left > 0:
        size = min(left, int(rng.lognormvariate(13, 1.2)) + 20_000)
        session = f"{number:08x}-0000-4000-8000-000000000000"
        Session(rng, session).write(folder / f"{session}.jsonl", size, flood << 20)
        flood = 0
        left, number = left - size, number + 1
    return sum(path.stat().st_size for path in folder.iterdir())


def read(home: Path) -> int:
    """Reads everything with the adapter; returns the number of messages."""
    count = 0
    for unit in ADAPTER.discover(home):
        if isinstance(unit, Unit):
            count += sum(len(found.messages) for found in ADAPTER.read(unit) if isinstance(found, Conversation))
    return count


def store(home: Path, folder: Path) -> int:
    """Ingests everything, redaction and SQLite included; returns the number of messages."""
    with open_store(folder / "musubi.db") as opened:
        return ingest(opened, [Root(ADAPTER, home)], Silent())[ADAPTER.name].messages


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(label: str, size: int, work: Callable[[], int]) -> None:
    cpu, wall = time.process_time(), time.perf_counter()
    count = work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    figures = f"{size / 1e6:7.0f} MB  {cpu:7.2f} s of processor  {wall:7.2f} s  {size / 1e6 / cpu:6.1f} MB/s"
    print(f"{label:30} {figures}  {count} messages  peak {peak():.0f} MB", flush=True)


def compare(home: Path, python: Path, size: int) -> None:
    """The same files by `claude-code-log`, to HTML, and by the adapter; in seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(python), "-m", "claude_code_log.cli", str(home / "projects" / "-home-anna-shop"), "--no-cache"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    start = time.process_time()
    read(home)
    ours = time.process_time() - start
    print(f"claude-code-log (exit {done.returncode}): {theirs:.1f} s of processor for {size / 1e6:.0f} MB,", end=" ")
    print(f"peak {after.ru_maxrss / 1024:.0f} MB; the adapter {ours:.2f} s: {theirs / ours:.0f} times as fast")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--mb", type=int, default=200, help="size of the generated history")
    options.add_argument("--flood-mb", type=int, default=500, help="size of one file that is nearly all progress")
    options.add_argument("--compare", type=Path, metavar="PYTHON", help="an interpreter with claude-code-log")
    options.add_argument("--compare-mb", type=int, default=20)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home, flooded, small = (Path(scratch, name) for name in ("home", "flooded", "small"))
        size = generate(home, given.mb)
        timed("to messages", size, lambda: read(home))
        flood = generate(flooded, 1, given.flood_mb)
        timed("nearly all progress", flood, lambda: read(flooded))
        timed("into the store, redacted", size, lambda: store(home, Path(scratch)))
        if given.compare:
            compare(small, given.compare, generate(small, given.compare_mb))


if __name__ == "__main__":
    main()
