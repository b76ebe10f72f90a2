"""`musubi hook` reads the session a tool just ended, quickly, and never fails the tool."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import apsw
import pytest
from click.testing import CliRunner, Result

from compiler.cli.following import hook_command
from compiler.store import conversations
from compiler.store.connection import open_store
from compiler.store.exclusive import exclusively

LINES = (
    {"type": "user", "sessionId": "s1", "uuid": "u1", "cwd": "/home/ida/shop", "timestamp": "2026-03-02T09:00:00Z",
     "message": {"role": "user", "content": "Which port does the shop listen on?"}},
    {"type": "assistant", "sessionId": "s1", "uuid": "u2", "parentUuid": "u1", "timestamp": "2026-03-02T09:00:05Z",
     "message": {"role": "assistant", "content": [{"type": "text", "text": "8431."}]}},
)  # fmt: skip


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A session of two messages where Claude Code keeps it."""
    path = tmp_path / ".claude" / "projects" / "-home-ida-shop" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES), "utf-8")
    return path


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "Vault"


def hook(vault: Path, told: object, *more: str) -> Result:
    typed = told if isinstance(told, str | bytes) else json.dumps(told)
    return CliRunner().invoke(hook_command, ["--vault", str(vault), *more], input=typed)


def stored(vault: Path) -> list[str]:
    with open_store(vault / ".musubi" / "musubi.db", write=False) as store:
        return [c.id for c in conversations.headers(store)]


def test_a_session_is_read(vault: Path, transcript: Path) -> None:
    """Into the store alone, which is made if there is none; nothing is said on stdout, where the tool might read it."""
    done = hook(vault, {"hook_event_name": "SessionEnd", "transcript_path": str(transcript)})
    assert (done.exit_code, done.output) == (0, "")
    assert stored(vault) == ["claude_code:s1"]
    assert [p.name for p in vault.iterdir()] == [".musubi"]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("", "called by a coding tool"),
        ("{", "called by a coding tool"),
        (b"\xff\xfe{", ""),
        ([], "no transcript_path"),
        ({"transcript_path": 7}, "no transcript_path"),
        ({"transcript_path": "/nowhere/s.jsonl"}, "no transcript at"),
        ({"transcript_path": "/"}, "no transcript at"),
        ({"transcript_path": os.devnull}, "no transcript at"),
        ({"transcript_path": __file__}, "not a session"),
    ],
)
def test_bad_input_is_said_and_forgiven(vault: Path, told: object, why: str) -> None:
    """One line on stderr, exit 0, and no store made for it."""
    done = hook(vault, told)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith("musubi hook: ") and why in done.stderr and done.stderr.count("\n") == 1
    assert not vault.exists()


def test_a_broken_configuration_is_forgiven(vault: Path, transcript: Path) -> None:
    """The tool is not to blame for it."""
    vault.mkdir()
    (vault / "musubi.toml").write_text("nonsense = [", "utf-8")
    done = hook(vault, {"transcript_path": str(transcript)})
    assert done.exit_code == 0 and "musubi.toml" in done.stderr


def test_a_compile_is_not_waited_for(vault: Path, transcript: Path) -> None:
    """Whoever holds the vault's lock, or the database's, reads the session next time."""
    told = {"transcript_path": str(transcript)}
    (vault / ".musubi").mkdir(parents=True)
    with exclusively(vault / ".musubi" / "compile.lock", "busy"):
        done = hook(vault, told)
    assert done.exit_code == 0 and "a compile is running" in done.stderr
    open_store(vault / ".musubi" / "musubi.db").close()
    other = apsw.Connection(str(vault / ".musubi" / "musubi.db"))
    other.execute("BEGIN IMMEDIATE")
    done = hook(vault, told)
    other.execute("ROLLBACK")
    other.close()
    assert done.exit_code == 0 and "a compile is running" in done.stderr
    assert hook(vault, told).exit_code == 0 and stored(vault) == ["claude_code:s1"]


def test_the_settings_call_this_program_for_this_vault(vault: Path) -> None:
    """For both events, as a shell reads it, whatever is in the vault's name; nothing is written."""
    odd = vault.with_name("My notes' vault")
    settings = json.loads(hook(odd, "", "--print-config", "claude-code").stdout)
    assert set(settings["hooks"]) == {"SessionEnd", "PreCompact"}
    for [entry] in settings["hooks"].values():
        [called] = entry["hooks"]
        assert called["type"] == "command" and shlex.split(called["command"])[-3:] == ["hook", "--vault", str(odd)]
    assert not odd.exists()
