"""What is forgotten leaves no byte behind."""

from __future__ import annotations

import pytest

from tests.safety.forgetting import Forgetting
from tests.safety.runs import musubi


@pytest.fixture(scope="module")
def forgetting(tmp_path_factory: pytest.TempPathFactory) -> Forgetting:
    return Forgetting(tmp_path_factory.mktemp("forget"))


def test_no_byte_of_it_is_left(forgetting: Forgetting) -> None:
    """Database, log, vault, lock, backups, stores set aside, temporary files. A backup that is no database goes whole,
    and the person is told."""
    vault = forgetting.ready.copy(forgetting.folder / "once")
    assert len(forgetting.left(vault)) > 10
    done = musubi(forgetting.words(vault), vault.home)
    assert done.code == 0 and "0000-old.db could not be cleaned" in done.said, done.said
    assert forgetting.left(vault) == []
    assert vault.run("check").code == 0
    vault.must_compile()
    assert forgetting.left(vault) == []


def test_a_killed_forgetting_is_ended_by_the_next_run(forgetting: Forgetting) -> None:
    """Whatever it had got to."""
    assert forgetting.killed(3, 1) == []
