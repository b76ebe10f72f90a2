"""`musubi compile --llm` from the outside, against a server on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from compiler.store.connection import open_store
from tests.adapters.chatgpt_exports import chat, said
from tests.compiler.llm.servers import Answer, Body, after, refuse, says, serving
from tests.compiler.passes.modelled.chats import PADDING, answer, asked_about, notes_by

ROOT = Path(__file__).parents[3]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An invented home with an export of four long conversations; `musubi.toml` is the test's to write."""
    told = []
    for number in range(1, 5):
        first = said("user", "My bread stays flat.")
        reply = said("assistant", "Proof it colder. " + PADDING * 25, at=20)
        last = said("user", f"Decided: I proof the dough at {number} degrees.", at=40)
        turns = [("r", None, None), ("a", "r", first), ("b", "a", reply), ("c", "b", last)]
        told.append(chat(*turns, id=f"bread-{number}", conversation_id=f"bread-{number}"))
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / "conversations.json").write_text(json.dumps(told))
    return tmp_path


def words(home: Path, *more: str) -> list[str]:
    source = f"chatgpt={home / 'export'}"
    return [
        sys.executable,
        "-m",
        "compiler",
        "compile",
        "--vault",
        str(home / "V"),
        "--source",
        source,
        "--no-embed",
        *more,
    ]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(home)}


def settings(home: Path, **llm: Any) -> None:
    lines = (f"{key} = {json.dumps(value)}" for key, value in llm.items())
    (home / "musubi.toml").write_text("[llm]\n" + "\n".join(lines))


def run(home: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words(home, *more), cwd=home, env=environment(home), capture_output=True, text=True, check=False
    )


def baker(body: Body) -> Answer:
    return says("```json\n" + answer(asked_about(body["messages"][-1]["content"])) + "\n```")


def test_the_model_writes_the_notes_of_the_vault(home: Path) -> None:
    """From the answer in a fence to the page; `--json` counts what it did, and a second run asks nothing."""
    with serving(baker) as server:
        settings(home, endpoint=server.url)
        first = run(home, "--llm", "--json")
        asked = len(server.asked)
        second = run(home, "--llm", "--json")
    assert first.returncode == second.returncode == 0, first.stderr
    assert json.loads(first.stdout)["passes"]["model"] == {"run": 4, "fresh": 0, "failed": 0}
    assert json.loads(second.stdout)["passes"]["model"] == {"run": 0, "fresh": 4, "failed": 0}
    assert json.loads(second.stdout)["vault"]["written"] == 0 and len(server.asked) == asked == 5
    told = [text for place, text in pages(home / "V").items() if place.startswith("Conversations/")]
    assert sum("User proofs the dough at" in page for page in told) == 4


def test_a_lost_store_says_what_of_the_model_went_with_it(home: Path) -> None:
    """Its notes cannot be made again from the sources alone."""
    with serving(baker) as server:
        settings(home, endpoint=server.url)
        run(home, "--llm")
    for file in (home / "V" / ".musubi").glob("musubi.db*"):
        file.unlink()
    again = run(home)
    assert "4 notes that a model made for an earlier one are now made by rules" in again.stderr
    assert "made for an earlier one" not in run(home).stderr


def test_nothing_is_asked_without_the_word(home: Path) -> None:
    """An endpoint in the configuration alone is no permission; `enabled = true` is."""
    with serving(baker) as server:
        settings(home, endpoint=server.url)
        assert run(home).returncode == 0 and not server.asked
        settings(home, endpoint=server.url, enabled=True)
        assert run(home, "--dry-run").returncode == 0 and not server.asked
        assert run(home).returncode == 0 and len(server.asked) == 5


def test_a_run_whose_endpoint_is_down_finishes_by_rules(home: Path) -> None:
    """It says so and exits 0; the vault is whole."""
    settings(home, endpoint="127.0.0.1:9")
    done = run(home, "--llm", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["vault"]["written"] > 4
    assert "Nobody answers at http://127.0.0.1:9/v1" in done.stderr and "without a model" in done.stderr


def test_another_machine_is_refused_and_the_run_finishes(home: Path) -> None:
    """The sentence says what would have left this one."""
    settings(home, endpoint="http://192.0.2.1:8080")
    done = run(home, "--llm")
    assert done.returncode == 0 and "192.0.2.1 is not this machine: excerpts of your conversations" in done.stderr


def test_a_server_with_trouble_costs_what_it_costs(home: Path) -> None:
    """500 for one conversation: three notes by the model, one problem, exit 0."""

    def moody(body: Body) -> Answer:
        return refuse("CUDA error", 500) if asked_about(body["messages"][-1]["content"]) == 2 else baker(body)

    with serving(moody) as server:
        settings(home, endpoint=server.url)
        done = run(home, "--llm", "--json")
    assert json.loads(done.stdout)["passes"]["model"] == {"run": 3, "fresh": 0, "failed": 1} and done.returncode == 0


def test_a_killed_run_is_resumed(home: Path) -> None:
    """Killed while the server sleeps over the third conversation; the next run asks about the two that are left, and
    the vault ends as that of a run which nobody killed."""

    def sleepy(body: Body) -> Answer:
        return baker(body) if asked_about(body["messages"][-1]["content"]) < 3 else after(30, says("{}"))

    with serving(sleepy) as server:
        settings(home, endpoint=server.url, workers=1)
        process = subprocess.Popen(words(home, "--llm"), cwd=home, env=environment(home), stderr=subprocess.DEVNULL)
        while len(server.asked) < 4 and process.poll() is None:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with open_store(home / "V" / ".musubi" / "musubi.db") as store:
        assert notes_by(store, "tiny") == ["chatgpt:bread-1", "chatgpt:bread-2"]
    with serving(baker) as server:
        settings(home, endpoint=server.url)
        done = run(home, "--llm", "--json")
        assert sorted(asked_about(b["messages"][-1]["content"]) for b in server.asked) == [0, 3, 4]
        resumed = pages(home / "V")
        rmtree(home / "V")
        run(home, "--llm")
    assert json.loads(done.stdout)["passes"]["model"] == {"run": 2, "fresh": 2, "failed": 0}
    assert resumed == pages(home / "V")


def pages(vault: Path) -> dict[str, str]:
    """What the person sees of a vault: path → text."""
    shown = (p for p in vault.rglob("*") if p.suffix in (".md", ".base", ".canvas"))
    return {str(p.relative_to(vault)): p.read_text() for p in shown}


def test_an_interruption_of_the_trial_is_none_of_the_run(home: Path) -> None:
    """Ctrl-C while the model is slow to show how fast it is: the vault is written by rules."""
    with serving(lambda _: after(60, says("{}"))) as server:
        settings(home, endpoint=server.url)
        process = subprocess.Popen(
            words(home, "--llm"), cwd=home, env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        while not server.asked and process.poll() is None:
            time.sleep(0.05)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, said_beside = process.communicate()
    assert process.returncode == 0 and b"The model made 0 of 4 notes; the next run goes on" in said_beside
    assert len(list((home / "V" / "Conversations").rglob("*.md"))) == 4


def test_an_interrupted_run_writes_what_is_done(home: Path) -> None:
    """Ctrl-C ends the model's part, waits for nobody, and the vault has the notes that were made."""

    def sleepy(body: Body) -> Answer:
        return baker(body) if asked_about(body["messages"][-1]["content"]) < 3 else after(60, says("{}"))

    with serving(sleepy) as server:
        settings(home, endpoint=server.url, workers=1)
        command = words(home, "--llm", "--json")
        process = subprocess.Popen(
            command, cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        while len(server.asked) < 4 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        told, said_beside = process.communicate()
    assert process.returncode == 0 and json.loads(told)["passes"]["model"]["run"] == 2
    assert "The model made 2 of 4 notes; the next run goes on from there." in said_beside
    written = [text for place, text in pages(home / "V").items() if place.startswith("Conversations/")]
    assert sum("tiny" in page for page in written) == 2 and len(written) == 4


@pytest.mark.parametrize(
    "more", [("--redo",), ("--budget", "3"), ("--llm", "--budget", "soon"), ("--llm", "--budget", "0")]
)
def test_wrong_words_are_said_so(home: Path, more: tuple[str, ...]) -> None:
    """Exit 2 and one sentence."""
    settings(home)
    done = run(home, *more)
    assert done.returncode == 2 and done.stderr.startswith("musubi: `--") and done.stderr.count("\n") == 1
