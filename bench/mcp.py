"""How long an agent waits for each tool, over stdio and HTTP, on a generated store.

    python -m bench.mcp FOLDER [CHUNKS]

The chunks are those of `bench.search.speed`; each conversation also gets a note with a decision, a loop, a fact and a
key point, entities and a topic. Made once, kept in FOLDER. Times are of whole calls by the SDK's own client; over HTTP
also of the server's processor a call (Linux), which depends less on what else the machine does.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import numpy as np
from mcp import Client, StdioServerParameters

from bench.search import speed
from compiler.embed.minilm import DIMENSION
from compiler.passes.index import passages_of
from compiler.records import Entity, Item, ItemKind, Message, Note, Sealed
from compiler.store import chunks, entities, marks, notes, passages, threads, topics
from compiler.store import conversations as heads
from compiler.store.connection import Store, open_store
from compiler.store.entities import Named
from compiler.store.marks import Mention
from compiler.store.threads import Fact, Thread
from compiler.store.topics import Topic

CALLS = 40
TARGET = 60
KINDS: tuple[ItemKind, ...] = ("decision", "loop", "fact", "key_point")


def conclude(store: Store) -> None:
    """A note for every conversation, one in ten decisions superseded by the next, 50 topics, an entity for ten."""
    random = np.random.default_rng(5)
    ids = sorted({cid for cid, _, _ in chunks.spans(store)})
    tools = max(20, len(ids) // 10)
    with store.transaction():
        for number, cid in enumerate(ids):
            speak(store, cid)
            names = [f"Tool{(number * 7 + k) % tools}" for k in range(3)]
            items = tuple(
                Item(f"{kind}{number:06}", kind, speed.sentence(random, 12), (f"{cid}#0",), "said so") for kind in KINDS
            )
            note = Note(
                cid, f"Talk {number}", speed.sentence(random, 20), items, tuple(Entity(n, "tool") for n in names)
            )
            notes.save(store, note, "bench")
            told = passages_of(note)
            made = random.standard_normal((len(told), DIMENSION)).astype(np.float32)
            made /= np.linalg.norm(made, axis=1, keepdims=True)
            passages.replace(store, cid, told, list(made))
            marks.replace(store, cid, [], [Mention(n.casefold(), n, "tool") for n in names])
        count = len(ids)
        threads.replace(store, "decision", [
            Thread(f"decision{n:06}", f"decision{n:06}", None if n % 10 else f"decision{(n + 1) % count:06}")
            for n in range(count)
        ])  # fmt: skip
        threads.replace(store, "loop", [Thread(f"loop{n:06}", f"loop{n:06}") for n in range(count)])
        threads.replace_profile(store, [
            Fact(f"fact{n:06}", f"Theme {n % 9}", "Likes this", (f"fact{n:06}",), 1) for n in range(min(300, count))
        ])  # fmt: skip
        entities.replace(store, [Named(f"tool{n}", f"Tool{n}", "tool", count * 3 // tools) for n in range(tools)])
        for n in range(50):
            topics.put(store, Topic(f"topic:{n}", f"Topic {n}", "rules", count, bytes(DIMENSION)))
        topics.assign(store, {cid: (f"topic:{n % 50}", 0.5) for n, cid in enumerate(ids)})


def speak(store: Store, cid: str) -> None:
    """The messages that a conversation's chunks are of."""
    head = heads.header(store, cid)
    assert head
    said = tuple(
        Message(c.message_id, "user" if c.person else "assistant", c.text, (), head.created_at, str(c.row))
        for c in chunks.of(store, cid)
    )
    heads.save(store, Sealed(replace(head, messages=said)), "bench")


def calls(question: str, cid: str) -> Mapping[str, dict[str, Any]]:
    return {
        "search_conversations": {"query": question},
        "read_conversation": {"id": cid},
        "list_topics": {},
        "generate_context": {"task": question},
        "get_profile": {},
        "who_am_i": {},
        "recall_decisions": {"query": question},
        "list_open_loops": {"project": None},
        "find_similar": {"target": cid},
        "get_dossier": {"name": "Tool7"},
    }


async def measure(name: str, server: Any, conversations: int, process: int | None = None) -> None:
    random = np.random.default_rng(11)
    async with Client(server) as client:
        await client.list_tools()
        took: dict[str, list[float]] = {}
        spent: dict[str, list[float]] = {}
        for tool in calls("", ""):
            for n in range(CALLS + 2):
                cid = f"chatgpt:{int(random.integers(conversations)):06}"
                arguments = calls(speed.sentence(random, 8), cid)[tool]
                started, before = time.perf_counter(), _processor(process)
                answer = await client.call_tool(tool, arguments)
                assert not answer.is_error, answer.content
                if n >= 2:  # the first loads, the second settles
                    took.setdefault(tool, []).append((time.perf_counter() - started) * 1000)
                    spent.setdefault(tool, []).append((_processor(process) - before) * 1000)
        for table in (took, spent):
            table["all"] = [ms for times in table.values() for ms in times]
        for tool, times in took.items():
            cpu = f"   processor: {quantiles(spent[tool])}" if process else ""
            print(f"{name:5} {tool:22} {quantiles(times)}{cpu}")
        print(f"{name:5} target: p95 under {TARGET} ms")


def quantiles(times: list[float]) -> str:
    return f"p50 {np.quantile(times, 0.5):6.1f} ms   p95 {np.quantile(times, 0.95):6.1f} ms"


def _processor(process: int | None) -> float:
    """Seconds of processor time that the threads of a process have used (Linux, which counts nanoseconds there)."""
    if process is None:
        return 0.0
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    vault = folder / f"mcp-{count}"
    path = vault / ".musubi" / "musubi.db"
    if not path.exists():
        path.parent.mkdir(parents=True)
        known = folder / f"vault-{count}" / ".musubi" / "musubi.db"
        if known.exists():
            shutil.copyfile(known, path)
        else:
            speed.generate(path, count)
        with open_store(path) as store:
            conclude(store)
            store.checkpoint()
    held = count // speed.PER_CONVERSATION
    command = [sys.executable, "-m", "compiler", "mcp", "--vault", str(vault)]
    anyio.run(measure, "stdio", StdioServerParameters(command=command[0], args=command[1:]), held)
    server = subprocess.Popen([*command, "--http", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr
        found = re.search(r"http://\S+/mcp", server.stderr.readline())
        assert found
        anyio.run(measure, "http", found.group(), held, server.pid)
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
