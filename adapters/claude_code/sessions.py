"""From a transcript to conversations: which thread is whose, what it is called, and what is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adapters._reading.fields import text
from adapters._reading.jsonl import read_jsonl
from adapters.claude_code.layout import SOURCE, project_of
from adapters.claude_code.speech import Draft
from adapters.claude_code.thread import Thread
from adapters.claude_code.transcript import Facts, ThreadKey, Transcript
from adapters.claude_code.vocabulary import is_bulk, is_record
from adapters.claude_code.wording import HANDOFF_START, is_summariser, is_warm_up
from compiler.records import Conversation, Problem, Record, Seen, Skipped


def read_session(path: Path, root: Path, agent: str = "", about: dict[str, Any] | None = None) -> Iterator[Record]:
    """The conversations of one transcript file. `agent` names the sub-agent whose file it is, `about` is what the file
    beside it says of that agent."""
    transcript = Transcript(path.stem, agent)
    for row in read_jsonl(path, SOURCE, skip=is_bulk, whole=is_record):
        if isinstance(row, Problem):
            yield row
        else:
            transcript.add(row)
    transcript.finish()
    yield from _conversations(transcript, path, root, about or {})
    unknown = transcript.seen.copy()
    for thread in transcript.threads.values():
        for kind, count in thread.unknown_blocks.items():
            unknown[f"block:{kind}", None] += count
    for (kind, version), count in sorted(unknown.items(), key=lambda entry: (entry[0][0], entry[0][1] or "")):
        yield Seen(SOURCE, kind, version, count)
    silent = sum(thread.unspoken for thread in transcript.threads.values())
    if transcript.records and not transcript.understood:
        yield Problem(SOURCE, str(path), "no messages", f"none of {transcript.records} records understood")
    elif silent and not any(thread.drafts() for thread in transcript.threads.values()):
        yield Problem(SOURCE, str(path), "no messages", f"{silent} messages of a form not understood")
    elif not transcript.threads:
        yield Skipped(SOURCE, str(path), "empty")


def _conversations(transcript: Transcript, path: Path, root: Path, about: dict[str, Any]) -> Iterator[Record]:
    home = (transcript.own(), transcript.agent)
    earlier = _replayed(transcript, home)
    for key in sorted(transcript.threads, key=lambda key: (key != home, key)):
        if key not in earlier:
            replayed = earlier if key == home else []
            yield from _conversation(transcript, key, replayed, path, root, about)


def _replayed(transcript: Transcript, home: ThreadKey) -> list[ThreadKey]:
    """The threads whose records only stand before the file's own: up to 1.0 a resumed session begins with a replay
    that still carries the id of the session it continues."""
    if home not in transcript.threads:
        return []
    begins = transcript.threads[home].span()[0]
    others = [(key, thread) for key, thread in transcript.threads.items() if key != home and key[1] == home[1]]
    return [key for key, thread in others if thread.span()[1] < begins]


def _conversation(
    transcript: Transcript, key: ThreadKey, replayed: list[ThreadKey], path: Path, root: Path, about: dict[str, Any]
) -> Iterator[Record]:
    """One thread, after what it replays of earlier ones. It begins with its own first words: with those of the records
    it copies it would seem as old as the session that it continues."""
    thread, facts = transcript.threads[key], transcript.facts[key]
    said = thread.drafts()
    drafts = [draft for other in replayed for draft in transcript.threads[other].drafts()] + said
    own, agent = transcript.own(), key[1]
    session = key[0] or own
    stray = session != own and bool(drafts)  # a part of another session, which its own file is judged by
    if not stray and (reason := _left_out(agent, facts, drafts)):
        yield Skipped(SOURCE, str(path), reason)
        return
    conversation = f"{SOURCE}:{session}/{agent}" if agent else f"{SOURCE}:{session}"
    times = sorted(draft.at for draft in drafts if draft.at)
    fresh = sorted(draft.at for draft in said if draft.at and draft.native not in thread.copied)
    origin = facts.forked_from or (replayed[0][0] if replayed else "") or thread.origin_session
    parent = session if agent else origin if origin != session else None
    yield Conversation(
        id=conversation,
        source=SOURCE,
        title=text(about.get("description")).strip() or None if agent else _title(thread, facts),
        project=facts.folders[0] if facts.folders else project_of(path),
        created_at=next(iter(fresh or times), None),
        updated_at=times[-1] if times else None,
        source_ref=str(path.absolute()),
        messages=tuple(draft.message(conversation) for draft in drafts),
        parent=f"{SOURCE}:{parent}" if parent else None,
        kind="subagent" if agent else "main",
        attrs=_attrs(facts, root, about) | ({"partial": "1"} if stray else {"revision": str(transcript.records)}),
    )


def _title(thread: Thread, facts: Facts) -> str | None:
    """The person's title, else the model's. A summary counts if it describes this session: most describe another."""
    own = [title for title, leaf in facts.summaries if leaf in thread.parents]
    return facts.custom_title or facts.made_title or next(reversed(own), "") or facts.agent_name or None


def _left_out(agent: str, facts: Facts, drafts: Sequence[Draft]) -> str | None:
    """Why a thread is no conversation of the person's: nothing was said, or no person said it."""
    if not drafts:
        return "empty"
    prompts = [draft for draft in drafts if draft.origin == "person" and not draft.steers]
    first = drafts[0].text
    if is_warm_up(first):
        return "warm-up"
    if is_summariser(first):
        return "summary made by the harness"
    if any("/.musubi" in folder.replace("\\", "/") for folder in facts.folders):
        return "Musubi's own session"
    if agent:
        return None
    if not prompts and not any(draft.text.startswith(HANDOFF_START) for draft in drafts):
        return "no prompt"
    if facts.entrypoint.startswith("sdk") and len(prompts) < 2:
        return "sdk one-shot"
    return None


def _attrs(facts: Facts, root: Path, about: dict[str, Any]) -> dict[str, str]:
    attrs = {
        "root": str(root.absolute()),
        "model": ", ".join(facts.models),
        "version": facts.version,
        "git_branch": facts.branch,
        "entrypoint": facts.entrypoint,
        "folders": json.dumps(facts.folders, ensure_ascii=False) if len(facts.folders) > 1 else "",
        "links": json.dumps(facts.links, ensure_ascii=False) if facts.links else "",
        "agent": text(about.get("agentType")) or text(about.get("name")),
        "tool_call": text(about.get("toolUseId")),
    }
    return {key: value for key, value in attrs.items() if value}
