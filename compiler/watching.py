"""Following the sources: a compile after each burst of changes, without the model, one watcher at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from compiler.config import Config
from compiler.errors import MusubiError
from compiler.events import Reporter, Warned
from compiler.store.exclusive import exclusively

DEBOUNCE_MS = 3_000
LOOK_AGAIN_MS = 60_000
"""How often to look without being told: a laptop that slept, a rotated log or a network folder sends no event."""


def watch(
    config: Config,
    places: Callable[[], Sequence[Path]],
    compile_once: Callable[[], object],
    reporter: Reporter,
    *,
    rounds: int | None = None,
) -> None:
    """Compile now and after every change below the places, which are asked for anew each round, since a tool may be
    installed meanwhile. A compile that cannot be completed is reported, and tried again at the next change. `rounds`
    bounds how many compiles are made; None is until interrupted. Locked if another watcher follows this vault."""
    refusal = f"Another `musubi watch` already follows {config.vault}."
    with exclusively(config.store.with_name("watch.lock"), refusal):
        done = 0
        while rounds is None or done < rounds:
            try:
                compile_once()
            except MusubiError as error:
                reporter.report(Warned(str(error)))
            done += 1
            if rounds is None or done < rounds:
                wait_for_change(places())


def wait_for_change(places: Iterable[Path]) -> None:
    """Return after the next burst of changes below the places, or when it is time to look again."""
    from watchfiles import watch as changes

    existing = sorted({str(path) for path in places if path.exists()})
    if not existing:
        time.sleep(LOOK_AGAIN_MS / 1000)
        return
    for _ in changes(
        *existing,
        debounce=DEBOUNCE_MS,
        rust_timeout=LOOK_AGAIN_MS,
        yield_on_timeout=True,
        ignore_permission_denied=True,
        raise_interrupt=True,
    ):
        return
