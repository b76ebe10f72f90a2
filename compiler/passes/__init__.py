"""The passes: each a module of its own, in the order that `order` tells. `build` drives them."""

from __future__ import annotations

from compiler.passes.base import Ahead, Pass, PassContext, PassUnit

__all__ = ["Ahead", "Pass", "PassContext", "PassUnit"]
