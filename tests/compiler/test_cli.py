"""The command line as a whole: every command has help, and light commands stay light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from compiler.cli import COMMANDS

ROOT = Path(__file__).parents[2]
HEAVY = {"numpy", "onnxruntime", "openai", "mcp", "rich", "tokenizers", "jinja2", "adapters", "apsw"}


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiler", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    """`--help` works, exits 0 and says what each option means."""
    done = run(name, "--help")
    assert done.returncode == 0, done.stderr
    assert "Usage: musubi" in done.stdout


def test_help_imports_nothing_heavy() -> None:
    """The list of commands is shown without loading what they need."""
    script = (
        "import sys\nfrom compiler.cli import cli\n"
        "try: cli.main(['--help'], standalone_mode=False)\nexcept SystemExit: pass\n"
        "print(' '.join(sorted({m.split('.')[0] for m in sys.modules})), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stderr.split())


@pytest.mark.parametrize("module", ["compiler.cli.asking", "compiler.cli.answering", "compiler.cli.recalling"])
def test_a_question_loads_nothing_that_compiles(module: str) -> None:
    """What makes notes, topics and pages takes longer to load than a search takes."""
    compiling = ("compiler.passes.distil", "compiler.passes.topics", "compiler.vault")
    script = f"import sys, {module}\nprint(*(m for m in sys.modules if m.startswith({compiling})))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
