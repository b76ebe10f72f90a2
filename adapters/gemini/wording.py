"""What a record's title says happened. Titles are translated: a known verb is taken off, an unknown one stays."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adapters.gemini.activity import Activity

_PROMPTED = ("Prompted ", "Prompt : ", "Prompt :", "Prompt\u00a0: ", "Prompt\u00a0:", "Gav instruktionen ")
_CANVAS = ("Created Gemini Canvas titled ",)
_NOTHING = (
    ("Used an Assistant feature", "assistant feature"),
    ("Selected preferred draft", "feedback"),
    ("Answered survey question", "feedback"),
    ("Gave feedback", "feedback"),
)
_ATTACHED = re.compile(r"Attached \d+ files?\.")
_GENERATED = re.compile(r"\d+ generated images?\.")
_ENTRY = re.compile(r"-\s+(.+)", re.DOTALL)
_PLACEHOLDER = re.compile(r"\s*https?://googleusercontent\.com/\S*\s*")
_LONG = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """A prompt and its answer; either may be empty. `attached` came with the prompt, `made` with the answer."""

    words: str
    attached: tuple[str, ...]
    made: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A document (a report, a page, code) with a record of its own, minutes after the prompt that asked for it."""

    title: str
    body: str


def meaning(activity: Activity) -> Turn | Canvas | str:
    """What a record tells; for one that tells nothing, the reason to skip it."""
    title = activity.title
    for verb in _CANVAS:
        if title.startswith(verb):
            return _canvas(activity, title.removeprefix(verb).strip())
    for verb, reason in _NOTHING:
        if title.startswith(verb) and not activity.answer:
            return reason
    prompt = prompted(title)
    if prompt is None and not activity.answer:
        # Every prompt seen has its answer in the record; without one and without a known verb this is a click.
        document = bool(activity.subtitles) and ("\n" in activity.subtitles[0] or len(activity.subtitles[0]) > _LONG)
        return _canvas(activity, title.strip()) if document else "activity without an answer"
    words = title if prompt is None else prompt
    attached, made = _files(activity)
    if not (words.strip() or attached or made or activity.answer.strip()):
        return "empty"
    return Turn(words if words.strip() else "", attached, made)


def prompted(title: str) -> str | None:
    """A prompt without its verb; None where the verb is not known."""
    found = next((verb for verb in _PROMPTED if title.startswith(verb)), None)
    if found is None:
        return "" if title.strip() in {verb.strip() for verb in _PROMPTED} else None
    return title[len(found) :]


def is_about_files(line: str) -> bool:
    """Whether a line below a prompt speaks of its files (`Attached 1 file.`, `-  photo.jpg`)."""
    return bool(_ATTACHED.fullmatch(line.strip()) or _GENERATED.fullmatch(line.strip()) or _ENTRY.match(line.strip()))


def heads_files(line: str) -> bool:
    return bool(_ATTACHED.fullmatch(line.strip()) or _GENERATED.fullmatch(line.strip()))


def is_canvas(title: str) -> bool:
    return title.startswith(_CANVAS)


def _canvas(activity: Activity, title: str) -> Canvas | str:
    body = activity.subtitles[0] if activity.subtitles else ""
    return Canvas(title, body) if body.strip() and not _PLACEHOLDER.fullmatch(body) else "canvas without text"


def _files(activity: Activity) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of what came with the prompt and of what was made for the answer."""
    attached: list[str] = []
    made: list[str] = []
    group = attached
    for line in activity.subtitles:
        if _GENERATED.fullmatch(line.strip()):
            group = made
        elif found := _ENTRY.fullmatch(line.strip()):
            group.append(found[1].strip())
    told = {*attached, *made}
    for file in activity.files:
        if activity.named.get(file, file) not in told and file not in activity.answer:
            group.append(file)
    return tuple(attached), tuple(made)
