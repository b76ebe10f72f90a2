"""Drafts to messages: one telling of what was told twice, replayed history left out, undone turns set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from adapters._reading.messages import distinct
from adapters.codex.rollout import FIRM, RESPONSE, Draft
from compiler.records import Message


def settle(drafts: Sequence[Draft]) -> list[Draft]:
    """Each thing said once: from the highest stream of the file that tells of a role, and from lower ones what it lacks
    (a session continued by another version), except prompts as the model was sent them: those are full of context.
    Calls without words join the model's message just before them."""
    best = {role: max((d.stream for d in drafts if d.role == role), default=FIRM) for role in ("user", "assistant")}
    told = Counter((d.role, d.text) for d in drafts if d.stream == best.get(d.role) != FIRM)
    kept: list[Draft] = []
    for draft in drafts:
        if FIRM != draft.stream < best.get(draft.role, FIRM):
            if draft.role == "user" and draft.stream == RESPONSE:
                continue
            if told[draft.role, draft.text] > 0:
                told[draft.role, draft.text] -= 1
                continue
        if draft.calls and not draft.text and kept and kept[-1].role == "assistant":
            kept[-1].calls += draft.calls
        else:
            kept.append(draft)
    return kept


def own(child: Sequence[Draft], parent: Sequence[Draft]) -> list[Draft]:
    """The drafts of a fork behind the history it replays of its parent (some of which the replay may leave out).

    A replay ends where the person's next words are not the parent's next words. Where only the answer differs, the
    last prompt was asked anew and belongs to the fork.
    """
    position = length = turn = 0
    for k, draft in enumerate(child):
        ahead = position
        while ahead < len(parent) and not _same(draft, parent[ahead]):
            ahead = len(parent) if parent[ahead].turn else ahead + 1
        if ahead == len(parent):
            return list(child[k if draft.turn else turn :])
        position, length = ahead + 1, k + 1
        turn = k if draft.turn else turn
    return list(child[length:])


def _same(one: Draft, other: Draft) -> bool:
    return one.role == other.role and one.text == other.text and len(one.calls) == len(other.calls)


def messages(drafts: Sequence[Draft], conversation: str, *, delegated: bool) -> tuple[Message, ...]:
    """The messages of a conversation; in a sub-agent's (`delegated`) the prompts are another agent's words."""
    made: list[Message] = []
    turns: list[int] = []
    for draft in drafts:
        if draft.undo:
            undone = turns[-draft.undo] if draft.undo <= len(turns) else 0
            del turns[-draft.undo :]
            made[undone:] = [_on_branch(message, f"undone-{draft.place}") for message in made[undone:]]
            continue
        if draft.turn:
            turns.append(len(made))
        foreign = delegated and draft.role == "user"
        made.append(
            Message(
                id=f"{conversation}#{draft.place}",
                role="system" if foreign else draft.role,
                text=draft.text,
                tool_calls=draft.calls,
                created_at=draft.at,
                place=draft.place,
                origin="agent" if foreign else draft.origin,
            )
        )
    return distinct(made)


def _on_branch(message: Message, name: str) -> Message:
    return message if message.branch else replace(message, branch=name)
