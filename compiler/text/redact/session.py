"""The redactor of one conversation: finds in all its texts first, then removes what was found from each of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace as changed
from itertools import pairwise

from compiler.records import Conversation, Message, Sealed
from compiler.records import Redacted as RedactedText
from compiler.text.redact.engine import Redacted, find, find_tokens, merged, replace
from compiler.text.redact.gate import RUN_CHARS
from compiler.text.redact.identity import safe_name
from compiler.text.redact.propagate import Known, is_telling
from compiler.text.redact.shape import Finding
from compiler.text.redact.wrap import wrapped

_ROUNDS = 6
_SEAM = 400
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

    def learn(self, text: str) -> bool:
        """Remembers the secrets of a text, to be removed from every text redacted afterwards; whether it held any."""
        found = find(text)
        for finding in found:
            value = text[finding.start : finding.end]
            if finding.kind == "private-key":
                for line in _KEY_LINE.findall(value):
                    self._known.add(line, finding.kind)
            elif value not in self._allowed and is_telling(value):
                self._known.add(value, finding.kind)
        return bool(found)

    def knows(self, text: str) -> bool:
        """Whether a text holds a value learned so far."""
        return bool(self._known) and next(self._known.find(text), None) is not None

    def learn_seam(self, left: str, right: str) -> None:
        """Remembers both halves of a token that one text ends in the middle of and the next one goes on with."""
        if left[-1:] not in RUN_CHARS or right[:1] not in RUN_CHARS:
            return
        tail = left[-_SEAM:]
        seam = f"{tail}\n{right[:_SEAM]}"
        for finding in wrapped(seam, find_tokens(seam), find_tokens):
            if finding.start < len(tail) < finding.end:
                for half in (seam[finding.start : len(tail)], seam[len(tail) + 1 : finding.end]):
                    if len(half) >= 6:
                        self._known.add(half, finding.kind)

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


def seal(
    conversation: Conversation, extra: Iterable[str] = (), allow: Iterable[str] = ()
) -> tuple[Sealed, Counter[str]]:
    """The conversation with every text redacted, and counts by kind. Dates stay, and ids too, but for those that hold a
    secret: joins go by them."""
    redactor = Redactor(extra, allow)
    dirty = {text for text in _texts(conversation) if redactor.learn(text)}
    for left, right in pairwise(message.text for message in conversation.messages):
        redactor.learn_seam(left, right)

    def clean(text: str) -> str:
        return redactor.redact(text).text if text in dirty or redactor.knows(text) else text

    own_id = safe_name(conversation.id)
    sealed = changed(
        conversation,
        id=own_id,
        parent=None if conversation.parent is None else safe_name(conversation.parent),
        title=None if conversation.title is None else clean(conversation.title),
        project=None if conversation.project is None else clean(conversation.project),
        source_ref=clean(conversation.source_ref),
        messages=tuple(
            _clean_message(changed(message, id=_message_id(message.id, conversation.id, own_id)), clean)
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
        yield message.text
        yield message.place
        for call in message.tool_calls:
            yield call.name
            yield call.input


def _message_id(message_id: str, conversation_id: str, safe_id: str) -> str:
    native = message_id.removeprefix(f"{conversation_id}#")
    return safe_name(message_id) if native == message_id else f"{safe_id}#{safe_name(native)}"


def _clean_message(message: Message, clean: Callable[[str], str]) -> Message:
    calls = tuple(changed(call, name=clean(call.name), input=clean(call.input)) for call in message.tool_calls)
    return changed(message, text=clean(message.text), place=clean(message.place), tool_calls=calls)
