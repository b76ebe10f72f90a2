"""A whole life of a vault, as one process tree that strace can watch: read, write, search, answer, forget."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.safety.runs import ROOT

WATCHED = "trace=%network,io_uring_setup"
CONTROL = """
import ctypes, os, struct
if os.fork() == 0:
    libc = ctypes.CDLL(None)
    port, address = struct.pack("!H", 9), bytes([192, 0, 2, 1])
    where = struct.pack("=H", 2) + port + address + bytes(8)
    libc.sendto(libc.socket(2, 2, 0), b"x", 1, 0, where, len(where))
    os._exit(0)
os.wait()
"""
"""Sends a packet to nowhere from a child, past Python's own sockets: what a watcher inside Python would not see."""
_CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)$")


def can_watch() -> bool:
    """Whether this machine lets us take the network away and watch the calls."""
    if not (shutil.which("strace") and shutil.which("unshare")):
        return False
    words = ["unshare", "-n", "strace", "-f", "-o", "/dev/null", "true"]
    tried = subprocess.run(words, capture_output=True, check=False)
    return tried.returncode == 0


def life(folder: Path, sources: Path) -> list[list[str]]:
    """The commands, in order."""
    vault = ["--vault", str(folder / "V")]
    named = [f"--source={source.name}={source}" for source in sorted(sources.iterdir())]
    return [
        ["compile", *vault, *named],
        ["search", "vector index", *vault],
        ["ask", "What does Tidepool cost?", *vault],
        ["similar", "swimming in cold water", *vault],
        ["status", *vault],
        ["check", *vault],
        ["forget", "--source", "claude", "--yes", *vault],
        ["compile", *vault, *named],
    ]


def live(folder: Path, sources: Path, *, watched: Path | None = None) -> str:
    """Run it all; what it said. With `watched` without a network, every call of interest written there."""
    environment = {
        "HOME": str(folder / "home"), "TMPDIR": str(folder), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT),
        "TZ": "UTC", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    (folder / "home").mkdir()
    said = ""
    for number, words in enumerate(life(folder, sources)):
        command = [sys.executable, "-m", "compiler", *words]
        if watched:
            log = str(watched / f"{number}.strace")
            command = ["unshare", "-n", "strace", "-f", "-qq", "-e", WATCHED, "-o", log, *command]
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        said += re.sub(r"\(\d+\.\d s\)", "", done.stdout)
    return said


def attempts(log: Path) -> list[str]:
    """Calls that reach, or could reach, beyond this machine: any socket of the internet, any packet, any connection to
    a path, and io_uring, which strace cannot see into."""
    out = []
    for line in log.read_text("utf-8", "replace").splitlines():
        call = _CALL.match(line)
        if call is None or call[1] in ("socketpair", "getsockopt", "setsockopt", "shutdown"):
            continue
        if "AF_UNIX" in line and call[1] in ("socket", "sendmsg", "recvmsg", "getsockname"):
            continue
        out.append(line)
    return out
