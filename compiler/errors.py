"""What stops a run and the person can fix. One sentence each, saying what to do.

MusubiError
├── UsageError          exit 2: the words of the command are wrong
│   └── Unknown         a name that nothing has
├── StoreError          the database cannot be opened, is damaged or is newer than this Musubi
│   ├── Damaged         its bytes are not a sound database
│   └── Locked          another compile is running
├── VaultError          the vault cannot be written (read-only, full disk)
└── EndpointError       the model's endpoint cannot be used (down, remote without leave, too small a context)
"""

from __future__ import annotations

from collections.abc import Iterable


class MusubiError(Exception):
    """Shown as one line; exit code 1."""

    exit_code = 1


class UsageError(MusubiError):
    exit_code = 2


class Unknown(UsageError):
    """`sentence` says what is not known and what to do; `near` are names like it: words out of conversations, which
    only the message for a person may mix with ours."""

    def __init__(self, sentence: str, near: Iterable[str] = ()) -> None:
        self.sentence = sentence
        self.near = tuple(near)
        super().__init__(f"{sentence} Near: {', '.join(self.near)}." if self.near else sentence)


class StoreError(MusubiError):
    pass


class Damaged(StoreError):
    pass


class Locked(StoreError):
    pass


class VaultError(MusubiError):
    pass


class EndpointError(MusubiError):
    pass
