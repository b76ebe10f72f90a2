"""Finding the model: the configured endpoint, or whoever answers on the usual loopback ports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compiler.config import LlmConfig
from compiler.errors import EndpointError
from compiler.llm.base import Unreachable
from compiler.llm.loopback import base_url, opened, require_local

PORTS = (
    ("LM Studio", 1234),
    ("Ollama", 11434),
    ("llama.cpp", 8080),
    ("vLLM", 8000),
    ("Jan", 1337),
    ("KoboldCpp", 5001),
)
_LOOK = 1.0
"""Seconds to wait on a port of this machine."""
_EMBEDDERS = ("embed", "rerank", "whisper", "bge-", "minilm")
"""Parts of the names of models that do not chat."""


@dataclass(frozen=True, slots=True)
class Found:
    """An endpoint that answers: its base URL, the model to ask, and every model it offers, loaded ones first."""

    url: str
    model: str
    models: tuple[str, ...]


def find(config: LlmConfig, ports: Sequence[tuple[str, int]] = PORTS) -> Found:
    """The endpoint to use. Unreachable says what was looked for; EndpointError that the wanted model is not there, or
    that the address is not this machine."""
    if config.endpoint:
        url = base_url(config.endpoint)
        require_local(url, allow_remote=config.allow_remote)
        models = _models(url, config, wait=min(10.0, config.timeout))
        if models is None:
            raise Unreachable(f"Nobody answers at {url}; start the model's server, or correct `endpoint` under [llm].")
        return _chosen(url, models, config)
    answering = []
    for _, port in ports:
        url = f"http://127.0.0.1:{port}/v1"
        models = _models(url, config, wait=_LOOK, guessed=True)
        if models and (not config.model or config.model in models):
            return _chosen(url, models, config)
        if models is not None:
            answering.append((url, models))
    for url, models in answering:
        return _chosen(url, models, config)
    names = ", ".join(f"{name} ({port})" for name, port in ports)
    raise Unreachable(f"No model's server was found on this machine; looked for {names}. Start one, or set `endpoint`.")


def _chosen(url: str, models: tuple[str, ...], config: LlmConfig) -> Found:
    if config.model:
        if models and config.model not in models:
            raise EndpointError(f"{url} has no model `{config.model}`; it offers {', '.join(models[:8])}.")
        return Found(url, config.model, models)
    chatting = [m for m in models if not any(part in m.lower() for part in _EMBEDDERS)]
    if not chatting:
        raise EndpointError(f"{url} answers but has no model loaded; load one, or set another `endpoint` under [llm].")
    return Found(url, chatting[0], models)


def _models(url: str, config: LlmConfig, wait: float, *, guessed: bool = False) -> tuple[str, ...] | None:
    """The models an endpoint offers, those in memory first; None when nobody answers there. Behind a `guessed` port may
    be anything: what has no list of models is nobody."""
    listed = get_json(f"{url}/models", config.api_key, wait)
    if listed is None or (guessed and not (isinstance(listed, dict) and "data" in listed)):
        return None
    names = [str(m["id"]) for m in rows(listed, "data") if m.get("id")]
    loaded = _loaded(url, config, wait) if len(names) > 1 else []
    return tuple(dict.fromkeys([*(n for n in loaded if n in names), *names]))


def _loaded(url: str, config: LlmConfig, wait: float) -> list[str]:
    """Models in memory, as LM Studio and Ollama tell in their own ways; others have only what they loaded."""
    root = url.removesuffix("/v1")
    studio = get_json(f"{root}/api/v0/models", config.api_key, wait)
    names = [str(m.get("id")) for m in rows(studio, "data") if m.get("state") == "loaded"]
    return names or [str(m.get("name")) for m in rows(get_json(f"{root}/api/ps", config.api_key, wait), "models")]


def rows(value: Any, key: str) -> list[dict[str, Any]]:
    rows = value.get(key) if isinstance(value, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def get_json(url: str, api_key: str, wait: float) -> Any:
    """What an endpoint answers to a plain GET, as JSON; {} where it answers anything else, None where nobody does."""
    import json
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request

    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    try:
        with opened(Request(url, headers=headers), wait) as answer:  # noqa: S310
            return json.loads(answer.read(4_000_000))
    except (HTTPError, ValueError):
        return {}
    except OSError:
        return None
    except HTTPException:
        return {}
