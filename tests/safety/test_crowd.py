"""Several programs and a person at one vault."""

from __future__ import annotations

from pathlib import Path

from tests.safety.bustle import Bustle
from tests.safety.crowding import Crowd


def test_two_compiles_a_search_and_a_person_at_once(tmp_path: Path) -> None:
    """The second compile says that another is at work and exits 1; the search is answered; no word of the person's is
    lost; the next run settles."""
    wrong, refused = Crowd(tmp_path).wrong(3, 1)
    assert wrong == []
    assert refused


def test_a_bustle_of_processes_a_watcher_and_a_person(tmp_path: Path) -> None:
    """Whatever is started, and some of it killed, while notes are edited and sources grow: what is left is what one
    calm run would have made, and the person's words."""
    bustle = Bustle(tmp_path, 1)
    assert bustle.wrong(3, 4) == []
    assert bustle.done.total() >= 3 and bustle.words
