"""The redactor of one conversation: finds in all its texts first, then removes what was found from each of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace as changed
from itertools import pairwise

from compiler.records import Conversation, Message, Sealed
from compiler.records import Redacted as RedactedText
from compiler.text.redact.engine import Redacted, find, find_each, merged, replace
from compiler.text.redact.identity import safe_name
from compiler.text.redact.propagate import Known, is_telling
from compiler.text.redact.runs import RUN_CHARS, SHORTEST_TOKEN
from compiler.text.redact.shape import Finding
from compiler.text.redact.sheet import Sheet
from compiler.text.redact.tokens import find_tokens
from compiler.text.redact.values import is_uuid
from compiler.text.redact.wrap import find_wrapped

_ROUNDS = 6
_SEAM = 400
_RUN = "".join(sorted(RUN_CHARS))
_KEY_LINE = re.compile(r"[A-Za-z0-9+/=]{40,}")


class Redactor:
    """State of one conversation. `extra` are values the person wants gone wherever they stand, `allow` values that
    never count as secrets."""

    def __init__(self, extra: Iterable[str] = (), allow: Iterable[str] = ()) -> None:
        self._known = Known()
        self._allowed = frozenset(allow)
        self.counts: Counter[str] = Counter()
        for value in extra:
            if value:
                self._known.add(value, "literal")

    def learn(self, texts: Sequence[str]) -> frozenset[str]:
        """Remembers the secrets of these texts, to be removed from every text redacted afterwards; returns the texts
        that held any."""
        found = find_each(texts)
        for number in sorted(found):
            for finding in found[number]:
                self._remember(texts[number][finding.start : finding.end], finding.kind)
        return frozenset(texts[number] for number in found)

    def _remember(self, value: str, kind: str) -> None:
        if kind == "private-key":
            for line in _KEY_LINE.findall(value):
                self._known.add(line, kind)
        elif value not in self._allowed and is_telling(value):
            self._known.add(value, kind)

    def learn_seams(self, texts: Iterable[str]) -> None:
        """Remembers both halves of a token that one text ends in the middle of and the next one goes on with."""
        seams = [
            (left[-_SEAM:], right[:_SEAM])
            for left, right in pairwise(texts)
            if left[-1:] in RUN_CHARS and right[:1] in RUN_CHARS and _may_be_parted(left[-_SEAM:], right[:_SEAM])
        ]
        sheet = Sheet([f"{tail}\n{head}" for tail, head in seams], range(len(seams)))
        whole: dict[int, list[Finding]] = {}
        for which, finding in find_tokens(sheet):
            whole.setdefault(which, []).append(finding)
        for which, finding in find_wrapped(sheet, whole):
            text, cut = sheet.texts[which], len(seams[which][0])
            if finding.start < cut < finding.end:
                for half in (text[finding.start : cut], text[cut + 1 : finding.end]):
                    if len(half) >= 6:
                        self._known.add(half, finding.kind)

    def known_in(self, texts: Iterable[str]) -> frozenset[str]:
        """The texts that hold a value learned so far."""
        if not self._known:
            return frozenset()
        return frozenset(text for text in texts if next(self._known.find(text), None) is not None)

    def redact(self, text: str) -> Redacted:
        """The text without its own secrets and without those learned so far."""
        counts: Counter[str] = Counter()
        for _ in range(_ROUNDS):
            found = self._find(text)
            if not found:
                break
            counts.update(finding.kind for finding in found)
            text = replace(text, found)
        self.counts += counts
        return Redacted(RedactedText(text), counts)

    def _find(self, text: str) -> list[Finding]:
        own = [f for f in find(text) if text[f.start : f.end] not in self._allowed]
        if not self._known:
            return own
        return merged(text, [*own, *self._known.find(text)])


def _may_be_parted(left: str, right: str) -> bool:
    return len(left) + len(right) - len(left.rstrip(_RUN)) - len(right.lstrip(_RUN)) >= SHORTEST_TOKEN


def seal(
    conversation: Conversation, extra: Iterable[str] = (), allow: Iterable[str] = ()
) -> tuple[Sealed, Counter[str]]:
    """The conversation with every text redacted, and counts by kind. Dates stay, and ids too, but for those that hold a
    secret: joins go by them."""
    redactor = Redactor(extra, allow)
    texts = list(dict.fromkeys(_texts(conversation)))
    dirty = redactor.learn(texts)
    redactor.learn_seams(message.text for message in conversation.messages)
    touched = dirty | redactor.known_in(texts)

    def clean(text: str) -> str:
        return redactor.redact(text).text if text in touched else text

    ids = _safe_ids(conversation)
    sealed = changed(
        conversation,
        id=safe_name(conversation.id),
        parent=None if conversation.parent is None else safe_name(conversation.parent),
        title=None if conversation.title is None else clean(conversation.title),
        project=None if conversation.project is None else clean(conversation.project),
        source_ref=clean(conversation.source_ref),
        messages=tuple(
            message
            if message.id not in ids and touched.isdisjoint(_told(message))
            else _clean_message(message, ids.get(message.id, message.id), clean)
            for message in conversation.messages
        ),
        attrs={name: clean(value) for name, value in conversation.attrs.items()},
    )
    return Sealed(sealed), redactor.counts


def _texts(conversation: Conversation) -> Iterator[str]:
    yield conversation.title or ""
    yield conversation.project or ""
    yield conversation.source_ref
    yield from conversation.attrs.values()
    for message in conversation.messages:
        yield from _told(message)


def _told(message: Message) -> list[str]:
    told = [message.text, message.place]
    for call in message.tool_calls:
        told += call.name, call.input
    return told


def _safe_ids(conversation: Conversation) -> dict[str, str]:
    """Message id → the id in its place, of those that hold a secret in the conversation's part or in their own."""
    safe_id = safe_name(conversation.id)
    prefix = f"{conversation.id}#"
    parts = {message.id: message.id.removeprefix(prefix) for message in conversation.messages}
    doubtful = [part for part in parts.values() if not is_uuid(part)]
    unsafe = {doubtful[number] for number in find_each(doubtful)}
    return {
        id: safe_name(id) if part == id else f"{safe_id}#{safe_name(part)}"
        for id, part in parts.items()
        if part in unsafe or (safe_id != conversation.id and part != id)
    }


def _clean_message(message: Message, id: str, clean: Callable[[str], str]) -> Message:
    calls = tuple(changed(call, name=clean(call.name), input=clean(call.input)) for call in message.tool_calls)
    return changed(message, id=id, text=clean(message.text), place=clean(message.place), tool_calls=calls)
