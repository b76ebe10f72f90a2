"""The passes in the order they run. Apart, so that who asks one of them something need not load all."""

from __future__ import annotations

from compiler.passes.alike import Alike
from compiler.passes.base import Pass
from compiler.passes.chunk import ChunkPass
from compiler.passes.decisions import Decisions
from compiler.passes.distilled import Distil
from compiler.passes.entities import Entities
from compiler.passes.index import IndexNotes
from compiler.passes.layout import Layout
from compiler.passes.loops import Loops
from compiler.passes.marks import Marks
from compiler.passes.profile import Profile
from compiler.passes.related import Related
from compiler.passes.topics import Topics

PASSES: tuple[Pass, ...] = (
    ChunkPass(), Distil(), IndexNotes(), Marks(),
    Topics(), Related(), Entities(), Layout(), Alike(), Decisions(), Loops(), Profile(),
)  # fmt: skip
