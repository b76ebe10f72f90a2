"""One module or small package a source; `ADAPTERS` is the table of them."""

from __future__ import annotations

from adapters import chatgpt, codex
from compiler.records import Adapter

ADAPTERS: tuple[Adapter, ...] = (chatgpt.ADAPTER, codex.ADAPTER)
