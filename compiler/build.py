"""The main job: sources into the store, then for each pass the stale units, then the vault, then chunk vectors."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial

import apsw

from compiler import trial, vault
from compiler.config import Config
from compiler.errors import Damaged, EndpointError, Locked, MusubiError, VaultError
from compiler.events import Advanced, Finished, Noted, Reporter, Started, Warned
from compiler.ingest import Root, ingest
from compiler.passes import Ahead, Pass, PassContext, PassUnit, modelled
from compiler.passes.distilled import Distil
from compiler.passes.order import PASSES
from compiler.passes.profile import Profile
from compiler.passes.topics import Topics
from compiler.records import Adapter, Problem
from compiler.store import backup, health, imprint, ledger, meta, scrub, sources, trouble, vault_files
from compiler.store.connection import Store, open_store
from compiler.store.exclusive import exclusively
from compiler.store.sources import SourceCounts
from compiler.text.redact import redact, seal
from compiler.vault import git, history

FATAL = (
    MusubiError, MemoryError, OSError, apsw.FullError, apsw.ReadOnlyError, apsw.IOError, apsw.CantOpenError,
    apsw.CorruptError, apsw.NotADBError, apsw.BusyError, apsw.NoMemError,
)  # fmt: skip
"""What no other unit would survive either."""


@dataclass(frozen=True, slots=True)
class PassCounts:
    """Units made anew, found fresh, and failed."""

    run: int = 0
    fresh: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """What one compile is asked to do. `whole`: the roots are all there is, so what vanished is marked as gone. `llm`:
    let a local model read what it has not read, with `redo` all of it again, within `budget`."""

    whole: bool = True
    embed: bool = True
    dry_run: bool = False
    accept_deletions: bool = False
    llm: bool = False
    redo: bool = False
    budget: modelled.Budget = modelled.NO_LIMIT


NO_MODEL = Options()
AHEAD = 512
"""Units that a pass may work ahead on at once: bounds what it holds."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a compile did; `sources` holds what the store now has of the sources of this run."""

    sources: Mapping[str, SourceCounts]
    passes: Mapping[str, PassCounts]
    vault: vault.VaultCounts
    seconds: float


def compile_vault(
    config: Config, roots: Sequence[Root], adapters: Iterable[Adapter], reporter: Reporter, options: Options
) -> Result:
    """Read the sources, bring the passes up to date, write the vault. Locked if another compile runs here;
    StoreError and VaultError say in a sentence why a run could not be completed, and leave the last vault whole."""
    started = time.monotonic()
    with explained(config):
        if options.dry_run:
            with trial.copy_of(config) as copied:
                return _compile(copied, roots, adapters, reporter, options, started)
        with only_writer(config):
            try:
                imprint.verify(config.store)
                result = _compile(config, roots, adapters, reporter, options, started)
            except Damaged:
                replace_damaged(config, reporter)
                result = _compile(config, roots, adapters, reporter, options, started)
            imprint.take(config.store)
            return result


def _compile(
    config: Config,
    roots: Sequence[Root],
    adapters: Iterable[Adapter],
    reporter: Reporter,
    options: Options,
    started: float,
) -> Result:
    with open_store(config.store) as store, suspected(store):
        if meta.get(store, "recovered") is None:  # a hook may have made the store before the first compile
            vault.recover(store, config, reporter)
            meta.put(store, "recovered", "1")
        if not store.vectors:
            reporter.report(Warned("sqlite-vec could not be loaded: vector search is off, keyword search works."))
        if not options.dry_run:
            git.keep_database_out(config.lock.parent)
            vault.read_edits(store, config, reporter, accept_deletions=options.accept_deletions)
        sealing = partial(seal, extra=config.redact_also, allow=config.redact_never)
        read = ingest(store, roots, reporter, whole=options.whole, adapters=adapters, sealing=sealing)
        for name in {root.adapter.name for root in roots}:
            sources.mark_read(store, name, date.today().isoformat())
        ctx = PassContext(store, config, reporter)
        passes = run_passes(ctx, options=options)
        commits = config.pages.git and not options.dry_run
        before = vault_files.all_files(store) if commits else []  # what is removed is committed too
        written = vault.write(store, config, reporter, dry_run=options.dry_run)
        if commits:
            history.commit(config, (file.path for file in (*before, *vault_files.all_files(store))))
        if not options.dry_run:
            finish_forgetting(ctx)
        if options.embed and not options.dry_run and store.vectors:
            passes |= embed_chunks(ctx)
        store.checkpoint()
    return Result(read, passes, written, time.monotonic() - started)


def replace_damaged(config: Config, reporter: Reporter) -> None:
    """Set a damaged store aside whole, for the newest sound backup, or for an empty one that the sources and the lock
    fill again."""
    sound = backup.newest_sound(config.store)
    aside = backup.put_in_place(sound, config.store) if sound else backup.set_aside(config.store)
    source = f"the backup {sound.name}" if sound else "the sources"
    reporter.report(Warned(f"The store was damaged: it is set aside as {aside}, and made again from {source}."))


@contextmanager
def suspected(store: Store) -> Iterator[None]:
    """Bytes that changed on the disk make code stumble anywhere: when it does, and the store is found unsound, then
    that is what went wrong."""
    try:
        yield
    except FATAL:
        raise
    except Exception as error:
        why = next(health.findings(store), None)
        if why is None:
            raise
        raise trouble.damaged(store.path, why) from error


def finish_forgetting(ctx: PassContext) -> None:
    """Remove the last bytes of what was forgotten, once no note shows it any more; what stands in the way is said, and
    the next compile tries again."""
    if not scrub.pending(ctx.store):
        return
    vault.forget_names(ctx.store, ctx.config)
    trial.sweep()
    try:
        lost = scrub.finish(ctx.store)
    except (apsw.FullError, Locked) as error:
        why = "The disk has no room to rebuild the store." if isinstance(error, apsw.FullError) else str(error)
        left = "What was forgotten is in no table and no note, but bytes of it may be left"
        ctx.reporter.report(Warned(f"{why} {left}; the next compile removes them."))
        return
    for copy in lost:
        ctx.reporter.report(Warned(f"{copy} could not be cleaned of what was forgotten, so it was deleted."))


def embed_chunks(ctx: PassContext) -> dict[str, PassCounts]:
    """Vectors of chunks, after the vault is written: resumable, so an interruption costs a batch at most."""
    from compiler import embed
    from compiler.passes.embed import embed_chunks as run

    counts = run(ctx.store, embed.load(ctx.config.embed, chunks=True), ctx.reporter)
    return {"embed": PassCounts(run=counts.run, fresh=counts.fresh, failed=counts.failed)}


@contextmanager
def only_writer(config: Config) -> Iterator[None]:
    """The right to write here."""
    refusal = f"Another Musubi is compiling {config.vault}; wait until it is done."
    with exclusively(config.store.with_name("compile.lock"), refusal):
        yield


@contextmanager
def explained(config: Config) -> Iterator[None]:
    """Turns what the vault's disk refuses into one sentence; the store speaks for itself."""
    try:
        yield
    except OSError as error:
        where = error.filename or config.vault
        raise VaultError(f"{where}: {error.strerror or error}; nothing else was changed.") from error


def run_passes(ctx: PassContext, passes: Sequence[Pass] = PASSES, options: Options = NO_MODEL) -> dict[str, PassCounts]:
    """Bring every pass up to date, in order. A unit that raises costs itself and is tried again next time. The model
    reads once there are notes by rules, so that what follows sees its notes."""
    done: dict[str, PassCounts] = {}
    model = modelled.CorpusModel(ctx) if options.llm and not options.dry_run else None
    for step in passes:
        if model and step.name == Topics.name:
            step = model.topics()
        if model and step.name == Profile.name:
            model.join_facts()
        done[step.name] = run_pass(ctx, step)
        if step.name == Distil.name and options.llm:
            done[modelled.STAGE], fit = ask_model(ctx, options)
            model = model if fit else None
    return done


def ask_model(ctx: PassContext, options: Options) -> tuple[PassCounts, bool]:
    """Notes by the local model, and whether it is fit for more. Without an endpoint the run says so and finishes by
    rules; a dry run only says how much there is to read."""
    from compiler import llm

    work = modelled.planned(ctx, redo=options.redo)
    if options.dry_run:
        many = len(work.ids[: options.budget.conversations])
        ctx.reporter.report(Noted(f"A model would read {many} conversation{'' if many == 1 else 's'}."))
        return PassCounts(), False
    if not work.ids:
        fresh = modelled.standing(ctx)
        ctx.reporter.report(Noted(f"Nothing awaits the model: it has made {fresh} notes, what is short goes by rules."))
        return PassCounts(fresh=fresh), True
    try:
        tally = modelled.write_notes(ctx, llm.connect(ctx.config.llm), redo=options.redo, budget=options.budget)
    except EndpointError as error:
        ctx.reporter.report(Warned(f"{error} The notes are made without a model."))
        return PassCounts(fresh=modelled.standing(ctx)), False
    ctx.reporter.report((Warned if tally.ended or tally.failed else Noted)(tally.outcome))
    counts = PassCounts(run=tally.made, fresh=modelled.standing(ctx) - tally.made, failed=tally.failed)
    return counts, not tally.ended


def run_pass(ctx: PassContext, step: Pass) -> PassCounts:
    known = ledger.fingerprints(ctx.store, step.name)
    units = list(step.units(ctx))
    stale = [unit for unit in units if known.get(unit.key) != unit.fingerprint]
    vanished = sorted(known.keys() - {unit.key for unit in units})
    if not stale and not vanished:
        return PassCounts(fresh=len(units))
    origin = f"pass:{step.name}"
    failed = 0
    ctx.reporter.report(Started(step.name, len(stale)))
    with ctx.store.transaction():
        sources.begin_unit(ctx.store, "musubi", origin)
        for key in vanished:
            step.forget(ctx, key)
            ledger.drop(ctx.store, step.name, key)
    try:
        for number, unit in enumerate(stale):
            if isinstance(step, Ahead) and number % AHEAD == 0:
                step.prepare(ctx, stale[number : number + AHEAD])
            failed += not _run_unit(ctx, step, unit, origin)
            ctx.reporter.report(Advanced(step.name))
    finally:
        if isinstance(step, Ahead):
            step.release()
    ctx.reporter.report(Finished(step.name))
    return PassCounts(run=len(stale) - failed, fresh=len(units) - len(stale), failed=failed)


def _run_unit(ctx: PassContext, step: Pass, unit: PassUnit, origin: str) -> bool:
    """One unit with its ledger row, or the Problem that it became."""
    try:
        with ctx.store.transaction():
            output_hash = step.run(ctx, unit)
            ledger.record(ctx.store, step.name, unit.key, unit.fingerprint, output_hash)
    except FATAL:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a pass raises costs its unit, not the run
        detail = redact(f"{type(error).__name__}: {error}"[:200]).text
        with ctx.store.transaction():
            sources.add_problem(ctx.store, origin, Problem("musubi", unit.key, f"{step.name} failed", detail))
        return False
    return True
