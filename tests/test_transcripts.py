"""Shell sessions that a person can read: each file of tests/transcripts is run and its output compared.

A line that starts with `$ ` is run by bash in one working folder for the whole file: an empty home, `sources` a copy
of the example's sources, `musubi` on the path. The lines up to the next command are its output, stdout and stderr
together. `…` stands for anything within a line, a line of `…` alone for any lines. `[1]` after the output is the exit
code, where it is not 0. To write a transcript anew: `UPDATE_TRANSCRIPTS=1 pytest tests/test_transcripts.py`, then read
the diff.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
FILES = sorted((HERE / "transcripts").glob("*.txt"))


def commands(text: str) -> list[tuple[str, str]]:
    """(command, expected output) in order; lines before the first command are for the reader."""
    out = []
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command += "\n" + more
        out.append((command, expected.rstrip("\n")))
    return out


def matches(expected: str, actual: str) -> bool:
    lines = expected.split("\n")
    patterns = ["(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines]
    return re.fullmatch("".join(patterns), actual + "\n") is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path: Path, tmp_path: Path) -> None:
    """What the file shows is what happens."""
    shutil.copytree(ROOT / "vault_example/sources", tmp_path / "sources")
    bin_folder = tmp_path / ".bin"
    bin_folder.mkdir()
    (bin_folder / "musubi").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m compiler "$@"\n')
    (bin_folder / "musubi").chmod(0o755)
    environment = {
        "HOME": str(tmp_path / ".home"),
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_AUTHOR_NAME": "Noor",
        "GIT_AUTHOR_EMAIL": "noor@example.org",
        "GIT_COMMITTER_NAME": "Noor",
        "GIT_COMMITTER_EMAIL": "noor@example.org",
    }
    text = path.read_text("utf-8")
    head = re.split(r"^\$ ", text, flags=re.M)[0]
    written, wrong = [head], []
    for command, expected in commands(text):
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=300, check=False,
        )  # fmt: skip
        actual = done.stdout.decode().rstrip("\n").replace(str(tmp_path), "~~")
        actual += f"{chr(10) if actual else ''}[{done.returncode}]" if done.returncode else ""
        good = matches(expected, actual)
        written.append(
            f"$ {command}\n" + (f"{expected if good else actual}\n" if (expected if good else actual) else "")
        )
        if not good:
            wrong.append(f"$ {command}\n--- expected\n{expected}\n--- got\n{actual}")
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        path.write_text("".join(written), "utf-8")
    assert not wrong, "\n\n".join(wrong)
