"""The passes in the order they run. `build` drives them; each is a module of its own."""

from __future__ import annotations

from compiler.passes.base import Pass, PassContext, PassUnit
from compiler.passes.chunk import ChunkPass
from compiler.passes.distilled import Distil
from compiler.passes.index import IndexNotes

PASSES: tuple[Pass, ...] = (ChunkPass(), Distil(), IndexNotes())

__all__ = ["PASSES", "Pass", "PassContext", "PassUnit"]
