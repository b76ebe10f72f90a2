"""Nothing leaves the machine: a whole life of a vault without a network, with every call watched."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.offline import CONTROL, WATCHED, attempts, can_watch, live
from tests.safety.runs import EXAMPLE, tree

pytestmark = pytest.mark.skipif(not can_watch(), reason="no strace, or no leave to take the network away")


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path, str, str]:
    """(vault made with a network, vault made without, logs, what each said)."""
    outside, inside = tmp_path_factory.mktemp("outside"), tmp_path_factory.mktemp("inside")
    logs = tmp_path_factory.mktemp("logs")
    said = live(outside, EXAMPLE)
    return outside / "V", inside / "V", logs, said, live(inside, EXAMPLE, watched=logs)


def test_the_watcher_sees_a_packet_from_a_child(tmp_path: Path) -> None:
    """Sent by ctypes, so that the tests below can fail."""
    log = tmp_path / "control.strace"
    watching = ["unshare", "-n", "strace", "-f", "-qq", "-e", WATCHED, "-o", str(log)]
    subprocess.run([*watching, sys.executable, "-c", CONTROL], check=True)
    assert any("sendto" in line and "192.0.2.1" in line for line in attempts(log))


def test_no_call_reaches_for_the_network(lives: tuple[Path, Path, Path, str, str]) -> None:
    """Compile, search, ask, similar, status, check, forget: not one socket, not one that was tried and refused."""
    logs = sorted(lives[2].iterdir())
    assert len(logs) == 8
    assert [line for log in logs for line in attempts(log)] == []


def test_no_library_keeps_a_diary_in_the_home_folder(lives: tuple[Path, Path, Path, str, str]) -> None:
    """What is to be uploaded later is collected there first (onnxruntime: a device id and a database of events)."""
    for vault in lives[:2]:
        assert sorted(path for path in (vault.parent / "home").rglob("*") if path.is_file()) == []


def test_without_a_network_everything_is_the_same(lives: tuple[Path, Path, Path, str, str]) -> None:
    """The same bytes in the vault, the same answers."""
    outside, inside, _, said, said_inside = lives
    assert tree(inside) == tree(outside)
    assert said_inside.replace(str(inside), "V") == said.replace(str(outside), "V")


LOADS = re.compile(
    r"!\[[^\]]*\]\(|!\[\[(?!.*\.base)|<(?:img|iframe|video|audio|embed|object|link|script|source)\b|url\(",
    re.IGNORECASE,
)


def test_no_note_loads_anything_from_outside_when_it_is_viewed(lives: tuple[Path, Path, Path, str, str]) -> None:
    """No image, frame or style outside code; links are followed only by a click. The canvas holds no page."""
    for name, data in tree(lives[0]).items():
        text = data.decode()
        if name.endswith(".canvas"):
            assert '"type":"link"' not in text.replace(" ", ""), name
        if name.endswith(".md"):
            prose = re.sub(r"(`+)[^`].*?\1", "", re.sub(r"(?ms)^[> ]*(`{3,}|~{3,}).*?^[> ]*\1`*$", "", text))
            assert not LOADS.search(prose), (name, LOADS.search(prose))
