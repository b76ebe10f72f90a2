"""A power cut, simulated at random places of a compile."""

from __future__ import annotations

from pathlib import Path

from tests.safety.powercuts import Cuts


def test_a_power_cut_costs_work_never_the_vault(tmp_path: Path) -> None:
    """Unsynced writes missing or torn, names of files lost with their folders: the next run ends in the same vault, and
    takes nothing that is missing for a deletion by the person."""
    cuts = Cuts(tmp_path)
    assert len(cuts.events) > 100
    assert cuts.wrong(6, 3) == []
