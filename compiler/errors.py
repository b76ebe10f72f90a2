"""What stops a run and the person can fix. One sentence each, saying what to do.

MusubiError
├── UsageError          exit 2: the words of the command are wrong
├── StoreError          the database cannot be opened, is damaged or is newer than this Musubi
│   ├── Damaged         its bytes are not a sound database
│   └── Locked          another compile is running
├── VaultError          the vault cannot be written (read-only, full disk)
└── EndpointError       the model's endpoint cannot be used (down, remote without leave, too small a context)
"""


class MusubiError(Exception):
    """Shown as one line; exit code 1."""

    exit_code = 1


class UsageError(MusubiError):
    exit_code = 2


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
