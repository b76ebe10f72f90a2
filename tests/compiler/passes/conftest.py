from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler.store.connection import Store, open_store
from tests.compiler.passes.invented import config


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(config(tmp_path).store) as opened:
        yield opened
