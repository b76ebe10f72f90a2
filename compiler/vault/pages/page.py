"""A page to be written, and what a kind of page is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from compiler.hashing import bytes_hash
from compiler.vault.material import Material
from compiler.vault.names import Claim, Names


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the vault: its path from `names`, the id of what it shows, its kind, its text.

    A page that is dear to make gives a function as `text` and, as `inputs`, a hash of all that the function reads.
    `notes`: an empty heading `## Notes` at its end invites the person to write there.
    """

    path: str
    id: str
    kind: str
    text: str | Callable[[], str]
    inputs: str | None = None
    notes: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """`claim` names the pages that will exist, `build` makes them once every page has its path."""

    name: str
    claim: Callable[[Material], Iterable[Claim]]
    build: Callable[[Material, Names], Iterable[Page]]


def inputs_of(*values: object) -> str:
    """A hash of frozen views, for `Page.inputs`."""
    return bytes_hash(repr(values).encode("utf-8", "surrogatepass"))
