"""What was learned, as commits and as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.config import Config
from compiler.errors import UsageError
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.vault import files, git
from compiler.vault.learned import Change, State, changes, read_state, subject

VERBS = {
    "decided": "Decided",
    "reversed": "No longer holds",
    "opened": "Opened",
    "closed": "Closed",
    "learned": "Learned",
    "dropped": "Dropped",
    "conversation": "Read",
}


def commit(config: Config, paths: Iterable[str]) -> bool:
    """Commit these files of ours with what they say that HEAD did not; False when nothing changed."""
    git.start(config.vault)
    ours = sorted(set(paths))
    before = read_state(git.files_at(config.vault, "HEAD")) if git.has_commit(config.vault) else State()
    found = changes(before, read_state(_on_disk(config, ours)))
    body = "\n".join(f"- {line}" for line in sentences(found))
    return git.commit(config.vault, ours, subject(found) + (f"\n\n{body}" if body else "") + "\n")


def difference(store: Store, config: Config, first: str, second: str | None = None) -> list[Change]:
    """What was learned from a revision to another, or to the notes as they lie on disk."""
    if not git.is_repository(config.vault):
        raise UsageError(f"{config.vault} is not under git; `musubi compile --git` puts it there.")
    before = read_state(git.files_at(config.vault, first))
    ours = [file.path for file in vault_files.all_files(store)]
    after = git.files_at(config.vault, second) if second else _on_disk(config, ours)
    return changes(before, read_state(after))


def sentences(found: Iterable[Change]) -> list[str]:
    return [f"{VERBS[change.what]}: {change.text}" for change in found]


def _on_disk(config: Config, paths: Iterable[str]) -> Mapping[str, bytes]:
    read = ((path, files.read(config.vault / path)) for path in paths if path.endswith(".md"))
    return {path: data for path, data in read if data is not None}
