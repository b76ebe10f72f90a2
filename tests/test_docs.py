"""Papers that cannot drift: what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters import ADAPTERS
from compiler.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PAPERS = ("README.md", "ARCHITECTURE.md", "EXTENDING.md")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_that_a_paper_names_exists(paper: str) -> None:
    """Paths in backticks below the repository; those with a placeholder are for the reader to fill in."""
    named = re.findall(
        r"`((?:compiler|adapters|templates|tests|bench|vault_example)/[^`\s]*)`", (ROOT / paper).read_text()
    )
    paths = [name.partition("::")[0] for name in named if "<" not in name and "*" not in name]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_test_that_an_invariant_names_exists() -> None:
    """An invariant without its test is a wish."""
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"\b(test_\w+)`", (ROOT / "ARCHITECTURE.md").read_text())
    functions = [name for name in named if not list((ROOT / "tests").rglob(f"{name}.py"))]
    assert [name for name in functions if f"def {name}(" not in tests] == []


def test_readme_names_every_command() -> None:
    """A command that the README does not mention does not exist for a newcomer."""
    readme = (ROOT / "README.md").read_text()
    assert [name for name in COMMANDS if f"musubi {name}" not in readme] == []


def test_formats_account_for_every_source() -> None:
    """Versions seen, and what is ignored on purpose."""
    formats = (ROOT / "adapters/FORMATS.md").read_text()
    assert [a.name for a in ADAPTERS if f"\n## {a.name}" not in formats] == []
