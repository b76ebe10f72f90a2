"""What doctor says about an endpoint."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.config import LlmConfig
from compiler.llm.examine import examine
from tests.compiler.llm.servers import says, serving

LLAMA = {"/props": {"default_generation_settings": {"n_ctx": 2048}, "total_slots": 2}}
STUDIO = {"/api/v0/models": {"data": [{"id": "tiny", "state": "loaded", "loaded_context_length": 4096}]}}
OLLAMA = {"/api/ps": {"models": [{"name": "tiny", "context_length": 2048}]}}


@pytest.mark.parametrize(
    ("pages", "tokens", "advice"),
    [
        (LLAMA, 2048, "`llama-server -c 16384 -np 2`"),
        (STUDIO, 2048, "`lms load tiny --context-length 16384`"),
        (OLLAMA, 2048, "`OLLAMA_CONTEXT_LENGTH=8192 ollama serve`"),
    ],
)
def test_a_small_context_is_named_with_how_to_load_the_model(pages: dict[str, Any], tokens: int, advice: str) -> None:
    """As each server tells it; LM Studio's is shared by the two requests that run at once."""
    with serving(lambda _: says("Tuesday"), pages=pages) as server:
        found = examine(LlmConfig(endpoint=server.url))
    (trouble,) = found.troubles
    assert found.context == tokens and "2,048 tokens" in trouble and "4,096 are needed" in trouble and advice in trouble


def test_a_fit_endpoint_has_no_troubles() -> None:
    """Enough context, an answer without thinking."""
    roomy = {"/props": {"default_generation_settings": {"n_ctx": 8192}, "total_slots": 2}}
    with serving(lambda _: says("Tuesday"), pages=roomy) as server:
        found = examine(LlmConfig(endpoint=server.url))
    assert (found.model, found.context, found.troubles) == ("tiny", 8192, ())


@pytest.mark.parametrize("thought", ["<think>Monday, so</think>Tuesday", "<think>Monday, so"])
def test_thinking_is_named(thought: str) -> None:
    """Before an answer or instead of one."""
    with serving(lambda _: says(thought, finish="length")) as server:
        (trouble,) = examine(LlmConfig(endpoint=server.url)).troubles
    assert trouble.startswith("tiny thinks aloud") and "switch thinking off" in trouble


@pytest.mark.parametrize("endpoint", ["127.0.0.1:9", "http://192.0.2.1:8080"])
def test_why_there_is_no_endpoint_is_said(endpoint: str) -> None:
    """Nobody there, or not on this machine."""
    found = examine(LlmConfig(endpoint=endpoint))
    assert found.model == "" and len(found.troubles) == 1
