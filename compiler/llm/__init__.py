"""A local language model: found, asked and read, on this machine unless the person says otherwise."""

from __future__ import annotations

from compiler.config import LlmConfig
from compiler.llm.base import Client, Reply, Request

__all__ = ["Client", "Reply", "Request", "connect"]


def connect(config: LlmConfig) -> Client:
    """The model to ask; EndpointError says why there is none."""
    from compiler.llm.discovery import find
    from compiler.llm.endpoint import Endpoint

    found = find(config)
    return Endpoint(found.url, found.model, api_key=config.api_key, timeout=config.timeout)
