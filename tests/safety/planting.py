"""Secrets planted in every adapter's example, in every place that an adapter reads, and the search for their bytes."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw

from adapters import ADAPTERS
from bench.safety.corpus import SHAPES, SURROUNDINGS, password
from tests.adapters import antigravity_homes
from tests.adapters.examples import example

CHOSEN = ("prose", "dotenv", "export", "json", "curl", "diff", "parentheses", "yaml", "japanese", "log", "bare", "list")
TEXTUAL = ("text", "content", "title", "name", "message", "display", "summary", "cwd", "input", "thinking")


def secrets(count: int, seed: int) -> list[tuple[str, str]]:
    """(text around it, secret), of every vendor's shape in turn."""
    rng = random.Random(seed)
    out = []
    while len(out) < count:
        for name, make in SHAPES.values():
            value = make(rng)
            text = SURROUNDINGS[rng.choice(CHOSEN)](name, value)
            out.append((text, value))
            word = password(rng)
            out.append((f"the admin password is {word} btw, don't commit it.", word))
    return out[:count]


def plant(root: Path, planted: list[tuple[str, str]]) -> list[str]:
    """Put texts into the strings of every JSON, JSON-lines, HTML and Markdown file and SQLite table below a root, round
    and round until all have a place; returns their secrets."""
    left = list(planted)
    placed: list[str] = []
    before = -1
    while left and len(placed) != before:
        before = len(placed)
        _plant_once(root, left, placed)
    return placed


def _plant_once(root: Path, left: list[tuple[str, str]], placed: list[str]) -> None:
    for path in sorted(p for p in root.rglob("*") if p.is_file()):
        if not left:
            break
        if path.suffix in (".jsonl", ".json"):
            _plant_json(path, left, placed)
        elif path.suffix == ".md":
            text, secret = left.pop()
            path.write_text(path.read_text("utf-8") + f"\n{text}\n", "utf-8")
            placed.append(secret)
        elif path.read_bytes()[:15] == b"SQLite format 3":
            _plant_rows(path, left, placed)


def _plant_json(path: Path, left: list[tuple[str, str]], placed: list[str]) -> None:
    whole = path.suffix == ".json"
    try:
        text = path.read_text("utf-8")
        values = [json.loads(text)] if whole else [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return
    for holder, key in (place for value in values for place in _places(value)):
        if left:
            more, secret = left.pop()
            holder[key] = f"{holder[key]}\n{more}"
            placed.append(secret)
    path.write_text("\n".join(json.dumps(value, ensure_ascii=False) for value in values) + "\n", "utf-8")


def _plant_rows(path: Path, left: list[tuple[str, str]], placed: list[str]) -> None:
    """In values of key-value tables that are JSON, as Cursor, OpenCode and others keep them."""
    connection = apsw.Connection(str(path))
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    for table in tables:
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
        for column in columns:
            rows = connection.execute(f'SELECT rowid, "{column}" FROM "{table}"').fetchall()
            for row, value in rows:
                try:
                    parsed = json.loads(value)
                except (ValueError, TypeError):
                    continue
                changed = False
                for holder, key in _places(parsed):
                    if left:
                        more, secret = left.pop()
                        holder[key] = f"{holder[key]}\n{more}"
                        placed.append(secret)
                        changed = True
                if changed:
                    new = json.dumps(parsed, ensure_ascii=False)
                    new_value = new.encode() if isinstance(value, bytes) else new
                    connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (new_value, row))
    connection.close()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where a value holds what people and models wrote."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in TEXTUAL:
                yield value, key
            elif isinstance(inner, list) and key == "parts":
                yield from ((inner, n) for n, part in enumerate(inner) if isinstance(part, str))
                yield from _places([part for part in inner if not isinstance(part, str)])
            else:
                yield from _places(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _places(inner)


def planted_sources(folder: Path, count: int, seed: int) -> tuple[Path, list[str]]:
    """Every adapter's example with secrets in its texts, titles and tool names, and some in file names."""
    planted = secrets(count, seed)
    placed: list[str] = []
    folder.mkdir(parents=True)
    share = count // len(ADAPTERS)
    for adapter in ADAPTERS:
        root, ours = example(adapter.name, folder), planted[:share]
        del planted[:share]
        if adapter.name == "antigravity":  # protobuf: built with the secrets in it
            words = [text for text, _ in ours]
            halves = [antigravity_homes.user("\n".join(words[::2])), antigravity_homes.planner("\n".join(words[1::2]))]
            shutil.rmtree(root)
            root.mkdir()
            antigravity_homes.database(root, halves)
            placed += [secret for _, secret in ours]
        else:
            placed += plant(root, ours)
    notes = sorted(path for path in folder.rglob("*.md") if path.is_file())
    for path, (_, secret) in zip(notes, secrets(6, seed + 1)[::2], strict=False):
        path.rename(path.with_name(f"{path.stem} {secret}.md"))
        placed.append(secret)
    return folder, placed


def hits(secret_values: list[str], *roots: Path) -> list[str]:
    """`file: secret` for every planted secret whose bytes, in UTF-8 or UTF-16, lie in a file or a file's name."""
    wanted = [(value, value.encode(), value.encode("utf-16-le")) for value in secret_values]
    out = []
    for root in roots:
        for path in sorted(root.rglob("*")):
            data = str(path.relative_to(root)).encode() + (path.read_bytes() if path.is_file() else b"")
            out += [f"{path}: {value}" for value, *forms in wanted if any(form in data for form in forms)]
    return out
