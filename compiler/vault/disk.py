"""What lies in the vault, compared with what the manifest knows of it."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.config import Config
from compiler.errors import VaultError
from compiler.store import vault_files
from compiler.store.connection import Store
from compiler.store.vault_files import VaultFile
from compiler.vault import files
from compiler.vault.files import Stamp


class Disk:
    def __init__(self, store: Store, config: Config, manifest: Mapping[str, VaultFile]) -> None:
        self.store, self.config, self.manifest = store, config, manifest
        self._safe: set[str] = set()

    def is_as_written(self, file: VaultFile) -> bool:
        """Whether a file of ours is what we wrote, judged by its stamp."""
        return file.seen == file.hash and files.stamp(self.config.vault / file.path) == Stamp(file.size, file.mtime_ns)

    def there(self, path: str) -> str | None:
        """The hash of what lies at a path, by its stamp where that suffices; None where no plain file does."""
        known, full = self.manifest.get(path), self.config.vault / path
        at = files.stamp(full)
        if at is None:
            return None
        if known and at == Stamp(known.size, known.mtime_ns):
            return known.seen
        return files.hash_of(full)

    def may_write(self, path: str, there: str | None) -> bool:
        """Never over what was not read: a file changed, deleted or put there since the edits were read. VaultError
        where a linked folder leads out of the vault."""
        self._stay_inside(path)
        known = self.manifest.get(path)
        if there is None:
            return known is None and not (self.config.vault / path).is_symlink()
        return (known is not None and known.seen == there) or vault_files.is_past(self.store, there)

    def is_occupied(self, path: str) -> bool:
        """Whether a note of the person's has the name that a new page would like."""
        return path.endswith(".md") and path not in self.manifest and files.stamp(self.config.vault / path) is not None

    def _stay_inside(self, path: str) -> None:
        folder = path.rpartition("/")[0]
        if folder in self._safe:
            return
        if not files.inside(self.config.vault, path):
            raise VaultError(f"{path} would be written outside the vault: a folder above it is a link; remove it.")
        self._safe.add(folder)
