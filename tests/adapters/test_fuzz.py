"""A thousand damaged sources for every adapter, from fixed seeds: none raises, hangs or blows up, and in line formats
no intact record is lost beside a broken one."""

from __future__ import annotations

import copy
import json
import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from adapters import ADAPTERS
from compiler.records import Adapter, Conversation, Record
from tests.adapters.examples import example, units

CASES = 1000
FINDS = Path(__file__).parent / "finds"
"""Files that once did harm, below adapter and seed; `python -m bench.fuzz --keep` adds to them."""
PATIENCE = 20
"""Seconds after which one case counts as hanging; the slowest take milliseconds."""

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 1e308, "", "x", "\ud83d", "\u2028", "<system-reminder>", [], {}, [[]], [None],
    {"a": None}, {"type": "text"}, {"": {"": []}}, "9" * 400, ["x"] * 50, "2026-13-45T99:00:00Z",
)  # fmt: skip


def damage(data: bytes, rng: random.Random) -> bytes:
    """One of the ways in which files break."""
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


@contextmanager
def no_hanging() -> Iterator[None]:
    def give_up(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"still reading after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def read(adapter: Adapter, root: Path) -> list[Record]:
    with no_hanging():
        return [record for unit in units(adapter, root) for record in adapter.read(unit)]


def said(records: list[Record]) -> Counter[tuple[str, str]]:
    found = [record for record in records if isinstance(record, Conversation)]
    return Counter((message.role, message.text) for conversation in found for message in conversation.messages)


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_damaged_files_never_raise_or_blow_up(adapter: Adapter, tmp_path: Path) -> None:
    """Cut, doubled, flipped, NUL-ridden, nested, wrongly typed: what is read stays in proportion to what is there."""
    root = example(adapter.name, tmp_path)
    files = sorted(path for path in root.rglob("*") if path.is_file() and path.stat().st_size)
    whole = {path: path.read_bytes() for path in files}
    for seed in range(CASES):
        rng = random.Random(seed)
        path = rng.choice(files)
        path.write_bytes(broken := damage(whole[path], rng))
        try:
            records = read(adapter, root)
        except Exception as error:
            raise AssertionError(f"seed {seed}, {path.name}: {error!r}") from error
        size = sum(len(text) for _, text in said(records).elements())
        assert size <= 8 * (len(broken) + sum(map(len, whole.values()))), f"seed {seed}"
        path.write_bytes(whole[path])
    left = {path for path in root.rglob("*") if path.is_file() and path.stat().st_size}
    assert left == set(files)


LINE_FORMATS = [adapter for adapter in ADAPTERS if adapter.name in ("claude_code", "codex", "gemini_cli")]


@pytest.mark.parametrize("adapter", LINE_FORMATS, ids=lambda adapter: adapter.name)
def test_intact_records_survive_beside_broken_ones(adapter: Adapter, tmp_path: Path) -> None:
    """Torn copies, NULs and noise between the lines, or glued before one, take nothing from the lines themselves."""
    root = example(adapter.name, tmp_path)
    files = sorted(root.rglob("*.jsonl"))
    whole = {path: path.read_bytes().splitlines(keepends=True) for path in files}
    intact = said(read(adapter, root))
    for seed in range(CASES):
        rng = random.Random(seed)
        path = rng.choice(files)
        lines = list(whole[path])
        for _ in range(rng.randrange(1, 4)):
            line = rng.choice(whole[path])
            wreck = rng.choice(
                [line[: rng.randrange(1, len(line) - 1)], b"\x00" * 50, b'"half', b"}{", bytes([rng.randrange(256)])]
            )
            lines.insert(rng.randrange(len(lines) + 1), wreck + rng.choice([b"\n", b"\r\n", b""]))
        path.write_bytes(b"".join(lines))
        assert not intact - said(read(adapter, root)), f"seed {seed}: {path.name}"
        path.write_bytes(b"".join(whole[path]))


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_what_once_did_harm_does_no_more(adapter: Adapter, tmp_path: Path) -> None:
    """Every file that fuzzing ever found, in the place where it was found."""
    for number, find in enumerate(sorted((FINDS / adapter.name).glob("*"))):
        (tmp_path / str(number)).mkdir()
        root = example(adapter.name, tmp_path / str(number))
        for path in (path for path in find.rglob("*") if path.is_file()):
            (root / path.relative_to(find)).write_bytes(path.read_bytes())
        read(adapter, root)
