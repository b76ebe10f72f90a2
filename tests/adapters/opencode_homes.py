"""Writes small OpenCode stores, of each era, and reads them back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from adapters.opencode import ADAPTER
from compiler.records import Conversation, Problem, Record, Skipped

NINE = 1_772_442_000_000  # 2026-03-02T09:00:00Z, in milliseconds
SHOP = "ses_shop"

SCHEMA = """
create table session (id text primary key, parent_id text, directory text, title text, version text, revert text,
                      time_created integer, time_updated integer);
create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer,
                   data text);
"""
SCHEMA_2 = """
create table session_v2 (id text primary key, parent_id text, fork_session_id text, directory text, title text,
                         version text, revert text, time_created integer, time_updated integer);
create table session_message (id text primary key, session_id text, type text, seq integer, time_created integer,
                              time_updated integer, data text);
"""

Parts = Sequence[Mapping[str, Any]]


def user(*parts: Mapping[str, Any] | str, **more: Any) -> tuple[dict[str, Any], Parts]:
    return {"role": "user", **more}, [typed(part) if isinstance(part, str) else part for part in parts]


def assistant(*parts: Mapping[str, Any] | str, **more: Any) -> tuple[dict[str, Any], Parts]:
    fields = {"role": "assistant", "modelID": "claude-sonnet-4-5", "providerID": "anthropic", **more}
    return fields, [typed(part) if isinstance(part, str) else part for part in parts]


def typed(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def tool(name: str, asked: Any, output: str, call: str = "call_1", **state: Any) -> dict[str, Any]:
    done = {"status": "completed", "input": asked, "output": output, "title": name, **state}
    return {"type": "tool", "tool": name, "callID": call, "state": done}


def database(home: Path, *messages: tuple[dict[str, Any], Parts], name: str = SHOP, **facts: Any) -> Path:
    """A database of OpenCode 1 with one session more."""
    path = home / "opencode.db"
    home.mkdir(parents=True, exist_ok=True)
    fresh = not path.exists()
    with apsw.Connection(str(path)) as connection:
        if fresh:
            connection.execute(SCHEMA)
        row = {"parent_id": None, "directory": "/home/anna/shop", "title": "Port of the shop", "revert": None, **facts}
        connection.execute(
            "insert into session values (?, ?, ?, ?, '1.2.3', ?, ?, ?)",
            (name, row["parent_id"], row["directory"], row["title"], row["revert"], NINE, NINE + 9000),
        )
        for k, (message, parts) in enumerate(messages):
            at, identity = NINE + 1000 * k, f"msg_{name[4:]}_{k}"
            data = json.dumps({**message, "time": {"created": at}})
            connection.execute("insert into message values (?, ?, ?, ?, ?)", (identity, name, at, at, data))
            for n, part in enumerate(parts):
                values = (f"prt_{name[4:]}_{k}_{n}", identity, name, at, at, json.dumps(part))
                connection.execute("insert into part values (?, ?, ?, ?, ?, ?)", values)
    connection.close()
    return path


def turns(home: Path, *rows: tuple[str, dict[str, Any]], name: str = SHOP, **facts: Any) -> Path:
    """The tables of OpenCode 2, in the same database, with one session more."""
    path = home / "opencode.db"
    home.mkdir(parents=True, exist_ok=True)
    with apsw.Connection(str(path)) as connection:
        if not list(connection.execute("select 1 from sqlite_master where name = 'session_v2'")):
            connection.execute(SCHEMA_2)
        row = {"fork_session_id": None, "title": "Port of the shop", "revert": None, **facts}
        connection.execute(
            "insert into session_v2 values (?, null, ?, '/home/anna/shop', ?, '2.0.3', ?, ?, ?)",
            (name, row["fork_session_id"], row["title"], row["revert"], NINE, NINE + 9000),
        )
        for k, (kind, data) in enumerate(rows):
            at = NINE + 1000 * k
            values = (f"evt_{name[4:]}_{k}", name, kind, k, at, at, json.dumps({**data, "time": {"created": at}}))
            connection.execute("insert into session_message values (?, ?, ?, ?, ?, ?, ?)", values)
    connection.close()
    return path


def tree(home: Path, *messages: tuple[dict[str, Any], Parts], name: str = SHOP, first_layout: bool = False) -> Path:
    """The JSON files of a session, as they lay until February 2026, or in the first layout of 2025."""
    base = home / ("project/home-anna-shop/storage" if first_layout else "storage")
    where = {"session": "session/info", "message": "session/message", "part": f"session/part/{name}"}
    if not first_layout:
        where = {"session": "session/p1", "message": "message", "part": "part"}
    session = base / where["session"] / f"{name}.json"
    facts = {"id": name, "directory": "/home/anna/shop", "title": "Port of the shop", "version": "0.9.1"}
    _write(session, {**facts, "time": {"created": NINE, "updated": NINE + 9000}})
    for k, (message, parts) in enumerate(messages):
        identity = f"msg_{k}"
        fields = {"id": identity, "sessionID": name, **message, "time": {"created": NINE + 1000 * k}}
        _write(base / where["message"] / name / f"{identity}.json", fields)
        for n, part in enumerate(parts):
            fields = {"id": f"prt_{k}_{n}", "messageID": identity, **part}
            _write(base / where["part"] / identity / f"prt_{k}_{n}.json", fields)
    return session


def _write(path: Path, fields: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(fields, indent=2))


def read(root: Path) -> list[Record]:
    found: list[Record] = []
    for unit in ADAPTER.discover(root):
        found.extend(ADAPTER.read(unit) if not isinstance(unit, Problem | Skipped) else [unit])
    return found


def only(root: Path) -> Conversation:
    [found] = [record for record in read(root) if isinstance(record, Conversation)]
    return found


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in conversation.messages]
