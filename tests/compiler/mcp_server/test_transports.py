"""Both transports with the SDK's own client; stdout holds the protocol alone; strangers are refused."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp import StdioServerParameters
from mcp.types import jsonrpc_message_adapter

from compiler.config import Config

ROOT = Path(__file__).parents[3]
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
QUESTION = {"query": "switch from Postgres to SQLite"}


def command(example: Config, *more: str) -> list[str]:
    return [sys.executable, "-m", "compiler", "mcp", "--vault", str(example.vault), *more]


@pytest.fixture(scope="module")
def address(example: Config) -> Iterator[str]:
    """`musubi mcp --http` on a free port."""
    process = subprocess.Popen(
        command(example, "--http", "--port", "0"), cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stderr
    try:
        said = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/mcp", said)
        assert found, said
        yield found.group()
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_stdio_and_http_answer_alike(example: Config, address: str, agent, agent_of) -> None:
    """A started process, an address and a server in this process list the same tools and give the same answer."""
    start, *words = command(example)
    stdio, http = agent_of(StdioServerParameters(command=start, args=words, cwd=ROOT)), agent_of(address)
    expected = agent.ask("search_conversations", **QUESTION)
    assert list(stdio.tools()) == list(http.tools()) == list(agent.tools())
    for other in (stdio, http):
        answer = other.ask("search_conversations", **QUESTION)
        assert (answer.structured_content, answer.content) == (expected.structured_content, expected.content)


def test_stdout_holds_the_protocol_alone(example: Config) -> None:
    """Every line on stdout is a message of the protocol, also after bad input; when stdin ends, so does the server."""
    lines = [
        json.dumps(HELLO),
        "this is no JSON",
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
                    "params": {"name": "search_conversations", "arguments": QUESTION}}),
        json.dumps({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "no_such", "arguments": {}}}),
    ]  # fmt: skip
    process = subprocess.Popen(
        command(example), cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()
    told: dict[int, dict] = {}
    while not {1, 2, 3, 4} <= told.keys():
        line = process.stdout.readline()
        assert line, process.communicate()
        jsonrpc_message_adapter.validate_json(line)
        message = json.loads(line)
        told[message.get("id")] = message
    rest, _ = process.communicate(timeout=20)
    assert rest == "" and process.returncode == 0
    assert len(told[2]["result"]["tools"]) == 10
    assert told[3]["result"]["structuredContent"]["untrusted"]["items"]
    assert told[1]["result"]["serverInfo"]["name"] == "musubi"


def post(address: str, **headers: str) -> int:
    accept = {"accept": "application/json, text/event-stream"}
    return httpx2.post(address, json=HELLO, headers={**accept, **headers}, timeout=20).status_code


def test_http_answers_this_machine(address: str) -> None:
    """A program without an Origin, and a page of the server's own address, are answered."""
    own = address.removesuffix("/mcp")
    assert post(address) == 200
    assert post(address, origin=own) == 200
    assert post(address.replace("127.0.0.1", "localhost")) == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://evil.example:80", "null", "http://localhost:3000", "http://127.0.0.1"]
)
def test_pages_of_other_origins_are_refused(address: str, origin: str) -> None:
    """A web page in the person's browser cannot ask, not even one from another port of this machine."""
    assert post(address, origin=origin) == 403


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1"])
def test_other_hosts_are_refused(address: str, host: str, version: str) -> None:
    """A name that was made to point here (DNS rebinding) is not this server's, whatever the protocol's version."""
    assert post(address, host=host, **{"mcp-protocol-version": version}) == 421


def test_http_listens_on_loopback_alone(address: str) -> None:
    """Another address of this machine is not answered."""
    port = int(address.rpartition(":")[2].split("/")[0])
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=5):
        pass


def test_a_port_in_use(example: Config) -> None:
    """The error says which port, and what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            command(example, "--http", "--port", port), cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert port in done.stderr and "--port" in done.stderr and len(done.stderr.splitlines()) == 1
