"""Finding what was said and concluded: hybrid retrieval, related conversations, cited answers."""

from __future__ import annotations

from compiler.search.answer import Answer, Statement, answer
from compiler.search.searcher import Searcher, search
from compiler.search.similar import similar
from compiler.search.types import Filters, Hit

__all__ = ["Answer", "Filters", "Hit", "Searcher", "Statement", "answer", "search", "similar"]
