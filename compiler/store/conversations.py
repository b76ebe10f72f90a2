"""Conversations and messages: merged by native id on the way in, never deleted because a source forgot them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import orjson

from compiler.hashing import texts_hash
from compiler.records import Conversation, Message, Sealed, ToolCall
from compiler.store.connection import Store

COLUMNS = "id, source, title, project, created_at, updated_at, source_ref, parent, kind, attrs"
MESSAGE_COLUMNS = "id, role, text, tool_calls, created_at, place, origin, branch"
_LINKS = re.compile(r"\(?(?:\[[^\]\n]{0,300}\]\([^)\s]{1,2000}\)\s*)+\)?")
LESSER = ("source_gone", "retold")
"""Marks of a telling that has not the source's own ids."""
SHOWN_KINDS = "('main', 'note')"
TOLD = "EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = conversations.id AND m.copy_of IS NULL)"
"""Leaves out a conversation that holds nothing but copies of another's records."""


@dataclass(frozen=True, slots=True)
class Held:
    """A message in the store, with the unit that told us last."""

    message: Message
    unit: str


def save(store: Store, sealed: Sealed, unit: str) -> bool:
    """Merge a conversation as one unit tells it into what is stored; returns whether anything changed.

    The unit that told a message last may change it; between units the later `updated_at` wins, but an empty text never
    replaces a full one. Messages that this telling lacks stay: a shrunken file or a slimmer export erases nothing.
    Only what tells the same words under ids of its own gives way, whichever is read first: prompts from a log
    (`source_gone`) to the transcript they were typed in, a retelling (`retold`) to the records that it retells.
    """
    new: Conversation = sealed
    old = header(store, new.id)
    if old is None:
        _write(store, new, [Held(m, unit) for m in new.messages], {})
        return True
    if _gives_way(new, old):
        return False
    if _gives_way(old, new):
        store.execute("DELETE FROM messages WHERE conversation_id = ?", (new.id,))
        old = replace(old, attrs={name: value for name, value in old.attrs.items() if name not in LESSER})
    held = _held(store, new.id)
    leads = (new.updated_at or "", unit) >= (old.updated_at or "", held[0].unit if held else "")
    merged = _merge(held, new, unit, leads)
    head = _merge_header(old, new, leads)
    before = {h.message.id: (n, h) for n, h in enumerate(held)}
    after = {h.message.id: (n, h) for n, h in enumerate(merged)}
    if before == after and head == old:
        return False
    _write(store, head, merged, before)
    return True


def _gives_way(told: Conversation, other: Conversation) -> bool:
    if "source_gone" in told.attrs:
        return "source_gone" not in other.attrs and "partial" not in other.attrs
    return "retold" in told.attrs and not any(mark in other.attrs for mark in LESSER)


def header(store: Store, conversation_id: str) -> Conversation | None:
    """A conversation without its messages."""
    row = store.execute(f"SELECT {COLUMNS} FROM conversations WHERE id = ?", (conversation_id,)).fetchone()
    return _conversation(row, ()) if row else None


def load(store: Store, conversation_id: str) -> Conversation | None:
    """A conversation with the messages it owns, in order; copies of another conversation's records are left out."""
    head = header(store, conversation_id)
    if head is None:
        return None
    rows = store.execute(
        f"SELECT {MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? AND copy_of IS NULL ORDER BY seq",
        (conversation_id,),
    )
    return replace(head, messages=tuple(_message(row) for row in rows))


def every_message(store: Store, conversation_id: str) -> list[Message]:
    """All that a conversation holds, in order, copies of another's records too."""
    return [held.message for held in _held(store, conversation_id)]


def rehash(store: Store, conversation_id: str) -> None:
    """The content hash anew, over what the conversation owns."""
    conversation = load(store, conversation_id)
    if conversation:
        digest = conversation_hash(conversation)
        store.execute("UPDATE conversations SET content_hash = ? WHERE id = ?", (digest, conversation_id))


def headers(store: Store, kinds: Sequence[str] = ("main", "note")) -> list[Conversation]:
    """Every conversation of these kinds without messages, oldest first."""
    marks = ",".join("?" * len(kinds))
    rows = store.execute(
        f"SELECT {COLUMNS} FROM conversations WHERE kind IN ({marks}) AND {TOLD} ORDER BY coalesce(created_at, ''), id",
        tuple(kinds),
    )
    return [_conversation(row, ()) for row in rows]


def message_counts(store: Store) -> Mapping[str, int]:
    """Conversation id → messages on the path the person saw."""
    return dict(
        store.execute(
            "SELECT conversation_id, count(*) FROM messages WHERE copy_of IS NULL AND branch IS NULL "
            "GROUP BY conversation_id"
        )
    )


def message_sizes(store: Store) -> Mapping[str, list[int]]:
    """Conversation id → characters of each of its own messages, in order."""
    out: dict[str, list[int]] = {}
    for conversation_id, size in store.execute(
        "SELECT conversation_id, length(text) + length(tool_calls) FROM messages WHERE copy_of IS NULL "
        "ORDER BY conversation_id, seq"
    ):
        out.setdefault(conversation_id, []).append(size)
    return out


def content_hashes(store: Store, kinds: Sequence[str] = ("main", "note")) -> Mapping[str, str]:
    """Conversation id → content hash, sorted by id."""
    marks = ",".join("?" * len(kinds))
    sql = f"SELECT id, content_hash FROM conversations WHERE kind IN ({marks}) AND {TOLD} ORDER BY id"
    return dict(store.execute(sql, tuple(kinds)))


def ids_like(store: Store, beginning: str) -> list[str]:
    """Ids whose whole, or whose native part, begins so; at most 20."""
    escaped = beginning.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    rows = store.execute(
        "SELECT id FROM conversations WHERE id LIKE ?1 || '%' ESCAPE '!' OR id LIKE '%:' || ?1 || '%' ESCAPE '!' "
        "ORDER BY id LIMIT 20",
        (escaped,),
    )
    return [row[0] for row in rows]


def ids_with_text(store: Store, text: str) -> frozenset[str]:
    """Conversations that hold this text in their title or a message, whatever its case in ASCII."""
    rows = store.execute(
        "SELECT id FROM conversations WHERE instr(lower(coalesce(title, '')), lower(?1)) "
        "UNION SELECT conversation_id FROM messages WHERE instr(lower(text), lower(?1))",
        (text,),
    )
    return frozenset(row[0] for row in rows)


def content_hash_of(store: Store, conversation_id: str) -> str:
    row = store.execute("SELECT content_hash FROM conversations WHERE id = ?", (conversation_id,)).fetchone()
    return row[0] if row else ""


def revision(store: Store, conversation_id: str) -> str | None:
    """The source's own change marker that the conversation was stored with."""
    row = store.execute("SELECT attrs ->> 'revision' FROM conversations WHERE id = ?", (conversation_id,)).fetchone()
    return row[0] if row else None


def messages_by_id(store: Store, ids: Sequence[str]) -> Mapping[str, Message]:
    """The messages with these ids; unknown ids are left out."""
    out: dict[str, Message] = {}
    for start in range(0, len(ids), 500):
        batch = tuple(ids[start : start + 500])
        marks = ",".join("?" * len(batch))
        for row in store.execute(f"SELECT {MESSAGE_COLUMNS} FROM messages WHERE id IN ({marks})", batch):
            out[row[0]] = _message(row)
    return out


def join_copies(store: Store, source: str) -> int:
    """Give every record that several conversations of a source hold to the one it came from; returns how many changed.

    Resumed and forked sessions start with copies of the records they continue. A copy has the same native id, role and
    text; its time may be that of the copying (Claude Code 1.0). The owner is the conversation that began first, then
    the one that ended first, then the smallest id, so the order of reading does not matter; a `loose` record, whose
    source did not say what it belongs to, owns nothing that a conversation has. The others keep their rows marked
    `copy_of`, out of sight, and are linked to the owner as their parent.
    """
    groups = store.execute(
        "SELECT m.native_id, m.role, m.text, m.id, m.conversation_id, m.copy_of "
        "FROM messages m JOIN conversations c ON c.id = m.conversation_id "
        "WHERE c.source = ?1 AND c.kind = 'main' AND length(m.native_id) >= 20 AND m.created_at IS NOT NULL "
        "AND m.native_id IN (SELECT native_id FROM messages WHERE length(native_id) >= 20 "
        "GROUP BY native_id HAVING count(*) > 1) "
        "ORDER BY m.native_id, m.role, m.text, c.attrs ->> 'loose', coalesce(c.created_at, '~'), "
        "coalesce(c.updated_at, '~'), c.id",
        (source,),
    )
    changes: list[tuple[str | None, str]] = []
    touched: set[str] = set()
    parents: dict[str, str] = {}
    for _, rows in groupby(groups, key=lambda r: tuple(r[:3])):
        (_, _, _, owner, owner_conversation, _), *copies = same = list(rows)
        for row in same:
            wanted = None if row[3] == owner else owner
            if row[5] != wanted:
                changes.append((wanted, row[3]))
            if row[5] or wanted:
                touched.add(row[4])  # the hash is over what a conversation owns, however often it is told again
        for copy in copies:
            if copy[4] != owner_conversation:
                parents.setdefault(copy[4], owner_conversation)
    store.executemany("UPDATE messages SET copy_of = ? WHERE id = ?", changes)
    for child, parent in parents.items():
        store.execute("UPDATE conversations SET parent = ? WHERE id = ? AND parent IS NULL", (parent, child))
    for conversation_id in sorted(touched):
        rehash(store, conversation_id)
    return len(changes)


def conversation_hash(conversation: Conversation) -> str:
    """Over source, title, project, kind and every message: what the passes read."""
    messages = [(m.id, m.role, m.origin, m.branch, m.text, m.created_at,
                 [{"id": call.id, "input": call.input, "name": call.name} for call in m.tool_calls])
                for m in conversation.messages]  # fmt: skip
    return texts_hash([conversation.source, conversation.title, conversation.project, conversation.kind, messages])


def project_name(project: str | None) -> str:
    """The last folder of a project's path; "" for none."""
    return (project or "").replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def _merge(held: Sequence[Held], new: Conversation, unit: str, leads: bool) -> list[Held]:
    """One ordered list: the leading telling gives the order, what only the other has follows its old neighbour."""
    old = {h.message.id: h for h in held}
    told = [Held(_better(old.get(m.id), m, unit, leads), unit if _wins(old.get(m.id), m, unit, leads) else
                 old[m.id].unit) for m in new.messages]  # fmt: skip
    lead, rest = (told, held) if leads else (list(held), told)
    known = {h.message.id for h in lead}
    fresh = {h.message.id: h for h in told}
    after: dict[str | None, list[Held]] = {}
    previous: str | None = None
    for h in rest:
        if h.message.id in known:
            previous = h.message.id
        else:
            after.setdefault(previous, []).append(h)
    out = list(after.get(None, ()))
    for h in lead:
        out.append(fresh.get(h.message.id, h))
        out.extend(after.get(h.message.id, ()))
    return out


def _wins(old: Held | None, new: Message, unit: str, leads: bool) -> bool:
    if old is None or old.unit == unit:
        return True
    if bool(new.text) != bool(old.message.text):
        return bool(new.text)
    if len(new.text) != len(old.message.text) and _unlinked(new.text) == _unlinked(old.message.text):
        return len(new.text) > len(old.message.text)
    return leads


def _unlinked(text: str) -> str:
    """The words alone: a slim export repeats an answer without the sources that a classic one links."""
    return "".join(_LINKS.sub("", text).split())


def _better(old: Held | None, new: Message, unit: str, leads: bool) -> Message:
    return new if old is None or _wins(old, new, unit, leads) else old.message


def _merge_header(old: Conversation, new: Conversation, leads: bool) -> Conversation:
    first, second = (new, old) if leads else (old, new)
    return Conversation(
        id=old.id,
        source=old.source,
        title=first.title or second.title,
        project=first.project or second.project,
        created_at=min(filter(None, (old.created_at, new.created_at)), default=None),
        updated_at=max(filter(None, (old.updated_at, new.updated_at)), default=None),
        source_ref=first.source_ref,
        messages=(),
        parent=first.parent or second.parent,
        kind=first.kind,
        attrs={**second.attrs, **first.attrs},
    )


def _held(store: Store, conversation_id: str) -> list[Held]:
    rows = store.execute(
        f"SELECT {MESSAGE_COLUMNS}, unit FROM messages WHERE conversation_id = ? ORDER BY seq", (conversation_id,)
    )
    return [Held(_message(row[:-1]), row[-1]) for row in rows]


def _write(store: Store, head: Conversation, held: Sequence[Held], before: Mapping[str, tuple[int, Held]]) -> None:
    whole = replace(head, messages=tuple(h.message for h in held))
    store.execute(
        f"INSERT INTO conversations({COLUMNS}, content_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(id) DO UPDATE SET title = excluded.title, project = excluded.project, "
        "created_at = excluded.created_at, updated_at = excluded.updated_at, source_ref = excluded.source_ref, "
        "parent = excluded.parent, kind = excluded.kind, attrs = excluded.attrs, content_hash = excluded.content_hash, "
        "gone = 0",
        (*_row(head), conversation_hash(whole)),
    )
    changed = [
        (m.id, head.id, m.id.removeprefix(head.id + "#"), n, m.role, m.origin, m.branch, m.text,
         _dump(m.tool_calls) if m.tool_calls else "[]", m.created_at, m.place, h.unit)
        for n, h in enumerate(held)
        for m in (h.message,)
        if before.get(m.id) != (n, h)
    ]  # fmt: skip
    store.executemany(
        "INSERT INTO messages(id, conversation_id, native_id, seq, role, origin, branch, text, tool_calls, created_at, "
        "place, unit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET seq = excluded.seq, "
        "role = excluded.role, origin = excluded.origin, branch = excluded.branch, text = excluded.text, "
        "tool_calls = excluded.tool_calls, created_at = excluded.created_at, place = excluded.place, "
        "unit = excluded.unit",
        changed,
    )


def _row(c: Conversation) -> tuple[Any, ...]:
    attrs = _dump(dict(sorted(c.attrs.items())))
    return (c.id, c.source, c.title, c.project, c.created_at, c.updated_at, c.source_ref, c.parent, c.kind, attrs)


def _conversation(row: Sequence[Any], messages: tuple[Message, ...]) -> Conversation:
    cid, source, title, project, created_at, updated_at, source_ref, parent, kind, attrs = row
    return Conversation(
        cid, source, title, project, created_at, updated_at, source_ref, messages, parent, kind, orjson.loads(attrs)
    )


def _message(row: Sequence[Any]) -> Message:
    mid, role, text, calls, created_at, place, origin, branch = row
    tools = tuple(ToolCall(**call) for call in orjson.loads(calls)) if calls != "[]" else ()
    return Message(mid, role, text, tools, created_at, place, origin, branch)


def _dump(value: Any) -> str:
    return orjson.dumps(value).decode()


def iterate(store: Store, ids: Sequence[str]) -> Iterator[Conversation]:
    for conversation_id in ids:
        conversation = load(store, conversation_id)
        if conversation:
            yield conversation
