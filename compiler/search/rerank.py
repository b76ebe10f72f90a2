"""Reading question and passage together: a cross-encoder, in this process or behind an endpoint of this machine.

Endpoints speak the `/v1/rerank` of Jina and Cohere, as llama.cpp, vLLM and Infinity do.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from compiler.embed.extra import load_model, whole
from compiler.errors import EndpointError, MusubiError
from compiler.llm.loopback import is_loopback, opened

FLOOR = -5.0
"""The score below which ms-marco cross-encoders hold a passage to be about something else."""
DEPTH = 30
"""Conversations read again, each by its best passage."""
SECONDS = 20.0
PAUSE = 60.0
"""Seconds in which an endpoint that failed is not asked again, so that not every question waits for it."""
MOST_BYTES = 4_000_000


INSTEAD = "The built-in ranking is used."


class Reranker(Protocol):
    """Scores passages against a question; higher is nearer, below `FLOOR` is not about it."""

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One a passage, in order. EndpointError when the endpoint does not answer as it should."""
        ...


def load(reranker: str) -> Reranker | None:
    """What `search.reranker` names: nothing, the URL of an endpoint, or a model of the sentence-transformers extra.
    EndpointError for an address that is not this machine."""
    if not reranker:
        return None
    return RerankEndpoint(reranker) if "://" in reranker else CrossEncoder(reranker)


def load_or_tell(reranker: str, tell: Callable[[str], None]) -> Reranker | None:
    """The same; what keeps it from being used is told in a sentence, and search goes on without."""
    try:
        return load(reranker)
    except MusubiError as error:
        tell(f"{error} {INSTEAD}")
        return None


class RerankEndpoint:
    """`url` is the whole address, or the base URL that `/rerank` is added to."""

    def __init__(self, url: str) -> None:
        if not is_loopback(url):
            raise EndpointError(
                f"The reranker {url} is not this machine: excerpts of your conversations would be sent there. Use an "
                "address on 127.0.0.1."
            )
        url = url.rstrip("/")
        self.url = url if url.endswith("/rerank") else f"{url}/rerank"
        self._failed: tuple[float, EndpointError] | None = None

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        if self._failed and time.monotonic() < self._failed[0] + PAUSE:
            raise self._failed[1]
        try:
            made = self._scores(question, passages)
        except EndpointError as error:
            self._failed = time.monotonic(), error
            raise
        self._failed = None
        return made

    def _scores(self, question: str, passages: Sequence[str]) -> list[float]:
        from http.client import HTTPException

        body = {"model": "reranker", "query": question, "documents": list(passages), "top_n": len(passages)}
        try:
            answer = json.loads(_post(self.url, json.dumps(body).encode()))
            by_place = {int(r["index"]): float(r["relevance_score"]) for r in answer["results"]}
            return [by_place[place] for place in range(len(passages))]
        except (OSError, HTTPException) as error:
            cause = getattr(error, "reason", error)
            why = getattr(cause, "strerror", None) or cause
            raise EndpointError(
                f"The reranker at {self.url} did not answer ({why}); start it, or unset `reranker` under [search]."
            ) from error
        except (KeyError, TypeError, ValueError) as error:
            raise EndpointError(f"The reranker at {self.url} sent what is not a list of scores.") from error


class CrossEncoder:
    """A model by its folder, or by its name where it lies in the library's cache."""

    def __init__(self, model: str) -> None:
        self._model = load_model("CrossEncoder", model, "reranker", "unset `reranker` under [search]")

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """Logits, whatever the model's own last step."""
        from torch.nn import Identity  # type: ignore[import-not-found,unused-ignore]

        pairs = list(zip(whole([question] * len(passages)), whole(passages), strict=True))
        rows = self._model.predict(pairs, activation_fn=Identity(), show_progress_bar=False)
        return [float(row) for row in rows]


def _post(url: str, body: bytes) -> bytes:
    from urllib.request import Request

    request = Request(url, body, {"Content-Type": "application/json"})  # noqa: S310
    with opened(request, SECONDS) as answer:
        data: bytes = answer.read(MOST_BYTES)
        return data
