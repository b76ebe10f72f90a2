"""The adapter: vaults below a root, a unit a note."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters._reading.homes import homes
from adapters.obsidian.note import read_note
from adapters.obsidian.vaults import CONFIG, daily_notes, open_vault, vaults_below
from compiler.records import Env, Known, Problem, Record, Skipped, Unit, nothing_known


class Obsidian:
    name = "obsidian"
    version = 1

    def locate(self, env: Env) -> Sequence[Path]:
        """The vaults that the app itself remembers in `obsidian.json`; without it, the places to look for that file."""
        registries = [registry for home in homes(env) for registry in _registries(env, home)]
        vaults = sorted({vault for registry in registries for vault in _registered(registry)})
        return vaults or [registry.parent for registry in registries]

    def claims(self, path: Path) -> bool:
        if path.is_file():
            return path.suffix == ".md" and any((parent / CONFIG).is_dir() for parent in path.parents)
        return (path / CONFIG).is_dir()

    def discover(self, root: Path) -> Iterator[Unit | Problem | Skipped]:
        if not root.is_file() and root.name == "obsidian" and (root / "obsidian.json").is_file():
            return  # the app's own folder, named only so that the person sees where was looked
        if root.is_file():
            home = next((p for p in root.parents if (p / CONFIG).is_dir()), root.parent)
            yield Unit(root.relative_to(home).as_posix(), home, (root,))
            return
        for place in vaults_below(root):
            try:
                vault = open_vault(place)
            except OSError as error:
                yield Problem("obsidian", str(error.filename or place), "unreadable file", error.strerror or str(error))
                continue
            for entry in vault.notes():
                if isinstance(entry, Path):
                    yield Unit(entry.relative_to(place).as_posix(), place, (entry,))
                else:
                    yield entry

    def read(self, unit: Unit, known: Known = nothing_known) -> Iterator[Record]:
        try:
            daily = daily_notes(unit.root)
        except OSError as error:
            yield Problem("obsidian", str(error.filename or unit.root), "unreadable file", error.strerror or str(error))
            daily = None
        yield from read_note(unit.root, unit.files[0], daily)


def _registries(env: Env, home: Path) -> list[Path]:
    variables = env.variables
    if env.platform == "darwin":
        return [home / "Library/Application Support/obsidian/obsidian.json"]
    if env.platform.startswith("win") or home != env.home:
        roaming = (
            Path(variables["APPDATA"]) if "APPDATA" in variables and home == env.home else home / "AppData/Roaming"
        )
        return [roaming / "obsidian/obsidian.json"]
    configured = Path(variables["XDG_CONFIG_HOME"]) if variables.get("XDG_CONFIG_HOME") else home / ".config"
    return [
        configured / "obsidian/obsidian.json",
        home / ".var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json",
        home / "snap/obsidian/current/.config/obsidian/obsidian.json",
    ]


def _registered(registry: Path) -> Iterator[Path]:
    """Vault folders from the app's registry: `{"vaults": {ID: {"path": …}}}`."""
    try:
        table = json.loads(registry.read_text("utf-8-sig"))
        vaults = table["vaults"].values()
        yield from (Path(v["path"]) for v in vaults if isinstance(v, dict) and isinstance(v.get("path"), str))
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return


ADAPTER = Obsidian()
