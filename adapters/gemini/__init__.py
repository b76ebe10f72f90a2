"""Gemini as Google Takeout exports it: the activity log (JSON or HTML), and conversations of Gemini in Workspace."""

from __future__ import annotations

from adapters.gemini.adapter import Gemini

ADAPTER = Gemini()
