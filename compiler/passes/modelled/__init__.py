"""Notes by a language model: planned, asked for, read, held against the conversation, kept. And what it says of topics
and facts."""

from __future__ import annotations

from compiler.passes.modelled.accounts import Tally
from compiler.passes.modelled.corpus import CorpusModel
from compiler.passes.modelled.draft import made_with
from compiler.passes.modelled.plan import NO_LIMIT, Budget
from compiler.passes.modelled.run import planned, standing, write_notes
from compiler.passes.modelled.stage import STAGE

__all__ = ["NO_LIMIT", "STAGE", "Budget", "CorpusModel", "Tally", "made_with", "planned", "standing", "write_notes"]
