"""Finding what was said and concluded: hybrid retrieval, related conversations, cited answers."""

from __future__ import annotations

from compiler.search.searcher import Searcher, search
from compiler.search.types import Filters, Hit

__all__ = ["Filters", "Hit", "Searcher", "search"]
