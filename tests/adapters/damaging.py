"""The ways in which files break, each from a seed: bytes cut, doubled, flipped; values of the wrong shape; and the same
within what wraps them, rows of a database and members of a zip, whose outside stays whole."""

from __future__ import annotations

import copy
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 1e308, "", "x", "\ud83d", "\u2028", "<system-reminder>", [], {}, [[]], [None],
    {"a": None}, {"type": "text"}, {"": {"": []}}, "9" * 400, ["x"] * 50, "2026-13-45T99:00:00Z",
)  # fmt: skip


def damage(data: bytes, rng: random.Random) -> bytes:
    """One of them."""
    at, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    match rng.randrange(10):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return data[:at] + b"\x00" * rng.randrange(1, 600) + data[at:]
        case 3:
            return data[:at] + data[at:end] * 2 + data[end:]
        case 4:
            return data[:at] + rng.choice([b'{"a":', b"[", b'[{"x":[']) * 3000 + data[at:]
        case 5:
            return data[:at] + b"x" * 200_000 + data[at:]
        case 6:
            return data.replace(b'"', b'"\\ud83d', rng.randrange(1, 9))
        case 7:
            flipped = bytearray(data)
            for _ in range(rng.randrange(1, 20)):
                if flipped:
                    flipped[rng.randrange(len(flipped))] = rng.randrange(256)
            return bytes(flipped)
        case _:
            return _damage_within(data, rng)


def _damage_within(data: bytes, rng: random.Random) -> bytes:
    """What a parser of the outermost format does not see."""
    if data.startswith(b"SQLite format 3\x00"):
        return _damage_row(data, rng)
    if data.startswith(b"PK\x03\x04"):
        return _damage_member(data, rng)
    return replace_values(data, rng)


def replace_values(data: bytes, rng: random.Random) -> bytes:
    """Valid JSON of the wrong shape: some values anywhere in the file become junk."""
    try:
        parsed = [json.loads(data)]
    except ValueError:
        try:
            parsed = [json.loads(line) for line in data.splitlines()]
        except ValueError:
            return data[::-1]
    for _ in range(rng.randrange(1, 4)):
        places = [place for value in parsed for place in _places(value)]
        if places:
            holder, key = rng.choice(places)
            holder[key] = copy.deepcopy(rng.choice([*JUNK, holder]))
    return b"".join(json.dumps(value).encode() + b"\n" for value in parsed)


def _pairs(holder: Any) -> list[tuple[Any, Any]]:
    return list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key, inner in _pairs(value):
            yield value, key
            yield from _places(inner)


def _damage_row(data: bytes, rng: random.Random) -> bytes:
    """One value of one row: its bytes damaged, or another kind of value."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.text_factory = bytes
        database.deserialize(data[:18] + b"\x01\x01" + data[20:])  # one in WAL mode cannot live in memory
        try:
            tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
            table = rng.choice(tables)[0].decode()
            row = rng.choice(database.execute(f'SELECT rowid, * FROM "{table}"').fetchall())
            names = [info[1].decode() for info in database.execute(f'PRAGMA table_info("{table}")')]
            at = rng.randrange(len(names))
            value = row[at + 1]
            if isinstance(value, bytes) and rng.random() < 0.8:
                kind = database.execute(f'SELECT typeof("{names[at]}") FROM "{table}" WHERE rowid = ?', row[:1])
                wrapped = "CAST(? AS TEXT)" if kind.fetchone()[0] == b"text" else "?"
                value = damage(value, rng)
            else:
                wrapped, value = "?", rng.choice([None, 0, -1, 2**62, 1e308, "", "x", b"", b"\xff\x00", "9" * 400])
            database.execute(f'UPDATE "{table}" SET "{names[at]}" = {wrapped} WHERE rowid = ?', (value, row[0]))
            database.commit()
            return database.serialize()
        except (sqlite3.Error, IndexError):  # a table without rows or row numbers, a value that it refuses
            return data[::-1]


def _damage_member(data: bytes, rng: random.Random) -> bytes:
    """One member, in an archive that is whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        chosen = rng.randrange(len(old.infolist()))
        for number, member in enumerate(old.infolist()):
            held = old.read(member)
            new.writestr(member, damage(held, rng) if number == chosen else held)
    return out.getvalue()
