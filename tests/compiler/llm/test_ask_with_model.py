"""`musubi ask --llm` and `musubi chat --llm` from the outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiler.llm.servers import Answer, Body, refuse, says, serving
from tests.compiler.llm.test_compile_with_model import environment, home, run, settings

__all__ = ["home"]
QUESTION = "At how many degrees do I proof the dough?"


@pytest.fixture
def compiled(home: Path) -> Path:
    """A vault with notes by rules."""
    settings(home)
    assert run(home).returncode == 0
    return home


def ask(home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "compiler", *words, "--vault", str(home / "V")]
    return subprocess.run(
        command, cwd=home, env=environment(home), input=typed, capture_output=True, text=True, check=True
    )


def writer(body: Body) -> Answer:
    """Repeats the first line it was given, with its number; makes any question about `the dough`."""
    user = body["messages"][-1]["content"]
    if "Last question:" in user:
        return says("At how many degrees do I proof the dough, and why?")
    return says(
        f"You said: {user.partition('[1] ')[2].splitlines()[0].partition(': ')[2]} [1]. The moon is cheese [1]."
    )


def test_ask_is_written_by_the_model_and_checked(compiled: Path) -> None:
    """The sentence with its citation and where that is from; the moon is left out. What it cost is counted."""
    with serving(writer) as server:
        settings(compiled, endpoint=server.url)
        told = ask(compiled, "ask", "--llm", QUESTION)
        status = json.loads(ask(compiled, "status", "--json").stdout)
    first, *rest = told.stdout.splitlines()
    assert first.startswith("You said:") and "degrees" in first and first.endswith("[1]")
    assert "moon" not in told.stdout and [line[:3] for line in rest if line] == ["[1]"]
    assert [(u["model"], u["purpose"], u["requests"]) for u in status["token_usage"]] == [("tiny", "ask", 1)]


def test_ask_without_the_word_asks_nobody(compiled: Path) -> None:
    """The answer is quoted; so it is where the endpoint fails, which is said."""
    with serving(lambda _: refuse("CUDA error", 500)) as server:
        settings(compiled, endpoint=server.url)
        quoted = ask(compiled, "ask", QUESTION)
        assert not server.asked and "degrees" in quoted.stdout
        failed = ask(compiled, "ask", "--llm", QUESTION)
    assert failed.stdout == quoted.stdout and "CUDA error" in failed.stderr
    absent = ask(compiled, "ask", "--llm", QUESTION)
    assert absent.stdout == quoted.stdout and "Nobody answers" in absent.stderr


def test_what_is_not_in_the_history_is_not_asked(compiled: Path) -> None:
    """Below the floor the model is not called."""
    with serving(writer) as server:
        settings(compiled, endpoint=server.url)
        told = ask(compiled, "ask", "--llm", "Who won the world cup in 1966?")
    assert told.stdout.startswith("Nothing in your history.") and not server.asked


def test_chat_understands_a_question_by_the_one_before(compiled: Path) -> None:
    """The second is made to stand alone; an empty line ends the talk."""
    with serving(writer) as server:
        settings(compiled, endpoint=server.url)
        told = ask(compiled, "chat", "--llm", typed=f"{QUESTION}\nand why?\n\n")
    prompts = [body["messages"][-1]["content"] for body in server.asked]
    assert [("Last question: and why?" in p, "Question: At how many" in p) for p in prompts] == [
        (False, True),
        (True, False),
        (False, True),
    ]
    assert told.stdout.count("You said:") == 2


def test_chat_without_a_model_quotes(compiled: Path) -> None:
    """Every question gets its lines."""
    told = ask(compiled, "chat", typed=f"{QUESTION}\nhello\n")
    assert "degrees" in told.stdout and "Ask about something you have talked about." in told.stdout
