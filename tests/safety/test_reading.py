"""Files that cannot be read for a moment: in use by their program, on a disk that stumbles."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from adapters import ADAPTERS
from compiler.records import Adapter
from tests.safety.reading import Sources


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_what_cannot_be_read_now_is_read_next_time(adapter: Adapter, tmp_path: Path) -> None:
    """Whichever call fails, of opening, reading and listing: the run goes on, and the next one has everything, in the
    conversations where it belongs."""
    sources = Sources(adapter, tmp_path)
    assert sources.calls > 10
    assert [wrong for number in range(1, sources.calls + 1) for wrong in sources.wrong(number, errno.EIO)] == []
