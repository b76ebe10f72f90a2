"""The tools, each one function of `compiler.recall` with its arguments explained."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult
from pydantic import Field

from compiler.errors import MusubiError, Unknown
from compiler.mcp_server.envelope import Recalled, envelope, recalled
from compiler.recall import History, Library, Page, asking, context, conversations, decisions, loops, profile, topics
from compiler.recall.context import Context
from compiler.recall.conversations import Reading
from compiler.recall.dossier import Dossier, dossier
from compiler.recall.profile import Who
from compiler.recall.types import Decision, Fact, Found, Loop, Topic
from compiler.search import Filters
from compiler.search.types import Kind

Query = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2000,
        description="Plain text in any language; quotes, colons and code mean themselves.",
    ),
]
Narrowing = Annotated[
    str | None,
    Field(max_length=2000, description="Only those that bear on this text, best first. Without it: all, newest first."),
]
Project = Annotated[str | None, Field(max_length=500, description="Only this project: its path or its last folder.")]
TopicName = Annotated[str | None, Field(max_length=200, description="Only this topic, as list_topics names it.")]
Day = Annotated[
    str | None, Field(pattern=r"^\d{4}-\d{2}-\d{2}", max_length=40, description="ISO day or time, inclusive.")
]
Offset = Annotated[int, Field(ge=0, le=100_000, description="Where to go on: the `next` of the answer before.")]
Limit = Annotated[int, Field(ge=1, le=100, description="At most so many; fewer where the text is long.")]


class Tools:
    """Bound to one library; every public method is a tool. A problem that the agent or the person can solve is told in
    a sentence, as a tool's error."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def search_conversations(
        self,
        query: Query,
        sources: Annotated[
            list[str] | None, Field(max_length=20, description="Only these, such as claude_code or chatgpt.")
        ] = None,
        project: Project = None,
        since: Day = None,
        until: Day = None,
        kind: Annotated[
            Kind | None, Field(description="Only this kind of passage; without it messages and notes.")
        ] = None,
        passages: Annotated[int, Field(ge=1, le=10, description="Passages of each conversation.")] = 3,
        offset: Offset = 0,
        limit: Annotated[int, Field(ge=1, le=50, description="Conversations.")] = 10,
    ) -> Annotated[CallToolResult, Recalled[Page[Found]]]:
        """Find what was said or concluded in past conversations, by words and by meaning, best first. An empty answer
        means that the history holds nothing on it. `status` tells superseded decisions from those that stand, and
        closed loops from open ones. Start here, then read_conversation for the whole."""
        filters = Filters(tuple(sources or ()), project, since, until, kind)
        with self._history() as history:
            return recalled(
                asking.search(history, query, filters=filters, passages=passages, offset=offset, limit=limit)
            )

    def read_conversation(
        self,
        id: Annotated[
            str, Field(min_length=1, max_length=400, description="A conversation_id, or the beginning of one.")
        ],
        message: Annotated[
            str | None, Field(max_length=600, description="Only this message_id, long texts in full.")
        ] = None,
        start: Annotated[int, Field(ge=0, description="With `message`: the character of its text to go on from.")] = 0,
        offset: Offset = 0,
        limit: Limit = 30,
    ) -> Annotated[CallToolResult, Recalled[Reading]]:
        """One conversation: its note (summary, decisions, facts, open actions) and its messages in order, by page. A
        text shorter than its `characters` goes on: ask for that `message` from a `start`."""
        with self._history() as history:
            return recalled(conversations.read(history, id, message=message, start=start, offset=offset, limit=limit))

    def list_topics(
        self,
        name: Annotated[str | None, Field(max_length=200, description="Only topics whose name holds this.")] = None,
        offset: Offset = 0,
        limit: Limit = 50,
    ) -> Annotated[CallToolResult, Recalled[Page[Topic]]]:
        """What the person talks about: topics with how many conversations, standing decisions and open loops each has,
        largest first."""
        with self._history() as history:
            return recalled(topics.topics(history, name, offset=offset, limit=limit))

    def generate_context(
        self,
        task: Query,
        project: Project = None,
        characters: Annotated[int, Field(ge=500, le=20_000, description="Room for the text.")] = 6_000,
    ) -> Annotated[CallToolResult, Recalled[Context]]:
        """What to know before starting on a task: a page of Markdown with the decisions that stand, those that no
        longer do, open loops, how the person wants to be answered, and earlier conversations, each with its source."""
        with self._history() as history:
            return recalled(context.context(history, task, project=project, room=characters))

    def get_profile(
        self,
        theme: Annotated[str | None, Field(max_length=100, description="Only this theme, such as Health.")] = None,
        offset: Offset = 0,
        limit: Limit = 50,
    ) -> Annotated[CallToolResult, Recalled[Page[Fact]]]:
        """Durable facts about the person by theme, with evidence, and earlier values where they changed. `remembered`
        facts come from a product's memory and are not borne out by a conversation."""
        with self._history() as history:
            return recalled(profile.facts(history, theme, offset=offset, limit=limit))

    def who_am_i(self) -> Annotated[CallToolResult, Recalled[Who]]:
        """The person in brief: key facts, current projects, main topics, and how much history there is."""
        with self._history() as history:
            return recalled(profile.who(history))

    def recall_decisions(
        self,
        query: Narrowing = None,
        project: Project = None,
        topic: TopicName = None,
        since: Day = None,
        until: Day = None,
        status: Annotated[
            Literal["standing", "superseded", "all"], Field(description="Superseded ones no longer hold.")
        ] = "all",
        offset: Offset = 0,
        limit: Limit = 20,
    ) -> Annotated[CallToolResult, Recalled[Page[Decision]]]:
        """What was decided, why, and instead of what. Check `status`: a superseded decision no longer holds, and
        `superseded_by` is what replaced it."""
        with self._history() as history:
            return recalled(
                decisions.decisions(
                    history,
                    query,
                    project=project,
                    topic=topic,
                    since=since,
                    until=until,
                    status=status,
                    offset=offset,
                    limit=limit,
                )
            )

    def list_open_loops(
        self,
        query: Narrowing = None,
        project: Project = None,
        topic: TopicName = None,
        status: Annotated[Literal["open", "closed", "all"], Field(description="Closed ones are done.")] = "open",
        offset: Offset = 0,
        limit: Limit = 20,
    ) -> Annotated[CallToolResult, Recalled[Page[Loop]]]:
        """What was left to do: open ones unless asked for others. A closed one says who or what closed it."""
        with self._history() as history:
            return recalled(
                loops.loops(history, query, project=project, topic=topic, status=status, offset=offset, limit=limit)
            )

    def find_similar(
        self,
        target: Annotated[str, Field(min_length=1, max_length=8000, description="A conversation_id, or any text.")],
        offset: Offset = 0,
        limit: Annotated[int, Field(ge=1, le=50, description="Conversations.")] = 10,
    ) -> Annotated[CallToolResult, Recalled[Page[Found]]]:
        """Conversations near to one, or to a text, nearest first, each with its closest passage."""
        with self._history() as history:
            return recalled(asking.related(history, target, offset=offset, limit=limit))

    def get_dossier(
        self,
        name: Annotated[
            str, Field(min_length=1, max_length=200, description="A person, tool, library, project or topic.")
        ],
        offset: Offset = 0,
        limit: Annotated[int, Field(ge=1, le=50, description="Conversations.")] = 20,
    ) -> Annotated[CallToolResult, Recalled[Dossier]]:
        """Everything about one name that recurs: its conversations, the decisions, loops and facts that speak of it,
        and what it is mentioned with."""
        with self._history() as history:
            return recalled(dossier(history, name, offset=offset, limit=limit))

    @contextmanager
    def _history(self) -> Iterator[History]:
        try:
            with self._library.history() as history:
                yield history
        except Unknown as error:
            names = f" Near: {envelope(error.near)}" if error.near else ""
            raise ToolError(error.sentence + names) from error
        except MusubiError as error:
            raise ToolError(str(error)) from error


NAMES = tuple(name for name in vars(Tools) if not name.startswith("_"))
"""Tools, in the order in which they are listed."""
