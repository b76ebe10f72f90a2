"""Where the templates lie."""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """Inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"
