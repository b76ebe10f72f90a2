"""What the tests of edits share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compiler.vault.believable import config, open_filled
from tests.compiler.vault.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    settings = config(tmp_path)
    desk = Desk(open_filled(settings), settings)
    yield desk
    desk.store.close()
