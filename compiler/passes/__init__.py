"""The passes in the order they run. `build` drives them; each is a module of its own."""

from __future__ import annotations

from compiler.passes.base import Pass, PassContext, PassUnit

PASSES: tuple[Pass, ...] = ()

__all__ = ["PASSES", "Pass", "PassContext", "PassUnit"]
