"""A thousand damaged sources for every adapter, from fixed seeds: none raises, hangs or blows up, and in line formats
no intact record is lost beside a broken one."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adapters import ADAPTERS
from compiler.records import Adapter, Conversation, Record
from tests.adapters.damaging import damage
from tests.adapters.examples import example, examples, units

CASES = 1000
FINDS = Path(__file__).parent / "finds"
"""Files that once did harm, below adapter and seed; `python -m bench.fuzz --keep` adds to them."""
MOST_TIMES = 8
"""So many times as much text may come out as there is: sub-agents and copies repeat some."""
PATIENCE = 20
"""Seconds after which one case counts as hanging; the slowest take milliseconds."""


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


def holding(name: str, folder: Path) -> dict[Path, tuple[Path, bytes]]:
    """Every file of the adapter's examples: its root, and its bytes."""
    return {
        path: (root, path.read_bytes())
        for root in examples(name, folder)
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.stat().st_size
    }


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_damaged_files_never_raise_or_blow_up(adapter: Adapter, tmp_path: Path) -> None:
    """Cut, doubled, flipped, NUL-ridden, nested, wrongly typed, also within rows of databases and members of zips: what
    is read stays in proportion to what is there, and nothing is left beside the files."""
    files = holding(adapter.name, tmp_path)
    most = sum(len(data) for _, data in files.values())
    for seed in range(CASES):
        rng = random.Random(seed)
        path = rng.choice(list(files))
        root, whole = files[path]
        path.write_bytes(broken := damage(whole, rng))
        try:
            records = read(adapter, root)
        except Exception as error:
            raise AssertionError(f"seed {seed}, {path.name}: {error!r}") from error
        size = sum(len(text) for _, text in said(records).elements())
        assert size <= MOST_TIMES * (len(broken) + most), f"seed {seed}"
        path.write_bytes(whole)
    assert {path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size} == set(files)


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
