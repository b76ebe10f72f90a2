"""RealMem's sessions as conversations, its gold, and MiniLM vectors of short texts, remembered between runs."""

import gzip
import hashlib
import json
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from compiler.records import Conversation, Message


def personas(bench: pathlib.Path) -> list[str]:
    return sorted(path.name.split("_dialogues")[0] for path in (bench / "realmem").glob("*_dialogues_256k.json.gz"))


def sessions(name: str, bench: pathlib.Path) -> Iterator[tuple[Conversation, list[dict[str, Any]]]]:
    """Each session as a conversation, with its gold memory points."""
    data = json.loads(gzip.decompress((bench / "realmem" / f"{name}_dialogues_256k.json.gz").read_bytes()))
    for session in data["dialogues"]:
        key = f"chatgpt:{session['session_uuid']}"
        messages = tuple(
            Message(
                f"{key}#{session['session_uuid']}-{i}",
                "user" if turn["speaker"] == "User" else "assistant",
                turn["content"],
                origin="person" if turn["speaker"] == "User" else "model",
            )
            for i, turn in enumerate(session["dialogue_turns"])
        )
        yield Conversation(key, "chatgpt", None, None, None, None, "", messages), session["extracted_memory"]


def gold(memory: Sequence[dict[str, Any]], kind: str) -> list[str]:
    return [re.sub(r"^【[^】]*】\s*", "", str(point["content"])) for point in memory if point["type"] == kind]


class Embed:
    """Texts to unit-length MiniLM vectors by the yardstick's own embedder; kept in the temporary folder."""

    def __init__(self, bench: pathlib.Path) -> None:
        self._bench = bench
        self._path = pathlib.Path(tempfile.gettempdir()) / "musubi-bench-vectors.npz"
        self._row: dict[str, int] = {}
        self._vectors = np.zeros((0, 384), np.float32)
        if self._path.exists():
            stored = np.load(self._path)
            self._row = {key: i for i, key in enumerate(stored["keys"].tolist())}
            self._vectors = stored["vectors"]

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        keys = [hashlib.md5(text.encode("utf-8", "replace")).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._row}
        if missing:
            made = self._embedder()(list(missing.values()))
            self._row.update({key: len(self._vectors) + i for i, key in enumerate(missing)})
            self._vectors = np.vstack([self._vectors, made])
            if len(missing) > 500:
                ordered = sorted(self._row, key=self._row.__getitem__)
                np.savez(self._path, keys=np.array(ordered), vectors=self._vectors)
        return self._vectors[[self._row[key] for key in keys]]

    def _embedder(self) -> Any:
        if not hasattr(self, "_embed"):
            sys.path.insert(0, str(self._bench))
            import measure

            self._embed = measure.embedder()
        return self._embed
