"""Several programs and a person at one vault."""

from __future__ import annotations

from pathlib import Path

from tests.safety.crowding import Crowd


def test_two_compiles_a_search_and_a_person_at_once(tmp_path: Path) -> None:
    """The second compile says that another is at work and exits 1; the search is answered; no word of the person's is
    lost; the next run settles."""
    wrong, refused = Crowd(tmp_path).wrong(3, 1)
    assert wrong == []
    assert refused
