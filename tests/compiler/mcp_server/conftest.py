"""The example's sources, compiled once, and an agent that asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult

from adapters import ADAPTERS
from compiler import config
from compiler.build import Options, compile_vault
from compiler.config import Config
from compiler.events import Silent
from compiler.ingest import Root
from compiler.mcp_server.server import make_server
from compiler.records import Env

SOURCES = Path(__file__).parents[3] / "vault_example" / "sources"


@dataclass(frozen=True)
class Agent:
    """Calls tools, each time as a new client: of a server in this process, a command to start, or an address."""

    server: Any

    def ask(self, tool: str, **arguments: Any) -> CallToolResult:
        async def call() -> CallToolResult:
            async with Client(self.server) as client:
                answer = await client.call_tool(tool, arguments)
                assert isinstance(answer, CallToolResult)
                return answer

        return anyio.run(call)

    def told(self, tool: str, **arguments: Any) -> Any:
        """What a tool answers, out of its envelope."""
        answer = self.ask(tool, **arguments)
        assert not answer.is_error, answer.content
        assert answer.structured_content is not None
        return answer.structured_content["untrusted"]

    def refused(self, tool: str, **arguments: Any) -> str:
        """The sentence in which a tool says what is wrong."""
        answer = self.ask(tool, **arguments)
        assert answer.is_error
        return str(answer.content[0].text)  # type: ignore[union-attr]

    def tools(self) -> dict[str, Any]:
        async def call() -> dict[str, Any]:
            async with Client(self.server) as client:
                return {tool.name: tool for tool in (await client.list_tools()).tools}

        return anyio.run(call)


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Config:
    """A vault compiled from the example's sources."""
    home = tmp_path_factory.mktemp("home")
    settings = config.load(home / "Vault", env=Env(home, "linux", {}))
    roots = [Root(a, SOURCES / a.name) for a in ADAPTERS if (SOURCES / a.name).exists()]
    compile_vault(settings, roots, ADAPTERS, Silent(), Options(whole=False))
    return settings


@pytest.fixture(scope="session")
def agent(example: Config) -> Agent:
    """An agent in this process that asks the example."""
    return Agent(make_server(example))


@pytest.fixture
def agent_of() -> Callable[[Any], Agent]:
    return Agent
