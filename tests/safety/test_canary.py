"""Five hundred secrets go in through every adapter; none comes to lie in anything that Musubi writes."""

from __future__ import annotations

import pytest

from adapters import ADAPTERS
from tests.safety.canary import Canary


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Canary:
    return Canary(tmp_path_factory.mktemp("canary"), 500, 1)


def test_secrets_are_planted_for_every_adapter(canary: Canary) -> None:
    """Or the search below would prove nothing."""
    assert len(canary.planted) >= 500
    assert {path.name for path in canary.sources.iterdir()} == {adapter.name for adapter in ADAPTERS}


def test_no_planted_secret_is_written_anywhere(canary: Canary) -> None:
    """Database, log, vault, backups, temporary files, and what was said on the terminal, byte by byte."""
    assert canary.whole() == []


def test_no_planted_secret_is_left_by_a_killed_run(canary: Canary) -> None:
    """Nothing is written before it is redacted, not even for a moment."""
    assert canary.killed(4, 1) == []


def test_no_secret_that_a_model_tells_is_written(canary: Canary) -> None:
    """None is sent to it; those that it tells of its own accord are redacted in its answers as in all else, cached
    answers too."""
    assert canary.with_model(1, 1) == []
    assert canary.replies >= 5
