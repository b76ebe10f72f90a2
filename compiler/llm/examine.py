"""Is the endpoint fit for the work: does the model answer without thinking aloud, and is its context large enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler.config import LlmConfig
from compiler.errors import EndpointError
from compiler.llm.base import Request
from compiler.llm.discovery import find, get_json, rows
from compiler.llm.endpoint import Endpoint

ENOUGH = 4096
"""Tokens of context that one request needs: a transcript of 8,000 characters, the prompt, the answer."""
_WAIT = 3.0


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found: `context` in tokens for each of the requests that run at once, None where the endpoint does not
    tell; `troubles` as sentences that say what to do."""

    url: str = ""
    model: str = ""
    context: int | None = None
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Context:
    tokens: int
    advice: str


def examine(config: LlmConfig) -> Examined:
    """Look at the configured or discovered endpoint and put one short question to it."""
    try:
        found = find(config)
    except EndpointError as error:
        return Examined(troubles=(str(error),))
    troubles = []
    context = _context(found.url, found.model, config)
    if context and context.tokens < ENOUGH:
        troubles.append(
            f"{found.model} is loaded with {context.tokens:,} tokens of context for each of {config.workers} requests "
            f"at once; {ENOUGH:,} are needed: {context.advice}."
        )
    endpoint = Endpoint(found.url, found.model, api_key=config.api_key, timeout=config.timeout)
    try:
        reply = endpoint.complete(Request("Answer in one word.", "Which day comes after Monday?", 200))
    except EndpointError as error:
        troubles.append(str(error))
    else:
        if reply.thought:
            troubles.append(_THINKS.format(endpoint.model))
    return Examined(found.url, endpoint.model, context.tokens if context else None, tuple(troubles))


_THINKS = (
    "{} thinks aloud before it answers, which takes most of the time: switch thinking off where it is loaded "
    "(llama.cpp: `--reasoning-budget 0`; LM Studio: the model's settings), or take a model that does not think."
)


def _context(url: str, model: str, config: LlmConfig) -> _Context | None:
    """Tokens a request may use, as each server tells in its own way, and how to load the model with more."""
    root = url.removesuffix("/v1")
    wanted = 2 * ENOUGH
    props = get_json(f"{root}/props", config.api_key, _WAIT)
    if isinstance(props, dict) and (size := _number(props.get("default_generation_settings"), "n_ctx")):
        total = wanted * config.workers
        return _Context(size, f"start it with `llama-server -c {total} -np {config.workers}`")
    for row in rows(get_json(f"{root}/api/v0/models", config.api_key, _WAIT), "data"):
        if row.get("id") == model and (size := _number(row, "loaded_context_length")):
            total = wanted * config.workers
            return _Context(size // config.workers, f"load it with `lms load {model} --context-length {total}`")
    for row in rows(get_json(f"{root}/api/ps", config.api_key, _WAIT), "models"):
        if model in (row.get("name"), row.get("model")) and (size := _number(row, "context_length")):
            return _Context(size, f"start Ollama with `OLLAMA_CONTEXT_LENGTH={wanted} ollama serve`")
    for row in rows(get_json(f"{url}/models", config.api_key, _WAIT), "data"):
        if row.get("id") == model and (size := _number(row, "max_model_len")):
            return _Context(size, f"start it with `--max-model-len {wanted}`")
    return None


def _number(row: Any, key: str) -> int:
    value = row.get(key) if isinstance(row, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
