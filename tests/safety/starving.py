"""A disk of a chosen size that runs out. Needs a mount namespace of its own: run it as

    unshare -m python -m tests.safety.starving FOLDER SIZES… [--place both|store|vault]

One line of JSON comes out: what went wrong, a sentence each, and how many runs were stopped by the full disk."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.safety.faults import is_sentence
from tests.safety.runs import ROOT, Done, Vault, musubi, small_sources, unlike

ROOMY = 65536


def can_mount() -> bool:
    """Whether this machine lets us mount small disks, out of everyone's sight."""
    if not shutil.which("unshare"):
        return False
    words = ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def starve(folder: Path, sizes: list[int], place: str = "both") -> dict[str, object]:
    """Run the loop in a namespace of its own. `sizes` in KiB, `place` what lies on the small disk: vault and store, or
    one of them with the other elsewhere."""
    words = ["unshare", "-m", sys.executable, "-m", "tests.safety.starving", str(folder), "--place", place]
    done = subprocess.run([*words, *map(str, sizes)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


class Starved(Vault):
    """A vault with its store, or its notes, on a small disk."""

    @property
    def store(self) -> Path:
        return self.home / "store" / "musubi.db"


def _mount(path: Path, size: int, *more: str) -> None:
    options = ",".join([f"size={size}k", *more])
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(path)], check=True)


def _lay_out(vault: Vault, place: str) -> Path:
    """Makes the folders; returns the one that is to be the small disk."""
    vault.path.mkdir(parents=True)
    if place == "both":
        return vault.path
    (vault.home / "store").mkdir()
    (vault.path / "musubi.toml").write_text(f'store = "{vault.store}"\n')
    return vault.store.parent if place == "store" else vault.path


def _compile(vault: Vault) -> Done:
    return musubi(vault.compile(), vault.home)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--place", choices=("both", "store", "vault"), default="both")
    options = parser.parse_args()
    sources = small_sources(options.folder / "sources", "claude", "obsidian")
    kind = Vault if options.place == "both" else Starved
    calm = kind(options.folder / "calm", sources)
    _lay_out(calm, options.place)
    calm.must_compile()
    wrong: list[str] = []
    stopped = 0
    for size in options.sizes:
        vault = kind(options.folder / "starved", sources)
        small = _lay_out(vault, options.place)
        kept = {path: path.read_bytes() for path in small.iterdir()}
        _mount(small, size)
        for path, data in kept.items():
            path.write_bytes(data)
        done = _compile(vault)
        stopped += done.code == 1
        problems = [] if is_sentence(done, options.folder) else [f"said {done.said[-300:]!r}"]
        subprocess.run(["mount", "-o", f"remount,size={ROOMY}k", str(small)], check=True)
        again = _compile(vault)
        problems += [f"then {again.said[-300:]!r}"] if again.code else unlike(vault, calm)
        wrong += [f"{options.place}, {size} KiB: {text}" for text in problems]
        subprocess.run(["umount", str(small)], check=True)
        shutil.rmtree(vault.home)
    print(json.dumps({"wrong": wrong, "stopped": stopped}))


if __name__ == "__main__":
    main()
