"""How fast a ChatGPT export becomes normalised messages, beside `convoviz` reading the same file.

    python bench/chatgpt_speed.py make PATH [--megabytes N] [--seed N]     writes a classic conversations.json
    python bench/chatgpt_speed.py run PATH [--convoviz PYTHON]              PYTHON is an interpreter with convoviz

Four measurements, each in a process of its own, imports not counted; seconds are of processor time, so that a busy
machine does not decide; memory is the peak resident set. Read against read: the adapter's normalised messages beside
`convoviz` (0.1.7, the last on PyPI; wants pydantic below 2.6) loading, linking and walking messages to their text. Kept
against kept: messages redacted into the store beside Markdown files on disk.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import textwrap
import uuid
import zipfile
from pathlib import Path

# fmt: off
WORDS = (
    "the", "of", "and", "to", "in", "is", "that", "for", "it", "with", "as", "was", "on", "be", "by", "this", "have",
    "from", "not", "which", "one", "you", "their", "there", "been", "if", "more", "when", "will", "would", "who", "so",
    "index", "query", "vector", "latency", "schema", "migration", "deploy", "cache", "token", "branch", "review",
)
# fmt: on

OURS = """
import numpy, resource, sys, time
sys.path.insert(0, {repository!r})
from pathlib import Path
from adapters.chatgpt import ADAPTER
start, conversations, messages, characters = time.process_time(), 0, 0, 0
for unit in ADAPTER.discover(Path({path!r})):
    for record in ADAPTER.read(unit):
        found = getattr(record, "messages", ())
        conversations += bool(found)
        messages += len(found)
        characters += sum(len(message.text) for message in found)
took = time.process_time() - start
print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, conversations, messages, characters)
"""

STORED = """
import numpy, resource, sys, tempfile, time
sys.path.insert(0, {repository!r})
from pathlib import Path
from adapters.chatgpt import ADAPTER
from compiler.ingest import Root, ingest
from compiler.store.connection import open_store
class Quiet:
    def report(self, event): pass
with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "musubi.db") as store:
    start = time.process_time()
    counts = ingest(store, [Root(ADAPTER, Path({path!r}))], Quiet(), whole=False)["chatgpt"]
    took = time.process_time() - start
    (characters,) = store.execute("SELECT sum(length(text)) FROM messages").fetchone()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(took, peak, counts.conversations, counts.messages, characters)
"""

CONVOVIZ = """
import resource, time
from pathlib import Path
from convoviz.models import ConversationSet
start, messages, characters = time.process_time(), 0, 0
conversations = ConversationSet.from_json(Path({path!r})).array
for conversation in conversations:
    for node in conversation.node_mapping.values():
        if node.message is not None:
            messages += 1
            characters += len(node.message.text)
took = time.process_time() - start
print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(conversations), messages, characters)
"""

CONVOVIZ_NOTES = """
import resource, tempfile, time
from pathlib import Path
from convoviz.models import ConversationSet
start = time.process_time()
found = ConversationSet.from_json(Path({path!r}))
with tempfile.TemporaryDirectory() as folder:
    found.save(folder)
    took = time.process_time() - start
    characters = sum(len(note.read_text()) for note in Path(folder).iterdir())
print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found.array), 0, characters)
"""


def make(path: Path, megabytes: float, seed: int) -> None:
    """An array of conversations shaped and sized like a classic export: hidden nodes, tool calls, forks, metadata."""
    rng = random.Random(seed)
    size = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        while size < megabytes * 1e6:
            text = json.dumps(_conversation(rng), ensure_ascii=False)
            size += file.write(text if not size else ", " + text)
        file.write("]")


def _conversation(rng: random.Random) -> dict[str, object]:
    start = 1_680_000_000 + rng.random() * 60_000_000
    identity = _uuid(rng)
    mapping: dict[str, dict[str, object]] = {}
    leaf = _add(mapping, None, None)
    leaf = _add(mapping, leaf, _message(rng, "system", "", start, weight=0.0, hidden=True))
    for turn in range(rng.choice((1, 1, 2, 3, 4, 6, 8, 12, 20, 40))):
        at = start + 90 * turn
        asked = _add(mapping, leaf, _message(rng, "user", _text(rng, 10, 120), at))
        if rng.random() < 0.15:
            leaf = _add(mapping, asked, _message(rng, "assistant", _text(rng, 20, 60), at + 1, to="python"))
            leaf = _add(mapping, leaf, _message(rng, "tool", _text(rng, 20, 300), at + 2))
        else:
            leaf = asked
        if rng.random() < 0.08:
            _add(mapping, asked, _message(rng, "assistant", _text(rng, 50, 300), at + 3))
        leaf = _add(mapping, leaf, _message(rng, "assistant", _text(rng, 80, 600), at + 4))
    return {
        "title": _text(rng, 3, 6), "create_time": start, "update_time": start + 5000, "mapping": mapping,
        "moderation_results": [], "current_node": leaf, "conversation_id": identity, "is_archived": False,
        "safe_urls": [], "default_model_slug": "gpt-4o", "id": identity,
    }  # fmt: skip


def _add(mapping: dict[str, dict[str, object]], parent: str | None, message: dict[str, object] | None) -> str:
    key = str(message["id"]) if message else "client-created-root"
    mapping[key] = {"id": key, "message": message, "parent": parent, "children": []}
    if parent:
        mapping[parent]["children"].append(key)  # type: ignore[attr-defined]
    return key


def _message(
    rng: random.Random, role: str, text: str, at: float, *, weight: float = 1.0, hidden: bool = False, to: str = "all"
) -> dict[str, object]:
    metadata: dict[str, object] = {"request_id": _uuid(rng), "timestamp_": "absolute", "parent_id": _uuid(rng)}
    if role == "assistant":
        metadata |= {"model_slug": "gpt-4o", "finish_details": {"type": "stop", "stop_tokens": [200002]}}
        metadata |= {"citations": [], "content_references": []}
    if hidden:
        metadata["is_visually_hidden_from_conversation"] = True
    return {
        "id": _uuid(rng),
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": weight,
        "metadata": metadata,
        "recipient": to,
        "channel": None,
    }


def _text(rng: random.Random, least: int, most: int) -> str:
    words = rng.choices(WORDS, k=rng.randint(least, most))
    return "\n\n".join(" ".join(words[at : at + 60]) for at in range(0, len(words), 60)).capitalize() + "."


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def measure(python: str, script: str, **values: str) -> list[float]:
    """Seconds, peak MB, conversations, messages, characters."""
    with tempfile.TemporaryDirectory() as home:
        # convoviz looks for an export in ~/Downloads when it is imported, and fails without one.
        (Path(home) / "Downloads").mkdir()
        zipfile.ZipFile(Path(home) / "Downloads" / "export.zip", "w").close()
        command = [python, "-c", textwrap.dedent(script).format(**values)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, "HOME": home, "MPLCONFIGDIR": home}
        )
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return [float(value) for value in done.stdout.split()[-5:]]


def run(path: Path, convoviz: str | None) -> None:
    megabytes = path.stat().st_size / 1e6
    values = {"path": str(path), "repository": str(Path(__file__).resolve().parent.parent)}
    pairs = [("read", OURS, CONVOVIZ), ("kept", STORED, CONVOVIZ_NOTES)]
    for what, ours, theirs in pairs:
        rows = [("musubi", measure(sys.executable, ours, **values))]
        if convoviz:
            rows.append(("convoviz", measure(convoviz, theirs, **values)))
        for name, (seconds, peak, conversations, messages, characters) in rows:
            print(
                f"{what} {name:9}{megabytes:.0f} MB in {seconds:.2f} s, {megabytes / seconds:.0f} MB/s, "
                f"peak {peak:.0f} MB, {conversations:.0f} conversations, {messages:.0f} messages, "
                f"{characters / 1e6:.1f} M characters"
            )
        if convoviz:
            print(f"{what} ratio    {rows[1][1][0] / rows[0][1][0]:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("path", type=Path)
    making.add_argument("--megabytes", type=float, default=200)
    making.add_argument("--seed", type=int, default=1)
    running = commands.add_parser("run")
    running.add_argument("path", type=Path)
    running.add_argument("--convoviz", help="an interpreter that has convoviz installed")
    given = parser.parse_args()
    if given.command == "make":
        make(given.path, given.megabytes, given.seed)
    else:
        run(given.path, given.convoviz)
