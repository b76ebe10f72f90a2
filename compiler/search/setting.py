"""What a conversation's setting says in place of its words: whatever is said in a project is about the project, and
hardly ever names it. So a word that is a project's name is held by every passage of the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np

from compiler.search.corpus import Ints, Rows
from compiler.search.lexical import ADDED, Term
from compiler.search.query import Query, named, parse
from compiler.store.connection import Store
from compiler.store.conversations import project_name

Projects = Mapping[tuple[str, ...], Ints]
"""The words of a project's name, in order → its conversations, by index."""


def projects(store: Store, ids: Sequence[str]) -> Projects:
    """The projects of a store by their names; `ids` are its conversations by index."""
    place = {cid: at for at, cid in enumerate(ids)}
    within: dict[tuple[str, ...], list[int]] = {}
    sql = "SELECT project, id FROM conversations WHERE project IS NOT NULL ORDER BY project"
    for project, rows in groupby(store.execute(sql), key=lambda row: str(row[0])):
        words = parse(project_name(project)).every
        within.setdefault(words, []).extend(place[cid] for _, cid in rows if cid in place)
    return {words: np.array(found, dtype=np.int64) for words, found in within.items() if words}


def widened(terms: Sequence[Term], missing: int, query: Query, known: Projects, rows: Rows) -> tuple[list[Term], int]:
    """The terms and how many words stand nowhere, those that name a project held by all its rows. Naming it in so many
    words counts a little more."""
    inside: dict[str, Ints] = {}
    for words in named(query.every, known):
        held = np.flatnonzero(np.isin(rows.owner, known[words]) & (rows.words > 0))
        joined = [phrase for phrase in query.phrases if len(words) > 1 and parse(phrase).every == words]
        for text in (*words, *joined):
            inside[text] = np.union1d(inside.get(text, held), held)
    if not inside:
        return list(terms), missing
    spoken = [Term(t.text, t.rows, ADDED / len(inside)) for t in terms if t.text in inside]
    wide = [Term(t.text, np.union1d(inside.pop(t.text), t.rows), t.weight) if t.text in inside else t for t in terms]
    silent = [Term(text, held) for text, held in sorted(inside.items()) if len(held) and text in query.words]
    return wide + spoken + silent, max(missing - len(silent), 0)
