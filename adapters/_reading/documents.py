"""Documents that a model wrote with a tool and edited over several turns (canvas, artifacts, files): replayed, so that
the last state stands as text in the message that made it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from adapters._reading.markdown import fenced

_PROSE = frozenset({"", "document", "markdown", "md", "text/markdown", "text/plain", "txt"})
MAX_SIZE = 4 << 20


@dataclass(slots=True)
class _Draft:
    title: str
    language: str
    text: str
    message: str
    lost: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Documents:
    """Told of each creation and edit in the order of the path; `texts` gives what to show at which message."""

    drafts: dict[str, _Draft] = field(default_factory=dict)

    def create(self, key: str, title: str, language: str, text: str, message: str) -> None:
        """A document, or its text written anew under a known `key`."""
        known = self.drafts.get(key)
        if known:
            title, language = title or known.title, language or known.language
        self.drafts[key] = _Draft(title, language, text[:MAX_SIZE], message)

    def edit(self, key: str, change: Callable[[str], str | None], told: str, message: str) -> bool:
        """Applies a change to the last good state; one that finds no place (None) is listed as `told`. False for an
        unknown document."""
        draft = self.drafts.get(key)
        if draft is None:
            return False
        draft.message = message
        text = change(draft.text)
        if text is None or len(text) > MAX_SIZE:
            draft.lost.append(told)
        else:
            draft.text = text
        return True

    def texts(self) -> dict[str, str]:
        """Message id → the documents whose last state it made, as Markdown."""
        shown: dict[str, list[str]] = {}
        for draft in self.drafts.values():
            body = draft.text if draft.language.lower() in _PROSE else fenced(draft.text, draft.language)
            lost = [f"(edit not applied: {' '.join(told.split())[:200]})" for told in draft.lost]
            shown.setdefault(draft.message, []).append("\n\n".join([f"**{draft.title or 'Document'}**", body, *lost]))
        return {message: "\n\n".join(texts) for message, texts in shown.items()}


def replaced(old: str, new: str) -> Callable[[str], str | None]:
    """The change that puts `new` for the first `old`."""
    return lambda text: text.replace(old, new, 1) if old and old in text else None
