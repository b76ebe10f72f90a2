"""A model that says what it was told to: for tests, without a server."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from threading import Lock

from compiler.llm.base import Reply, Request

Line = str | Reply | Exception
Script = Sequence[Line] | Callable[[Request], Line]


class Scripted:
    """Answers each request with the next line of its script, or with what a function of the request returns. Keeps the
    requests it got; an exception in the script is raised."""

    def __init__(self, script: Script, model: str = "scripted") -> None:
        self.model = model
        self.requests: list[Request] = []
        self._script = script
        self._lock = Lock()

    def complete(self, request: Request) -> Reply:
        with self._lock:
            number = len(self.requests)
            self.requests.append(request)
        line = self._script(request) if callable(self._script) else self._script[number]
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Reply) else Reply(line, len(request.user) // 4, len(line) // 4)

    def stream(self, request: Request) -> Generator[str, None, Reply]:
        reply = self.complete(request)
        for start in range(0, len(reply.text), 7):
            yield reply.text[start : start + 7]
        return reply
