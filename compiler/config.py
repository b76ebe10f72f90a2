"""Configuration as frozen values, one section a pass; the only reader of TOML and of the environment.

`musubi.toml` is looked for in the working folder, in the vault, then in the user's configuration folder; the first
found is used. Unknown keys are an error: a typo must not be silence.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from compiler.errors import UsageError
from compiler.records import Env

FILE = "musubi.toml"
DATA = ".musubi"


@dataclass(frozen=True, slots=True)
class EmbedConfig:
    """`model`: `minilm` (packaged) or a sentence-transformers model name; `fast` prepares the weights once for chunk
    vectors."""

    model: str = "minilm"
    fast: bool = True


@dataclass(frozen=True, slots=True)
class LlmConfig:
    """`endpoint` an OpenAI-compatible base URL, or "" to look on the usual loopback ports; `model` "" takes the first
    one loaded. `workers` requests at once; `timeout` seconds a request; `enabled` makes every compile use the model."""

    enabled: bool = False
    endpoint: str = ""
    model: str = ""
    api_key: str = ""
    allow_remote: bool = False
    workers: int = 2
    max_tokens: int = 1200
    timeout: float = 600.0


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """`reranker`: "" the built-in relevance model, a sentence-transformers cross-encoder name, or a rerank endpoint URL
    on loopback."""

    reranker: str = ""


@dataclass(frozen=True, slots=True)
class VaultConfig:
    """`folder` the compiler's own folder inside the vault ("" the vault itself); `timezone` an IANA name, "" the
    machine's when the vault is first made; `transcripts` also writes whole transcripts; `git` commits each compile."""

    folder: str = ""
    timezone: str = ""
    transcripts: bool = False
    git: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a run needs to know. `vault` is absolute; `store` the database file; `sources` NAME → roots that
    replace the usual places."""

    vault: Path
    store: Path
    env: Env
    pages: VaultConfig = field(default_factory=VaultConfig)
    embed: EmbedConfig = field(default_factory=EmbedConfig)
    llm: LlmConfig = field(default_factory=LlmConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    redact_also: tuple[str, ...] = ()
    redact_never: tuple[str, ...] = ()

    @property
    def root(self) -> Path:
        """Where the compiler's notes lie."""
        return self.vault / self.pages.folder if self.pages.folder else self.vault

    @property
    def lock(self) -> Path:
        return self.vault / DATA / "musubi.lock"


SECTIONS = {"pages": VaultConfig, "embed": EmbedConfig, "llm": LlmConfig, "search": SearchConfig}


def machine() -> Env:
    """The machine this process runs on."""
    home = os.environ.get("HOME") or os.environ.get("USERPROFILE") or str(Path.home())
    return Env(Path(home), sys.platform, dict(os.environ))


def load(vault: Path | None = None, *, folder: str | None = None, env: Env | None = None) -> Config:
    """Vault from the argument, else MUSUBI_VAULT, else `musubi.toml`, else ~/Musubi."""
    env = env or machine()
    chosen = vault or _path(env.variables.get("MUSUBI_VAULT"), env)
    file = _find(env, chosen)
    table = _read(file) if file else {}
    if chosen is None and "vault" in table:
        chosen = _path(str(table["vault"]), env, base=file.parent if file else None)
    chosen = (chosen or env.home / "Musubi").expanduser().absolute()
    pages = _section(VaultConfig, table.get("pages", {}), file, "pages")
    if folder is not None:
        pages = replace(pages, folder=folder.strip("/"))
    elif not pages.folder:
        pages = replace(pages, folder=_remembered_folder(chosen / DATA / "musubi.lock"))
    store = _path(str(table["store"]), env, base=file.parent if file else None) if "store" in table else None
    return Config(
        vault=chosen,
        store=(store or chosen / DATA / "musubi.db").absolute(),
        env=env,
        pages=pages,
        embed=_section(EmbedConfig, table.get("embed", {}), file, "embed"),
        llm=_section(LlmConfig, table.get("llm", {}), file, "llm"),
        search=_section(SearchConfig, table.get("search", {}), file, "search"),
        sources=_sources(table.get("sources", {}), file),
        redact_also=_texts(table, "redact_also", file),
        redact_never=_texts(table, "redact_never", file),
    )


def _remembered_folder(lock: Path) -> str:
    """The folder of an earlier `--folder`, which holds from then on: the lock's line `folder ["Musubi"]`."""
    try:
        with lock.open(encoding="utf-8", errors="replace") as rows:
            entries = (json.loads(row.partition(" ")[2]) for row in rows if row.startswith("folder "))
            return next((str(entry[0]) for entry in entries if entry), "")
    except (OSError, ValueError):
        return ""


TOP = frozenset({"vault", "store", "sources", "redact_also", "redact_never", *SECTIONS})


def _find(env: Env, vault: Path | None) -> Path | None:
    import platformdirs

    places = [Path.cwd() / FILE]
    if vault:
        places.append(vault / FILE)
    places.append(Path(platformdirs.user_config_dir("musubi")) / FILE)
    places.append(env.home / ".config" / "musubi" / FILE)
    return next((p for p in places if p.is_file()), None)


def _read(file: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{file} cannot be read as TOML: {error}.") from error
    unknown = sorted(set(table) - TOP)
    if unknown:
        raise UsageError(f"{file} has an unknown setting `{unknown[0]}`; known are {', '.join(sorted(TOP))}.")
    return table


def _section(cls: type[Any], table: Any, file: Path | None, name: str) -> Any:
    if not isinstance(table, dict):
        raise UsageError(f"[{name}] in {file} must be a table.")
    known = {f.name: f for f in fields(cls)}
    for key, value in table.items():
        if key not in known:
            raise UsageError(f"[{name}] in {file} has an unknown setting `{key}`; known are {', '.join(known)}.")
        wanted = type(known[key].default)
        fits = isinstance(value, (int, float)) if wanted is float else type(value) is wanted
        if not fits:
            raise UsageError(f"`{key}` under [{name}] in {file} must be of type {wanted.__name__}.")
    return cls(**table)


def _sources(table: Any, file: Path | None) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, dict):
        raise UsageError(f"[sources] in {file} must be a table of NAME = path or list of paths.")
    return {name: tuple([value] if isinstance(value, str) else value) for name, value in sorted(table.items())}


def _texts(table: Mapping[str, Any], key: str, file: Path | None) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise UsageError(f"`{key}` in {file} must be a list of texts.")
    return tuple(value)


def _path(text: str | None, env: Env, base: Path | None = None) -> Path | None:
    if not text:
        return None
    path = env.home / text[2:] if text.startswith(("~/", "~\\")) else Path(text)
    return path if path.is_absolute() or base is None else base / path
