"""What counts as this machine, and what is refused."""

from __future__ import annotations

import socket
from threading import Thread

import pytest

from compiler.config import LlmConfig
from compiler.errors import EndpointError
from compiler.llm.base import Unreachable
from compiler.llm.discovery import find
from compiler.llm.loopback import base_url, is_loopback
from tests.compiler.llm.servers import says, serving

HERE = [
    "http://127.0.0.1:1234/v1",
    "http://localhost:8080",
    "http://[::1]:8080",
    "http://127.9.9.9",
    "http://[::ffff:127.0.0.1]",
]
ELSEWHERE = [
    "https://api.example.com/v1",
    "http://192.168.1.5:1234",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0:8080",
    "http://0x7f000001:8080",
    "http://[::ffff:192.168.1.5]",
    "http://host.docker.internal:8080",
    "http://foo.localhost:8080",
]
MALFORMED = [
    "http://localhost@example.com",
    "http://127.0.0.1%2eexample.com",
    "http://127.0.0.1%00.example.com",
    "http://example.com\\@127.0.0.1:8080",
    "http://noor:secret@127.0.0.1:8080",
    "http://[127.0.0.1]:8080",
]
"""Addresses that one reader of URLs takes for this machine and another does not."""


@pytest.mark.parametrize(("url", "here"), [(u, True) for u in HERE] + [(u, False) for u in ELSEWHERE + MALFORMED])
def test_loopback_is_judged_by_the_address_as_written(url: str, here: bool) -> None:
    """Names that only look local are not; nothing is looked up."""
    assert is_loopback(url) is here


@pytest.mark.parametrize("endpoint", ELSEWHERE)
def test_another_machine_is_refused_with_what_would_leave(endpoint: str) -> None:
    """The sentence says what would be sent and how to permit it."""
    with pytest.raises(EndpointError, match=r"excerpts of your conversations.*allow_remote = true"):
        find(LlmConfig(endpoint=endpoint))


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("localhost:1234", "http://localhost:1234/v1"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/openai/v1/", "http://127.0.0.1:8080/openai/v1"),
    ],
)
def test_an_endpoint_is_taken_as_people_write_it(typed: str, url: str) -> None:
    """Without scheme, with a slash, with the whole path."""
    assert base_url(typed) == url


@pytest.mark.parametrize("typed", ["", "http://", "ftp://127.0.0.1", "http://127.0.0.1:99999", *MALFORMED])
def test_what_is_no_endpoint_is_said_so(typed: str) -> None:
    """One sentence with an example; a password in it is not repeated."""
    with pytest.raises(EndpointError, match="is not an endpoint") as refused:
        base_url(typed)
    assert "secret" not in str(refused.value)


def test_the_usual_ports_are_tried_in_turn() -> None:
    """The first that answers with a model is taken; models that do not chat are passed over."""
    with serving(lambda _: says("")) as server:
        port = int(server.url.rsplit(":", 1)[1].removesuffix("/v1"))
        found = find(LlmConfig(), (("Nobody", 9), ("Here", port)))
    assert found.url == server.url and found.model == "tiny"
    with serving(lambda _: says(""), models=("nomic-embed-text", "qwen3")) as server:
        assert find(LlmConfig(endpoint=server.url)).model == "qwen3"


@pytest.mark.parametrize(
    "greeting", [b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"]
)
def test_what_else_listens_on_a_usual_port_is_passed_over(greeting: bytes) -> None:
    """A server of another protocol, or a web page without a list of models."""
    with socket.create_server(("127.0.0.1", 0)) as other, serving(lambda _: says("")) as server:
        Thread(target=_greet, args=(other, greeting), daemon=True).start()
        busy, port = other.getsockname()[1], int(server.url.rsplit(":", 1)[1].removesuffix("/v1"))
        assert find(LlmConfig(), (("Other", busy), ("Here", port))).model == "tiny"
        with pytest.raises(Unreachable, match=r"looked for Other"):
            find(LlmConfig(), (("Other", busy),))


def _greet(listening: socket.socket, greeting: bytes) -> None:
    for _ in range(2):
        connection, _ = listening.accept()
        with connection:
            connection.recv(1000)
            connection.sendall(greeting)


def test_a_loaded_model_is_preferred() -> None:
    """LM Studio lists what it has on disk as well; loading another would take minutes and memory."""
    studio = {"/api/v0/models": {"data": [{"id": "huge", "state": "not-loaded"}, {"id": "small", "state": "loaded"}]}}
    with serving(lambda _: says(""), models=("huge", "small"), pages=studio) as server:
        assert find(LlmConfig(endpoint=server.url)).model == "small"


def test_a_wanted_model_must_be_there() -> None:
    """The sentence lists what is."""
    with serving(lambda _: says(""), models=("tiny", "small")) as server:
        assert find(LlmConfig(endpoint=server.url, model="small")).model == "small"
        with pytest.raises(EndpointError, match="has no model `large`; it offers tiny, small"):
            find(LlmConfig(endpoint=server.url, model="large"))


def test_nobody_there_is_said_with_what_was_looked_for() -> None:
    """Ports are named, so that the person knows what to start."""
    with pytest.raises(Unreachable, match=r"looked for Nobody \(9\)"):
        find(LlmConfig(), (("Nobody", 9),))
    with pytest.raises(Unreachable, match="correct `endpoint`"):
        find(LlmConfig(endpoint="127.0.0.1:9"))
