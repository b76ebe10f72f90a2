"""What SQLite reports of disk and file, as one sentence that names the store and says what to do."""

from __future__ import annotations

from pathlib import Path

import apsw

from compiler.errors import Damaged, Locked, StoreError


def explain(error: apsw.Error, path: Path) -> StoreError | None:
    """None for an error that says nothing about the file: a fault of ours, which nobody but us can mend."""
    match error:
        case apsw.FullError():
            return StoreError(f"The disk with {path} is full; make room and run it again.")
        case apsw.ReadOnlyError() | apsw.PermissionsError() | apsw.AuthError():
            return StoreError(f"{path} cannot be written; check the permissions of the file and its folder.")
        case apsw.BusyError() | apsw.LockedError():
            return Locked(f"Another program is using {path}; wait until it is done.")
        case apsw.NotADBError() | apsw.CorruptError():
            return damaged(path, error)
        case apsw.CantOpenError() | apsw.IOError() | apsw.ProtocolError() | apsw.NoLFSError():
            return StoreError(f"The store {path} could not be read or written ({error}); check its disk and folder.")
        case apsw.NoMemError() | apsw.TooBigError():
            return StoreError(f"There is not enough memory to work on {path} ({error}).")
        case _:
            return None


def damaged(path: Path, why: object) -> Damaged:
    return Damaged(
        f"The store {path} is damaged ({why}); `musubi restore` goes back to a backup, `musubi compile` makes it again."
    )
