"""The person's decisions from the command line: the same overrides that editing the vault makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from compiler import vault
from compiler.build import explained, only_writer, run_passes
from compiler.config import Config
from compiler.errors import UsageError
from compiler.events import Reporter
from compiler.passes import PassContext
from compiler.passes.topics import rebuild
from compiler.passes.topics.names import name_key
from compiler.store import notes, overrides, topics, vault_files
from compiler.store.connection import Store, open_store
from compiler.store.topics import UNSORTED
from compiler.vault.links import item_block


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something hidden: its id, the kind of page, and what it was called (a path or a text)."""

    id: str
    kind: str
    what: str


def apply(config: Config, reporter: Reporter, change: Callable[[Store], None]) -> vault.VaultCounts:
    """Take the person's edits of the vault, make one change of theirs, and write the vault anew."""
    with explained(config), only_writer(config), open_store(config.store) as store:
        vault.read_edits(store, config, reporter)
        with store.transaction():
            change(store)
        run_passes(PassContext(store, config, reporter))
        return vault.write(store, config, reporter)


def rename_topic(store: Store, name: str, new: str) -> None:
    """Under the new name its note gets a new file; what was written in it comes along."""
    topic = topic_named(store, name)
    _refuse_taken(store, topic, new)
    overrides.put(store, "title", topic, new)
    vault_files.drop_name(store, topic)


def merge_topic(store: Store, name: str, into: str) -> None:
    one, other = topic_named(store, name), topic_named(store, into)
    if one == other:
        raise UsageError(f"`{name}` and `{into}` are the same topic.")
    overrides.put(store, "merge_into", one, other)


def hide_topic(store: Store, name: str) -> None:
    overrides.put(store, "hidden", topic_named(store, name), name)


def rebuild_topics(config: Config, reporter: Reporter, *, llm: bool = False) -> vault.VaultCounts:
    """Propose topics anew, with `llm` by a local model; every rename, merge and hide stays. EndpointError says why
    there is no model; then nothing changed."""
    if not llm:
        return apply(config, reporter, lambda store: rebuild(PassContext(store, config, reporter)))
    from compiler.llm import connect
    from compiler.passes.modelled.corpus import proposer

    client = connect(config.llm)

    def anew(store: Store) -> None:
        ctx = PassContext(store, config, reporter)
        rebuild(ctx, proposer(ctx, client))

    return apply(config, reporter, anew)


def close_loop(store: Store, item: str) -> None:
    overrides.put(store, "loop", item_named(store, item, "loop"), "done")


def reopen_loop(store: Store, item: str) -> None:
    overrides.put(store, "loop", item_named(store, item, "loop"), "open")


def dismiss(store: Store, item: str, kind: str) -> None:
    """It was never so: the item and all that tell the same are gone from every page."""
    overrides.put(store, "dismissed", item_named(store, item, kind), "1")


def hidden(store: Store) -> Iterator[Hidden]:
    kinds = notes.item_kinds(store)
    for target, what in overrides.all_of(store, "hidden").items():
        prefix = target.partition(":")[0]
        kind = kinds.get(target) or (prefix if prefix in ("topic", "entity") else "conversation")
        yield Hidden(target, kind, what)
    for target in overrides.all_of(store, "dismissed"):
        yield Hidden(target, kinds.get(target, "item"), "dismissed")


def unhide(store: Store, wanted: str) -> None:
    """By its id, the name or path it had, or a unique part of either."""
    found = [h for h in hidden(store) if wanted in (h.id, h.what)] or [
        h for h in hidden(store) if wanted.casefold() in f"{h.id} {h.what}".casefold()
    ]
    if len(found) != 1:
        raise UsageError(_which(wanted, [h.what if h.what != "dismissed" else h.id for h in found], "musubi hidden"))
    overrides.drop(store, "hidden", found[0].id)
    overrides.drop(store, "dismissed", found[0].id)


def topic_named(store: Store, wanted: str) -> str:
    """The id of the topic with this name (as shown or as first proposed), or id."""
    titles = overrides.all_of(store, "title")
    names = {t.id: (titles.get(t.id, t.name), t.name) for t in topics.all_topics(store)}
    names[UNSORTED] = (titles.get(UNSORTED, "Unsorted"), "Unsorted")
    found = [i for i, both in names.items() if wanted == i or wanted.casefold() in (n.casefold() for n in both)]
    found = found or [i for i, (name, _) in names.items() if name_key(name) == name_key(wanted)]
    if len(found) != 1:
        raise UsageError(_which(wanted, [names[i][0] for i in found], "musubi topics"))
    return found[0]


def item_named(store: Store, wanted: str, kind: str) -> str:
    """The id of an item, from its id, the beginning of one, or the block id that its line in the vault ends with."""
    plain = wanted.strip().lstrip("^")
    ids = [i for i, k in notes.item_kinds(store).items() if k == kind]
    found = [i for i in ids if plain in (i, item_block(kind, i))] or [i for i in ids if i.startswith(plain)]
    if len(found) != 1:
        raise UsageError(_which(wanted, found, f"musubi {kind}s"))
    return found[0]


def _refuse_taken(store: Store, topic: str, new: str) -> None:
    titles = overrides.all_of(store, "title")
    for other in topics.all_topics(store):
        if other.id != topic and titles.get(other.id, other.name).casefold() == new.casefold():
            raise UsageError(f"There is a topic `{new}` already; `musubi topics merge` joins the two.")


def _which(wanted: str, found: list[str], command: str) -> str:
    if not found:
        return f"Nothing is called `{wanted}`; `{command}` lists what there is."
    return f"`{wanted}` could be {', '.join(found[:3])}{' …' if len(found) > 3 else ''}; write more of it."
