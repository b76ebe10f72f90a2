"""What was learned between two states of the notes, and how git is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from compiler.errors import VaultError
from compiler.vault import git
from compiler.vault.history import sentences
from compiler.vault.learned import State, changes, read_state, subject


def note(kind: str, identity: str, body: str = "", **properties: str) -> bytes:
    rows = [f"kind: {kind}", f"musubi_id: {identity}", *(f"{k}: {v}" for k, v in properties.items())]
    return ("---\n" + "\n".join(rows) + f"\n---\n\n{body}\n").encode()


def loops(*lines: str) -> bytes:
    return note("loops", "page:open-loops", "\n".join(lines))


BEFORE = {
    "Decisions/a.md": note("decision", "d-1", summary="Use Postgres.", status="active"),
    "Open loops.md": loops("- [ ] Send the letter \\[soon\\] ([[C#^m-1|Letter]], 2026-06-20) ^l-1"),
    "Profile.md": note("profile", "page:profile", "- Lives in Bergen · [[C#^m-2|Gloves]] 2026-06-05 ^f-1"),
    "Mine.md": b"# not ours\n",
}
AFTER = {
    "Decisions/a.md": note("decision", "d-1", summary="Use Postgres.", status="superseded"),
    "Decisions/b.md": note("decision", "d-2", summary="Use SQLite.", status="active"),
    "Open loops.md": loops(
        "- [x] Send the letter \\[soon\\] ([[C#^m-1|Letter]], 2026-06-20) · closed ^l-1",
        "- [ ] Delete Postgres ([[D#^m-1|Drop]], 2026-07-07) ^l-2",
    ),
    "Profile.md": note("profile", "page:profile", "- Lives in Trondheim · [[C#^m-2|Moving]] 2026-08-02 ^f-2"),
    "Conversations/c.md": note("conversation", "chatgpt:1", title="Moving"),
}


def test_two_states_are_told_apart_in_words() -> None:
    """Decisions made and reversed, loops opened and closed, facts learned and dropped, conversations read."""
    found = changes(read_state(BEFORE), read_state(AFTER))
    assert sentences(found) == [
        "Decided: Use SQLite.",
        "No longer holds: Use Postgres.",
        "Opened: Delete Postgres",
        "Closed: Send the letter [soon]",
        "Learned: Lives in Trondheim",
        "Dropped: Lives in Bergen",
        "Read: Moving",
    ]
    assert subject(found) == (
        "1 decision, 1 decision reversed, 1 loop opened, 1 loop closed, 1 fact, from 1 conversation"
    )


def test_the_same_state_teaches_nothing() -> None:
    """And an empty vault holds nothing."""
    assert changes(read_state(AFTER), read_state(AFTER)) == []
    assert read_state({}) == State()


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Noor")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "noor@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git.start(tmp_path)
    return tmp_path


def shown(vault: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=vault, check=True, capture_output=True, text=True).stdout


def test_only_our_files_are_committed(vault: Path) -> None:
    """The person's own file, and what they had staged, stay as they were."""
    (vault / "Ours [1] é.md").write_text("ours")
    (vault / "theirs.md").write_text("theirs")
    (vault / "staged.md").write_text("staged")
    shown(vault, "add", "staged.md")
    assert git.commit(vault, ["Ours [1] é.md"], "1 decision\n") is True
    assert shown(vault, "-c", "core.quotePath=false", "show", "--format=%s", "--name-only").split("\n") == [
        "1 decision", "", "Ours [1] é.md", "",
    ]  # fmt: skip
    assert shown(vault, "status", "--short").splitlines() == ["A  staged.md", "?? theirs.md"]


def test_nothing_new_is_no_commit_and_a_removed_note_is_one(vault: Path) -> None:
    """A second commit of the same bytes does not happen; a deletion does."""
    (vault / "a.md").write_text("ours")
    git.commit(vault, ["a.md"], "first\n")
    assert git.commit(vault, ["a.md"], "second\n") is False
    (vault / "a.md").unlink()
    assert git.commit(vault, ["a.md"], "third\n") is True
    assert git.files_at(vault, "HEAD~1") == {"a.md": b"ours"}
    assert git.files_at(vault, "HEAD") == {}


def test_an_unknown_revision_is_one_sentence(vault: Path) -> None:
    """Git's own last line is passed on."""
    with pytest.raises(VaultError, match="git ls-tree failed"):
        git.files_at(vault, "nonsense")
