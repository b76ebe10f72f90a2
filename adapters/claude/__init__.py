"""The data export of claude.ai: conversations, projects, memories."""

from __future__ import annotations

from adapters.claude.adapter import Claude

ADAPTER = Claude()
