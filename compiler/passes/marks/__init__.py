"""What one note says, in a form that can be compared with what other notes say: read once, when the note changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.hashing import content_hash
from compiler.passes import filters
from compiler.passes.base import PassContext, PassUnit
from compiler.passes.marks.choices import options
from compiler.passes.marks.finished import is_denied, says_finished
from compiler.passes.marks.mentions import mentions_of
from compiler.passes.marks.terms import terms_of
from compiler.passes.marks.traits import trait_of
from compiler.records import Item, Note
from compiler.store import conversations, ledger, marks, notes
from compiler.store.marks import Mark
from compiler.text import sentences


class Marks:
    """Keyed by conversation, over what the passes before made of its note, as far as it is shown."""

    name = "marks"
    version = 5

    def units(self, ctx: PassContext) -> Iterable[PassUnit]:
        made = [ledger.output_hashes(ctx.store, name) for name in ("distil", "ground")]
        for key in sorted(notes.makers(ctx.store)):
            hashes = [outputs.get(key) for outputs in made]
            yield PassUnit(key, content_hash([self.version, filters.fingerprint(), *hashes]))

    def run(self, ctx: PassContext, unit: PassUnit) -> str:
        note, head = notes.load(ctx.store, unit.key), conversations.header(ctx.store, unit.key)
        if note is None or head is None:
            return ""
        made = list(marks_of(filters.shown_note(note)))
        named = list(mentions_of(note, head))
        marks.replace(ctx.store, unit.key, made, named)
        return content_hash(
            [[(m.id, m.kind, m.text, m.message_id, m.key) for m in made], [(m.key, m.name, m.type) for m in named]]
        )

    def forget(self, ctx: PassContext, key: str) -> None:
        marks.delete(ctx.store, key)


def marks_of(note: Note) -> Iterator[Mark]:
    """A mark for every decision, loop and fact, and one for every statement that something is finished."""
    for item in note.items:
        if item.kind == "decision":
            chosen, rejected = options(item.text, item.instead_of, item.quote)
            yield Mark(item.id, "decision", item.text, _first(item), terms_of(item.text), is_denied(item.text),
                       chosen, rejected)  # fmt: skip
        elif item.kind == "loop":
            yield Mark(item.id, "loop", item.text, _first(item), terms_of(item.text))
        elif item.kind == "fact":
            yield Mark(item.id, "fact", item.text, _first(item), terms_of(item.text), is_denied(item.text),
                       trait=trait_of(item.text))  # fmt: skip
    for number, (text, around, message) in enumerate(_finished(note)):
        yield Mark(f"{note.conversation_id}!{number}", "done", text, message, terms_of(around))


def _finished(note: Note) -> Iterator[tuple[str, str, str | None]]:
    """(sentence, all that it is told with, message) of what the note says is finished; each wording once, items before
    the summary. What is finished is often named in the sentence before or after, or in another of the same message."""
    found: dict[str, tuple[str, str | None]] = {}
    beside: dict[str | None, list[str]] = {}
    texts = [(part, _first(i)) for i in note.items if i.kind != "fact" for part in (i.text, i.quote)]
    for text, message in [*texts, (note.summary, None), (note.title, None)]:
        parts = sentences.split(text)
        for n, sentence in enumerate(parts):
            if sentence not in found and says_finished(sentence):
                around = " ".join(parts[max(0, n - 1) : n + 2])
                found[sentence] = (around, message)
                beside.setdefault(message, []).append(around)
    for sentence, (around, message) in found.items():
        yield sentence, " ".join(beside[message]) if message else around, message


def _first(item: Item) -> str | None:
    return item.evidence[0] if item.evidence else None
