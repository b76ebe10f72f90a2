"""Which chunks and passages hold a term: rows from the FTS5 indexes. A term is text, quoted here, never FTS syntax."""

from __future__ import annotations

import re
from typing import Literal

import apsw
import numpy as np
import orjson
from numpy.typing import NDArray

from compiler.store.connection import Store

Index = Literal["message_words", "tool_words", "passage_words"]
Rows = NDArray[np.int64]

WIDE = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]+"
)
"""Runs of scripts written without spaces: Han, kana, Thai, Lao, Burmese, Khmer."""


def stems(store: Store, text: str) -> list[str]:
    """The tokens the word indexes hold for a text, in order."""
    tokenizer = store.connection.fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2"])
    data = text.encode("utf-8", "replace")
    found = tokenizer(data, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
    return [str(token) for token in found]


def holding(store: Store, index: Index, term: str) -> Rows:
    """Rows of an index that hold a word, or several words in a row, ascending."""
    return _rows(store, f"SELECT rowid AS row FROM {index} WHERE {index} MATCH ?", (_quoted(term),))


def containing(store: Store, text: str) -> Rows:
    """Message chunks that contain a text of three characters or more anywhere, even inside a word; case is ignored."""
    grams = {text[i : i + 3] for i in range(len(text) - 2)}
    match = " AND ".join(_quoted(gram) for gram in sorted(grams))
    return _rows(
        store,
        "SELECT c.row AS row FROM message_trigrams t JOIN chunks c ON c.row = t.rowid "
        "WHERE message_trigrams MATCH ? AND c.text LIKE ? ESCAPE '\\'",
        (match, _like(text)),
    )


def wide(store: Store, run: str) -> list[tuple[str, Rows]]:
    """Each pair of a run of wide script, with the message chunks that hold it; a single character is a prefix."""
    sql = "SELECT rowid AS row FROM wide_words WHERE wide_words MATCH ?"
    if len(run) == 1:
        return [(run, _rows(store, sql, (_quoted(run) + "*",)))]
    pairs = dict.fromkeys(run[i : i + 2] for i in range(len(run) - 1))
    return [(pair, _rows(store, sql, (_quoted(pair),))) for pair in pairs]


def wide_pairs(text: str) -> str:
    """The overlapping pairs of every run of wide script in a text, and each run's last character alone."""
    runs = (m.group() for m in WIDE.finditer(text))
    return " ".join(run[i : i + 2] for run in runs for i in range(len(run)))


def frequency(store: Store, stem: str) -> int:
    """In how many message chunks a stem stands."""
    row = store.execute("SELECT doc FROM message_vocabulary WHERE term = ?", (stem,)).fetchone()
    return int(row[0]) if row else 0


def vocabulary(store: Store, first: str, shortest: int, longest: int) -> list[tuple[str, int]]:
    """(stem, in how many chunks) that begin with a letter and have a length in a range."""
    return store.rows(
        "SELECT term, doc FROM message_vocabulary WHERE term >= ?1 AND term < ?2 AND length(term) BETWEEN ?3 AND ?4",
        (first, first + "\U0010ffff", shortest, longest),
    )


def lengths(store: Store, index: Index) -> tuple[Rows, NDArray[np.float32]]:
    """Rows of an index and how many words each holds (FTS5 keeps them in its `docsize` table as one varint)."""
    found = store.rows(f"SELECT json_group_array(id), json_group_array(hex(sz)) FROM {index}_docsize")
    rows, sizes = (orjson.loads(column) for column in found[0])
    numbers = {size: _varint(bytes.fromhex(size)) for size in set(sizes)}  # few lengths, many rows
    return np.array(rows, dtype=np.int64), np.array([numbers[size] for size in sizes], dtype=np.float32)


def _varint(data: bytes) -> int:
    value = 0
    for byte in data:
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    return value


def _rows(store: Store, sql: str, bindings: tuple[object, ...]) -> Rows:
    """As one JSON text: a common word stands in tens of thousands of rows, and a tuple each costs twice as much."""
    found = store.one(f"SELECT json_group_array(row) FROM ({sql})", bindings)
    return np.array(orjson.loads(found), dtype=np.int64)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""').replace("\0", " ") + '"'


def _like(text: str) -> str:
    return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
