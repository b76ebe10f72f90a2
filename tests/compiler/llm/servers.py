"""An OpenAI-compatible endpoint on a free loopback port whose manners a test writes down."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

Body = dict[str, Any]
Answer = tuple[int, Any]
"""Status, and a text (the model's words) or a whole JSON body."""


@dataclass
class Server:
    """What a test sees of it: its base URL, and the bodies it was asked with, in order."""

    url: str
    asked: list[Body] = field(default_factory=list)


def refuse(message: str, status: int = 400) -> Answer:
    return status, {"error": {"message": message, "type": "invalid_request_error"}}


def says(text: str, *, finish: str = "stop", aside: str = "") -> Answer:
    """A whole answer; `aside` is what the server tells apart as thinking."""
    message = {"role": "assistant", "content": text} | ({"reasoning_content": aside} if aside else {})
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return 200, {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }


@contextmanager
def serving(
    answer: Callable[[Body], Answer],
    *,
    models: tuple[str, ...] = ("tiny",),
    pages: dict[str, Any] | None = None,
    cuts: tuple[int, Body | None] | None = None,
) -> Iterator[Server]:
    """Runs until the block ends. `answer` may sleep; it is called from several threads. `pages` are further GETs. A
    stream `cuts` off after so many pieces, with an event or with the connection."""
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            listed = {"/v1/models": {"object": "list", "data": [{"id": m, "object": "model"} for m in models]}}
            page = (listed | (pages or {})).get(self.path)
            self._send(200 if page is not None else 404, page if page is not None else {"error": "no such page"})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                server.asked.append(body)
            status, value = answer(body)
            if body.get("stream") and status == 200:
                self._stream(value["choices"][0]["message"]["content"])
            else:
                self._send(status, value)

        def _stream(self, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            if cuts and cuts[1] is None:
                self.send_header("Content-Length", "100000")  # which then do not come
            self.end_headers()
            for start in range(0, len(text), 5):
                if cuts and start == 5 * cuts[0]:
                    if cuts[1]:
                        self.wfile.write(f"data: {json.dumps(cuts[1])}\n\n".encode())
                    return
                delta = {"index": 0, "delta": {"content": text[start : start + 5]}, "finish_reason": None}
                chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [delta]}
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def _send(self, status: int, value: Any) -> None:
            data = value.encode() if isinstance(value, str) else json.dumps(value).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                if 300 <= status < 400:
                    self.send_header("Location", value["location"])
                self.end_headers()
                self.wfile.write(data)
            except ConnectionError:
                pass  # the client gave up waiting

        def log_message(self, *_: Any) -> None:
            return None

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = Server(f"http://127.0.0.1:{http.server_address[1]}/v1")
    Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()


def after(seconds: float, answer: Answer) -> Answer:
    time.sleep(seconds)
    return answer
