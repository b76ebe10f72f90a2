"""File names: legal on every platform and in a link, unique in the whole vault, frozen when first given."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from compiler.hashing import short_id
from compiler.vault.escape import file_name

NAME_BYTES = 120
PATH_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Claim:
    """A page that will be written and the name it would like: `folder/lead title tail.ext`.

    `lead` (a date) and `tail` (` (topic)`) are ours and never cut; `digits` > 0 puts that many hex digits of the id
    into brackets at the end.
    """

    id: str
    folder: str
    title: str
    lead: str = ""
    tail: str = ""
    digits: int = 0
    extension: str = ".md"


class Names:
    """Page id → path below the vault. Only pages that are written have one, so no link made from it can dangle."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._paths = dict(paths)

    def __contains__(self, page_id: str) -> bool:
        return page_id in self._paths

    def path(self, page_id: str) -> str:
        return self._paths[page_id]

    def get(self, page_id: str) -> str | None:
        return self._paths.get(page_id)

    def items(self) -> list[tuple[str, str]]:
        return sorted(self._paths.items())


def assign(
    claims: Iterable[Claim], frozen: Mapping[str, str], root: str = "", taken: Callable[[str], bool] = lambda _: False
) -> Names:
    """Give every claim its path: the frozen one, else a new one. Does not depend on the order of the claims.

    `root` is the compiler's folder in the vault; `taken` says whether a path is occupied by a file of the person's.
    """
    used = {key(path) for path in frozen.values()}
    paths: dict[str, str] = {}
    for claim in sorted(claims, key=lambda c: c.id):
        if claim.id in frozen:
            paths[claim.id] = frozen[claim.id]
            continue
        digits = claim.digits
        while key(path := _path(claim, root, digits)) in used or taken(path):
            digits = digits + 2 if digits else 4
        used.add(key(path))
        paths[claim.id] = path
    return Names(paths)


def key(path: str) -> str:
    """What two paths share when a disk or a link could take one for the other: the base name, folded."""
    return unicodedata.normalize("NFC", path.rsplit("/", 1)[-1]).casefold()


def stem(path: str) -> str:
    """A file's or link's base name without `.md`, folded: what Obsidian finds a note by."""
    return key(path).removesuffix(".md")


def _path(claim: Claim, root: str, digits: int) -> str:
    folder = "/".join(part for part in (root, claim.folder) if part)
    tail = claim.tail + (f" ({short_id(claim.id, digits=digits)})" if digits else "")
    lead = f"{claim.lead} " if claim.lead else ""
    room = min(NAME_BYTES, PATH_CHARACTERS - len(folder) - 1) - len((lead + tail + claim.extension).encode())
    title = file_name(claim.title.removeprefix(claim.lead), max(room, 8)) or ("" if lead else "Untitled")
    name = f"{lead}{title}{tail}".strip() + claim.extension
    return f"{folder}/{name}" if folder else name
