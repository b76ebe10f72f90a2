"""Prompts are files: `compiler/prompts/NAME.md`, Jinja, a system part and a user part parted by a line of `---`."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from compiler.hashing import bytes_hash


def render(name: str, **values: object) -> tuple[str, str]:
    """The system and the user part, filled in. A name the prompt uses and is not given is an error."""
    system, user = _template(name)
    return system.render(**values).strip(), user.render(**values).strip()  # type: ignore[attr-defined]


def fingerprint(name: str) -> str:
    """Changes when the prompt's words do."""
    return bytes_hash(source(name).encode())


def source(name: str) -> str:
    return (files("compiler") / "prompts" / f"{name}.md").read_text("utf-8")


@lru_cache(maxsize=16)
def _template(name: str) -> tuple[object, object]:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
    system, _, user = source(name).partition("\n---\n")
    return environment.from_string(system), environment.from_string(user)
