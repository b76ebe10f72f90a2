"""RealMem personas as stores: sessions in, vectors made once, kept in a folder for the next run.

The data is AvatarMemory/RealMemBench (Apache-2.0), one `NAME_dialogues_256k.json.gz` a persona.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from compiler import config, embed
from compiler.build import run_passes
from compiler.events import Silent
from compiler.passes import PassContext
from compiler.passes.embed import embed_chunks
from compiler.records import Conversation, Message, Sealed
from compiler.search.query import parse
from compiler.store import conversations
from compiler.store.connection import Store, open_store


@dataclass(frozen=True)
class Question:
    """A message asked in session `at`, answered from the earlier sessions `gold`."""

    at: int
    text: str
    gold: frozenset[int]


@dataclass(frozen=True)
class Persona:
    """`ids[i]` is the conversation id of session i; sessions are in the order of time."""

    name: str
    ids: list[str]
    sessions: list[dict[str, Any]]
    questions: list[Question]
    store: Store

    def place(self, conversation_id: str) -> int:
        return self.ids.index(conversation_id)

    def remembered(self, step: int) -> list[Question]:
        """What sessions are remembered for, every `step`-th, asked after the last of them."""
        points = [(str(m["content"]), n) for n, s in enumerate(self.sessions) for m in s["extracted_memory"]]
        return [
            Question(len(self.sessions), re.sub(r"^【[^】]*】\s*", "", text), frozenset({n}))
            for text, n in points[::step]
        ]


def short(text: str) -> str:
    """Its first four words that say something, as people type them into a search box."""
    return " ".join(parse(text).words[:4])


def personas(data: Path, cache: Path) -> Iterator[Persona]:
    for path in sorted(data.glob("*_dialogues_256k.json.gz")):
        name = path.name.split("_dialogues")[0]
        sessions = json.loads(gzip.decompress(path.read_bytes()))["dialogues"]
        store = _store(cache / f"{name}.db", sessions)
        yield Persona(name, [_id(s) for s in sessions], sessions, list(_questions(sessions)), store)


def _questions(sessions: list[dict[str, Any]]) -> Iterator[Question]:
    place = {s["session_uuid"]: n for n, s in enumerate(sessions)}
    for at, session in enumerate(sessions):
        turns = session["dialogue_turns"]
        for turn, answer in pairwise(turns):
            if turn.get("is_query"):
                gold = frozenset(place.get(x, at) for x in answer.get("memory_session_uuids") or [])
                gold = frozenset(g for g in gold if g < at)
                if gold:
                    yield Question(at, " ".join(turn["content"].split()), gold)


def _store(path: Path, sessions: list[dict[str, Any]]) -> Store:
    path.parent.mkdir(parents=True, exist_ok=True)
    store = open_store(path)
    with store.transaction():
        for number, session in enumerate(sessions):
            conversations.save(store, Sealed(_conversation(number, session)), "bench")
    settings = config.load(path.parent / "vault")
    run_passes(PassContext(store, settings, Silent()))
    embed_chunks(store, embed.load(settings.embed), Silent())
    return store


def _conversation(number: int, session: dict[str, Any]) -> Conversation:
    day = dt.datetime.fromisoformat(session["current_time"].split(" ")[0])
    start = day + dt.timedelta(hours=6, minutes=number % 600)
    cid = _id(session)
    messages = tuple(
        Message(
            f"{cid}#{session['session_uuid']}-{n}",
            "user" if turn["speaker"] == "User" else "assistant",
            turn["content"],
            created_at=_time(start + dt.timedelta(seconds=20 * n)),
        )
        for n, turn in enumerate(session["dialogue_turns"])
    )
    return Conversation(cid, "chatgpt", None, None, _time(start), _time(start), "realmem", messages)


def _id(session: dict[str, Any]) -> str:
    return f"chatgpt:{session['session_uuid']}"


def _time(moment: dt.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
