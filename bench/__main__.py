"""The figures of the main job, on a generated history: `make bench`, or `python -m bench [--conversations 1000]`.

Each line is a measurement and its target. Times are wall-clock of whole commands, as a person waits for them.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench import history

SOURCES = ("claude_code", "chatgpt", "claude", "obsidian")
QUERIES = ("which index did we choose", "sourdough hydration", "secret rotation budget", "knee stretch before running")


def timed(arguments: Sequence[str], stdin: str | None = None) -> tuple[float, int, str]:
    """(seconds, peak memory in MB, stdout) of one command in a process of its own."""
    with tempfile.NamedTemporaryFile("w+") as output:
        started = time.monotonic()
        process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdin
        process.stdin.write(stdin or "")
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        if status:
            sys.exit(f"{' '.join(arguments)} failed")
        output.seek(0)
        return seconds, usage.ru_maxrss // 1024, output.read()


def row(what: str, value: str, target: str) -> None:
    print(f"{what:46} {value:>14}   {target}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--conversations", type=int, default=1000)
    parser.add_argument("--messages", type=int, default=16)
    parser.add_argument("--characters", type=int, default=250)
    args = parser.parse_args()
    python = [sys.executable]
    musubi = [sys.executable, "-m", "compiler"]
    with tempfile.TemporaryDirectory(prefix="musubi-bench-") as scratch:
        folder, vault = Path(scratch) / "history", Path(scratch) / "vault"
        history.write(folder, args.conversations, args.messages, args.characters)
        named = [f"--source={name}={folder / name}" for name in SOURCES]
        compiling = [*musubi, "compile", "--vault", str(vault), "--json", *named]

        seconds, memory, out = timed([*compiling, "--no-embed"])
        counts = json.loads(out)
        conversations = sum(c["conversations"] for c in counts["sources"].values())
        messages = sum(c["messages"] for c in counts["sources"].values())
        print(f"{conversations} conversations, {messages} messages, {os.cpu_count()} cores\n")
        row("cold compile to a written vault", f"{seconds:.1f} s", "under 30 s for 1,000")
        row("  peak memory", f"{memory} MB", "under 400 MB")
        row("  notes written", str(counts["vault"]["written"]), "")

        before = {p: p.stat().st_mtime_ns for p in vault.rglob("*") if p.is_file() and ".musubi" not in p.parts}
        seconds, _, out = timed([*compiling, "--no-embed"])
        after = {p: p.stat().st_mtime_ns for p in vault.rglob("*") if p.is_file() and ".musubi" not in p.parts}
        row("second compile, nothing new", f"{seconds:.2f} s", "under 1 s")
        row("  files written", str(json.loads(out)["vault"]["written"]), "0")
        row("  times changed", str(sum(before[p] != after.get(p) for p in before)), "0")

        seconds, memory, out = timed(compiling)
        embedded = json.loads(out)["passes"]["embed"]["run"]
        row("chunk vectors", f"{embedded / seconds:.0f} a second", f"({embedded} chunks, {memory} MB)")

        nothing = min(timed([*python, "-c", "pass"])[0] for _ in range(5))
        helped = min(timed([*musubi, "--help"])[0] for _ in range(5))
        row("musubi --help above python -c pass", f"{helped - nothing:.3f} s", "under 0.1 s")
        cold = statistics.median(timed([*musubi, "search", "--vault", str(vault), q])[0] for q in QUERIES)
        row("search, cold command", f"{cold:.2f} s", "under 0.6 s")
        batch = [*musubi, "search", "--vault", str(vault), "--batch", "--json"]
        once = timed(batch, QUERIES[0] + "\n")[0]
        many = timed(batch, "\n".join(QUERIES * 50) + "\n")[0]
        row("search, warm", f"{(many - once) / (len(QUERIES) * 50 - 1) * 1000:.0f} ms", "under 50 ms")


if __name__ == "__main__":
    main()
