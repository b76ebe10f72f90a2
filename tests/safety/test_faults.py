"""A disk that fails now and then, and one that fails for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.safety.faults import Loop


@pytest.mark.parametrize("name", ["EIO", "ENOSPC", "EACCES", "EINTR"])
def test_a_fault_is_one_sentence_and_mended_by_the_next_run(name: str, tmp_path: Path) -> None:
    """At calls spread over a whole compile; `python -m bench.safety.faults` goes through all of them."""
    loop = Loop(tmp_path)
    assert loop.all_wrong(range(5, loop.calls, loop.calls // 4), name) == []


def test_a_disk_that_stays_broken_is_one_sentence(tmp_path: Path) -> None:
    """Every call from the Nth on fails; once the disk works again, the next run ends as if nothing had been."""
    loop = Loop(tmp_path)
    assert loop.all_wrong(range(9, loop.calls, loop.calls // 4), "ENOSPC", "forever") == []


def test_a_fault_while_another_is_mended(tmp_path: Path) -> None:
    """The run after a fault meets one of its own; the third ends as if nothing had been."""
    loop = Loop(tmp_path)
    assert loop.all_wrong(range(7, loop.calls, loop.calls // 4), "EIO", "twice") == []
