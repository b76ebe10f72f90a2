"""Which items of notes bear on a text, whatever their kind."""

from compiler.embed import Embedder
from compiler.passes.index import passages_of
from compiler.records import Item, Note
from compiler.search import Filters, Searcher
from compiler.search.items import items
from compiler.store import notes, passages
from compiler.store.connection import Store


def note(store: Store, embedder: Embedder, cid: str, *told: tuple[str, str]) -> None:
    """Give a conversation a note whose items are (kind, text)."""
    made = Note(
        cid,
        f"About {cid}",
        "",
        tuple(Item(f"{cid}/{kind}", kind, text, (f"{cid}#1",), text) for kind, text in told),  # type: ignore[arg-type]
    )
    notes.save(store, made, "hash")
    texts = passages_of(made)
    passages.replace(store, cid, texts, list(embedder.embed([p.text for p in texts])))


def test_items_of_every_kind(store: Store, tell, concepts: Embedder) -> None:
    """One question finds the decision and the loop about databases, and not the bread; what is far below the best of
    its kind is left out."""
    first = tell("a", "user: Which database?", "assistant: sqlite is enough.")
    other = tell("b", "user: How long does the sourdough rest in the oven?")
    note(store, concepts, first, ("decision", "Use sqlite as the database"), ("loop", "Move the postgres rows over"))
    note(store, concepts, other, ("decision", "Let the sourdough rest for an hour"))
    found = items(Searcher(store, concepts), "which database sqlite or postgres")
    assert {item: kind for item, kind, _ in found} == {f"{first}/decision": "decision", f"{first}/loop": "loop"}
    assert all(0 < score <= 1 for _, _, score in found)


def test_filters_hold(store: Store, tell, concepts: Embedder) -> None:
    """A conversation left out has no items in the answer."""
    first = tell("a", "user: Which database?")
    note(store, concepts, first, ("decision", "Use sqlite as the database"))
    assert items(Searcher(store, concepts), "database sqlite", Filters(without=(first,))) == []


def test_an_empty_store(store: Store, concepts: Embedder) -> None:
    """Nothing bears on anything."""
    assert items(Searcher(store, concepts), "database") == []
