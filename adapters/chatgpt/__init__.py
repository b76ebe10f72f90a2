"""ChatGPT's data export, in all its shapes."""

from __future__ import annotations

from adapters.chatgpt.adapter import ChatGPT

ADAPTER = ChatGPT()
