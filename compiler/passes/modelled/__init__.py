"""Notes by a language model: planned, asked for, read, held against the conversation, kept."""

from __future__ import annotations

from compiler.passes.modelled.draft import made_with
from compiler.passes.modelled.plan import NO_LIMIT, Budget
from compiler.passes.modelled.run import STAGE, Tally, planned, standing, write_notes

__all__ = ["NO_LIMIT", "STAGE", "Budget", "Tally", "made_with", "planned", "standing", "write_notes"]
