"""Models of the optional extra `sentence-transformers`: nothing is fetched, nothing told, nothing drawn."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal

from compiler.embed.runtime import load_runtime
from compiler.errors import UsageError


def load_model(kind: Literal["SentenceTransformer", "CrossEncoder"], model: str, what: str, otherwise: str) -> Any:
    """A model by its folder, or by its name where it lies in the library's cache. UsageError says what is missing, of
    `what` and what to do `otherwise`."""
    os.environ.update(  # read when the library is loaded
        HF_HUB_OFFLINE="1",
        HF_HUB_DISABLE_TELEMETRY="1",
        HF_HUB_DISABLE_PROGRESS_BARS="1",
        TRANSFORMERS_VERBOSITY="error",
    )
    load_runtime()  # the library may use it too
    try:
        import sentence_transformers
        from transformers.utils import logging  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        raise UsageError(f"The {what} `{model}` needs the extra: install `musubi[st]`, or {otherwise}.") from error
    logging.disable_progress_bar()
    try:
        return getattr(sentence_transformers, kind)(model, local_files_only=True)
    except (OSError, ValueError) as error:  # not there; there, and not a model
        raise UsageError(
            f"The {what} `{model}` is not on this machine; fetch it with `hf download {model}`, or name its folder."
        ) from error


def whole(texts: Iterable[str]) -> list[str]:
    """The texts, half characters of broken exports replaced: the tokenizers refuse them."""
    return [text.encode("utf-8", "replace").decode() for text in texts]
