"""Killed without warning, whatever Musubi was doing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.safety.killing import JOBS, kill_loop


@pytest.mark.parametrize("job", JOBS)
def test_a_killed_run_is_finished_by_the_next(job: str, tmp_path: Path) -> None:
    """After the next run the store is sound, and vault and rows are those of a run that nobody disturbed."""
    assert kill_loop(job, 3, 7, tmp_path) == []
