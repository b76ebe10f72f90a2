"""Messages while they are being gathered: an assistant's over its lines, a person's beside tool results."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.records import Message, Origin, Role, ToolCall


@dataclass(slots=True, eq=False)
class Draft:
    """A message to be. `native` is its id in the source, `record` the uuid of the record it stands in, `typed` whether
    it is a prompt of its own, `steers` whether it only commands the program, `queued` its line if it is known from the
    queue alone."""

    native: str
    role: Role
    origin: Origin | None
    line: int
    at: str | None
    parts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    record: str = ""
    typed: bool = False
    steers: bool = False
    queued: bool = False
    branch: str | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(self.parts)

    def message(self, conversation: str) -> Message:
        return Message(
            id=f"{conversation}#{self.native}",
            role=self.role,
            text=self.text,
            tool_calls=tuple(self.calls),
            created_at=self.at,
            place=str(self.line),
            origin=self.origin,
            branch=self.branch,
        )


def unique(drafts: list[Draft]) -> list[Draft]:
    """The drafts with ids that tell them apart: a second of one id (records without uuid) gets `~2`, and so on."""
    taken: dict[str, int] = {}
    for draft in drafts:
        count = taken[draft.native] = taken.get(draft.native, 0) + 1
        if count > 1:
            draft.native = f"{draft.native}~{count}"
    return drafts


def mark_rewinds(drafts: list[Draft], parents: dict[str, str | None]) -> None:
    """Give a branch name to what the person left behind by going back and typing another prompt.

    Two prompts with one parent: the later is the path taken, the earlier and what came of it an alternative. A parent
    that is no record of the file (progress is not read) stands for the record before it.
    """
    prompts = {draft.record: parent for draft in drafts if draft.typed and (parent := parents.get(draft.record))}
    last = {parent: record for record, parent in prompts.items()}
    if len(last) == len(prompts):
        return
    branch: dict[str, str | None] = {}
    before: dict[str, str | None] = {}
    previous: str | None = None
    for record, parent in parents.items():
        inherited = branch[parent] if parent in branch else branch.get(previous or "") if parent else None
        if parent and record in prompts:
            inherited = before.setdefault(parent, inherited)
            branch[record] = inherited if last[parent] == record else f"rewound-{record[:8]}"
        else:
            branch[record] = inherited
        previous = record
    for draft in drafts:
        draft.branch = branch.get(draft.record)
