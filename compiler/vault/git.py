"""The vault under git: only our own files are ever added, and nothing of the person's configuration is changed."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from compiler.errors import VaultError

IGNORED = "*\n!.gitignore\n!musubi.lock\n"


def keep_database_out(data: Path) -> None:
    """Let git see the lock alone of our own folder, whether or not the vault is under git yet."""
    ignore = data / ".gitignore"
    if not ignore.exists():
        data.mkdir(parents=True, exist_ok=True)
        ignore.write_text(IGNORED, "utf-8")


def is_repository(folder: Path) -> bool:
    return _git(folder, "rev-parse", "--is-inside-work-tree", check=False).strip() == b"true"


def has_commit(vault: Path) -> bool:
    return bool(_git(vault, "rev-parse", "--verify", "--quiet", "HEAD", check=False))


def start(vault: Path) -> None:
    """Make the vault a repository where it is in none."""
    if not is_repository(vault):
        _git(vault, "init", "--quiet")


def commit(vault: Path, paths: Iterable[str], message: str) -> bool:
    """Commit these paths (below the vault; deleted ones too) and nothing else; False when there is nothing to say.
    What the person had staged stays staged."""
    wanted = sorted({*paths, ".musubi/.gitignore", ".musubi/musubi.lock"})
    tracked = _names(_git(vault, "ls-files", "-z"))
    present = [path for path in wanted if path in tracked or (vault / path).exists()]
    with tempfile.NamedTemporaryFile() as spec:
        spec.write("\0".join(present).encode("utf-8", "surrogateescape"))
        spec.flush()
        only = (f"--pathspec-from-file={spec.name}", "--pathspec-file-nul")
        _git(vault, "add", "--all", *only)
        if not set(present) & _names(_git(vault, "diff", "--cached", "--name-only", "-z", "--relative")):
            return False
        _git(vault, "commit", "--quiet", "--file=-", "--only", *only, stdin=message.encode())
    return True


def files_at(vault: Path, revision: str) -> Mapping[str, bytes]:
    """The Markdown files below the vault at a revision, by path below the vault. VaultError for an unknown revision."""
    listed = _git(vault, "ls-tree", "-r", "-z", "--name-only", revision, ".", check=True)
    names = [n.decode("utf-8", "surrogateescape") for n in listed.split(b"\0") if n.endswith(b".md")]
    prefix = _git(vault, "rev-parse", "--show-prefix").decode().strip()
    request = "".join(f"{revision}:{prefix}{name}\n" for name in names).encode("utf-8", "surrogateescape")
    answer = _git(vault, "cat-file", "--batch", stdin=request)
    out: dict[str, bytes] = {}
    place = 0
    for name in names:
        head, _, _ = answer[place:].partition(b"\n")
        size = int(head.rsplit(b" ", 1)[1])
        start = place + len(head) + 1
        out[name] = answer[start : start + size]
        place = start + size + 1
    return out


def _names(listed: bytes) -> set[str]:
    return {name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name}


def _git(folder: Path, *words: str, stdin: bytes | None = None, check: bool = True) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - git with words of our own
            ["git", "--literal-pathspecs", *words],  # noqa: S607 - the person's git
            cwd=folder,
            input=stdin,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise VaultError("git is not installed, so `--git` and `musubi diff` cannot work.") from None
    if check and done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise VaultError(f"git {words[0]} failed in {folder}: {reason[-1] if reason else done.returncode}")
    return done.stdout
