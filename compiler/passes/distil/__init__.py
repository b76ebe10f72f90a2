"""A conversation becomes the note a person would have written for themselves, without a model.

Pure and deterministic: the note depends on the conversation alone. What was measured is in `bench/distil/README.md`.
"""

from __future__ import annotations

from compiler.passes.distil import (
    assembly,
    drafts,
    entities,
    features,
    handed,
    ranking,
    reports,
    similarity,
    titles,
    turns,
    units,
    withdrawn,
)
from compiler.passes.distil.matching import match_items
from compiler.passes.distil.summary import summary
from compiler.records import Conversation, Note

__all__ = ["VERSION", "WEIGHTS_VERSION", "distil", "match_items"]

VERSION = 10
"""Counts changes of the rules, for fingerprints."""
WEIGHTS_VERSION = ranking.weights_version()


def distil(conversation: Conversation, *, made_title: str | None = None) -> Note:
    """The note of a conversation whose texts are redacted. `made_title` is used where the source has no good title."""
    said = turns.read(conversation)
    found = units.candidates(said, told_about=conversation.kind != "note")
    rows = similarity.vectors([unit.tokens for unit in found], features.basic(found))
    score = ranking.scores(features.matrix(found, said, rows))
    if turns.working(said):
        score = reports.weighted(found, said, score)
    told = handed.read(conversation, said)
    source = conversation.title if titles.good(conversation.title) else handed.plan_title(told)
    english = units.english(found)
    dead = withdrawn.dead(said, found) | drafts.drafted(said, found) if english else set()
    lines = assembly.lines(conversation.kind, said, found, rows, score, english, dead, told)
    told_of = [(line, found[line.unit]) for line in lines if line.unit is not None]
    concluded = [line.text if line.kind == "decision" else unit.heading for line, unit in told_of]
    title = titles.title(source, said, made_title or handed.title(told) or "Untitled conversation", concluded)
    items = assembly.items(conversation.id, [*said, *(one.said for one in told)], lines)
    return Note(conversation.id, title, summary(said, found, score, dead), items, entities.find(said))
