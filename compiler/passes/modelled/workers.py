"""A few workers on a shared position: each takes the next job when it is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")
_WAKE = 0.5
"""Seconds between looks at the keyboard: a blocked queue would not see Ctrl-C on every platform."""


def each(jobs: Iterator[Job], work: Callable[[Job], Answer], workers: int) -> Iterator[tuple[Job, Answer | Exception]]:
    """Every job with its answer or what it raised, as they come. The next job is taken in the caller's thread, and only
    when a worker is free. The threads end with the process, so an interruption waits for nobody."""
    todo: SimpleQueue[Job | None] = SimpleQueue()
    done: SimpleQueue[tuple[Job, Answer | Exception]] = SimpleQueue()

    def run() -> None:
        while (job := todo.get()) is not None:
            try:
                done.put((job, work(job)))
            except Exception as error:  # noqa: BLE001 - the caller judges what a job raised
                done.put((job, error))

    for _ in range(workers):
        Thread(target=run, name="model", daemon=True).start()
    running = 0
    more = True
    try:
        while more or running:
            while more and running < workers:
                job = next(jobs, None)
                if job is None:
                    more = False
                else:
                    todo.put(job)
                    running += 1
            if running:
                yield _next(done)
                running -= 1
    finally:
        for _ in range(workers):
            todo.put(None)


def _next(done: SimpleQueue[tuple[Job, Answer | Exception]]) -> tuple[Job, Answer | Exception]:
    while True:
        try:
            return done.get(timeout=_WAKE)
        except Empty:
            continue
