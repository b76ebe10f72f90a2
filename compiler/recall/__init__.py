"""Reading back what the store knows: the functions under both the command line and the tools of agents.

`History` is one state of a store; each module asks it for one thing and answers with frozen values.
"""

from __future__ import annotations

from compiler.recall.history import History
from compiler.recall.paging import Page
from compiler.recall.resident import Library

__all__ = ["History", "Library", "Page"]
