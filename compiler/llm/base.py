"""What a language model is to the compiler: a question with a shape in, a text out, and the ways it can fail."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from compiler.errors import EndpointError


@dataclass(frozen=True, slots=True)
class Request:
    """One question. `schema` is the JSON Schema the answer must fit, None for prose; `max_tokens` caps the answer."""

    system: str
    user: str
    max_tokens: int
    schema: Mapping[str, Any] | None = None
    name: str = "answer"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, without what the model thought aloud. `cut_off`: it ran into its token cap; `thought`: characters
    spent on thinking."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cut_off: bool = False
    thought: int = 0


NOTHING = Reply("")


class Client(Protocol):
    """A model behind an endpoint. Safe to call from several threads."""

    @property
    def model(self) -> str: ...

    def complete(self, request: Request) -> Reply:
        """The whole answer; raises one of the failures below."""
        ...

    def stream(self, request: Request) -> Generator[str, None, Reply]:
        """The answer piece by piece; the generator returns it whole, with what it cost."""
        ...


class Unreachable(EndpointError):
    """Nobody answers at the endpoint: the rest of the run does without the model."""


class Overflow(EndpointError):
    """The request is larger than the context the model was loaded with."""


class ThoughtOnly(EndpointError):
    """The token cap was spent on thinking aloud, and no answer came; `reply` says what that cost."""

    def __init__(self, message: str, reply: Reply = NOTHING) -> None:
        super().__init__(message)
        self.reply = reply


class Unreadable(EndpointError):
    """The answer holds no JSON of the wanted shape."""


class Failed(EndpointError):
    """The endpoint answered with an error, or not in time; another try may succeed."""
