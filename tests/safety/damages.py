"""Ways in which a database file goes bad, and what Musubi makes of each.

Each takes the file (its log is empty) and changes it in place; `rng` chooses where.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import apsw

from compiler.store.connection import PAGE
from tests.safety.runs import Vault, differences, dump, tree

Damage = Callable[[Path, random.Random], None]


def _write(path: Path, at: int, data: bytes) -> None:
    with path.open("rb+") as file:
        file.seek(at)
        file.write(data)


def _zero_page(path: Path, rng: random.Random) -> None:
    _write(path, rng.randrange(1, path.stat().st_size // PAGE) * PAGE, b"\0" * PAGE)


def _swap_pages(path: Path, rng: random.Random) -> None:
    data = path.read_bytes()
    one, two = (n * PAGE for n in rng.sample(range(1, len(data) // PAGE), 2))
    _write(path, one, data[two : two + PAGE])
    _write(path, two, data[one : one + PAGE])


def _cut(share: float) -> Damage:
    return lambda path, rng: path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])


def _flip(count: int) -> Damage:
    def flip(path: Path, rng: random.Random) -> None:
        data = bytearray(path.read_bytes())
        for _ in range(count):
            data[rng.randrange(PAGE, len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)

    return flip


def _header(at: int, data: bytes) -> Damage:
    return lambda path, rng: _write(path, at, data)


def _sql(*statements: str) -> Damage:
    """Changes that no page check can find, made by SQL behind Musubi's back."""

    def change(path: Path, rng: random.Random) -> None:
        connection = apsw.Connection(str(path))
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        connection.execute("PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)
        connection.close()

    return change


def _log(make: Callable[[Path, random.Random], bytes]) -> Damage:
    return lambda path, rng: path.with_name(path.name + "-wal").write_bytes(make(path, rng)) and None


DAMAGES: dict[str, Damage] = {
    "empty file": _cut(0),
    "cut to the header": lambda path, rng: path.write_bytes(path.read_bytes()[:100]),
    "cut to a tenth": _cut(0.1),
    "cut to a half": _cut(0.5),
    "last page gone": lambda path, rng: path.write_bytes(path.read_bytes()[:-PAGE]),
    "last byte gone": lambda path, rng: path.write_bytes(path.read_bytes()[:-1]),
    "another kind of file": lambda path, rng: path.write_bytes(b"<!doctype html>\n" * 900),
    "all zero": lambda path, rng: path.write_bytes(b"\0" * path.stat().st_size),
    "noise": lambda path, rng: path.write_bytes(rng.randbytes(path.stat().st_size)),
    "magic": _header(0, b"SQLite format 9\0"),
    "page size": _header(16, b"\x20\x00"),
    "page count": _header(28, b"\x00\x00\x00\x02"),
    "free list": _header(32, b"\x00\x00\xff\xff\x00\x00\x00\x09"),
    "text encoding": _header(56, b"\x00\x00\x00\x02"),
    "schema page": lambda path, rng: _write(path, 100, rng.randbytes(PAGE - 100)),
    "schema header": _header(100, b"\xff" * 12),
    "zeroed page": _zero_page,
    "zeroed pages": lambda path, rng: [_zero_page(path, rng) for _ in range(8)] and None,
    "swapped pages": _swap_pages,
    "one bit": _flip(1),
    "ten bits": _flip(10),
    "a thousand bits": _flip(1000),
    "text of a message": _sql("UPDATE messages SET text = text || '!' WHERE row = 1"),
    "bytes that are no text": _sql("UPDATE messages SET text = CAST(x'c328ff41' AS TEXT) WHERE row = 1"),
    "a message lost": _sql("DELETE FROM messages WHERE row = 2"),
    "calls that are no JSON": _sql("UPDATE messages SET tool_calls = '[{' WHERE row = 1"),
    "attributes that are no JSON": _sql("UPDATE conversations SET attrs = '{\"a\":'"),
    "an index without a row": _sql("DELETE FROM message_words_docsize WHERE id = 1"),
    "an index emptied": _sql("DELETE FROM message_words_data WHERE id > 10"),
    "a table lost": _sql("DROP TABLE items"),
    "a table unnamed": _sql("DELETE FROM sqlite_schema WHERE name = 'messages'"),
    "a note of nobody": _sql(
        "INSERT INTO notes SELECT 'x:y', title, summary, maker, awaiting, content_hash FROM notes LIMIT 1"
    ),
    "a summary changed": _sql("UPDATE notes SET summary = 'Lies.'"),
    "an item changed": _sql("UPDATE items SET text = 'Lies.'"),
    "a chunk changed": _sql("UPDATE chunks SET text = 'Lies.' WHERE row = 1"),
    "a passage changed": _sql("UPDATE passages SET text = 'Lies.' WHERE row = 1"),
    "log of noise": _log(lambda path, rng: rng.randbytes(PAGE * 3)),
    "log with a true head": _log(lambda path, rng: bytes.fromhex("377f0682002de218") + rng.randbytes(PAGE * 3)),
}  # fmt: skip


def flip_in_page(number: int) -> Damage:
    """One byte of a page becomes another, and nobody wrote it."""

    def flip(path: Path, rng: random.Random) -> None:
        at, stat = number * PAGE + rng.randrange(PAGE), path.stat()
        _write(path, at, bytes([path.read_bytes()[at] ^ rng.randrange(1, 256)]))
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    return flip


def outcome(vault: Vault, calm: Vault, damage: Damage, rng: random.Random) -> str:
    """What becomes of a damage: `found` by check, `harmless`, or a sentence that begins with WRONG. Either way the next
    compile must end without a traceback, and after it, or after a restore, all must be as it was."""
    damage(vault.store, rng)
    checked = vault.run("check", "--json")
    searched = vault.run("search", "vector index")
    if "Traceback" in checked.said + searched.said:
        return f"WRONG: a traceback: {checked.said[-300:]} {searched.said[-300:]}"
    found = checked.code == 1
    changed = differences(dump(vault.store, vectors=False), dump(calm.store, vectors=False)) if not found else []
    if set(changed) - {"source_files"}:  # a stamp that is not true means that a file is read again
        return f"WRONG: check does not see that {changed} changed"
    compiled = vault.run("compile", *vault.compile()[3:])
    if "Traceback" in compiled.said or compiled.code not in (0, 1):
        return f"WRONG: compile says {compiled.said[-400:]}"
    if found and (compiled.code or vault.run("check", "--json").code):
        restored = vault.run("restore")
        if restored.code:
            return f"WRONG: restore says {restored.said[-300:]}"
        vault.must_compile()
    after = json.loads(vault.run("check", "--json").said.splitlines()[-1])
    if not after["sound"] or differences(tree(vault.path), tree(calm.path)):
        return f"WRONG: afterwards {after['findings'][:2]} {differences(tree(vault.path), tree(calm.path))[:4]}"
    return "found" if found else "harmless"
