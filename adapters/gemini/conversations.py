"""Records grouped as far as the export itself says: by the conversation's address, else each record on its own.

A canvas is a record of its own, minutes after the prompt that asked for it; it joins that prompt's conversation.
Nothing else is grouped by time, so an id never depends on what else an export holds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from adapters._reading.messages import distinct
from adapters.gemini.activity import Activity
from adapters.gemini.wording import Canvas, Turn, meaning
from compiler.records import Conversation, Message, Problem, Skipped

SOURCE = "gemini"
WAIT = timedelta(hours=1)
"""How long after its prompt a canvas may come: deep research was seen to take twelve minutes."""

Source = Callable[[], Iterable[Activity | Problem]]


@dataclass(slots=True)
class Plan:
    """What a first reading learns: how many records each conversation has, and when each prompt was sent."""

    due: Counter[str] = field(default_factory=Counter)
    prompts: list[tuple[datetime, str]] = field(default_factory=list)

    def home(self, activity: Activity, found: Turn | Canvas) -> str:
        """The native id of the conversation that a record belongs to."""
        if activity.chat:
            return f"c_{activity.chat}"
        if isinstance(found, Turn):
            return activity.key(found.words)
        if activity.at:
            moment = datetime.fromisoformat(activity.at)
            place = bisect_right(self.prompts, moment, key=lambda prompt: prompt[0])
            if place and moment - self.prompts[place - 1][0] <= WAIT:
                return self.prompts[place - 1][1]
        return activity.key(found.title)


@dataclass(slots=True)
class Around:
    """Where the records come from: the file's address, the root it is shown below, the names of files beside it."""

    ref: str
    root: str
    present: frozenset[str]


def conversations(source: Source, around: Around) -> Iterator[Conversation | Problem | Skipped]:
    """Reads the log twice; a conversation is told once its last record is there."""
    plan, refusal = _plan(source())
    if refusal:
        yield refusal  # told by halves, records would come to lie in other conversations than theirs
        return
    waiting: dict[str, list[tuple[Activity, Turn | Canvas]]] = {}
    skipped: Counter[str] = Counter()
    for activity in source():
        if isinstance(activity, Problem):
            yield activity
            continue
        found = meaning(activity)
        if isinstance(found, str):
            skipped[found] += 1
            continue
        home = plan.home(activity, found)
        waiting.setdefault(home, []).append((activity, found))
        plan.due[home] -= 1
        if plan.due[home] <= 0:
            yield _conversation(home, waiting.pop(home), around)
    for home in sorted(waiting):  # the file changed between the two readings
        yield _conversation(home, waiting[home], around)
    for reason, count in sorted(skipped.items()):
        yield Skipped(SOURCE, around.ref, reason, count)


def _plan(activities: Iterable[Activity | Problem]) -> tuple[Plan, Problem | None]:
    """Also the system's refusal to let the log be read, if there was one."""
    plan = Plan()
    documents: list[tuple[Activity, Canvas]] = []
    for activity in activities:
        if isinstance(activity, Problem):
            if activity.what == "unreadable file":
                return plan, activity
            continue
        found = meaning(activity)
        if isinstance(found, Canvas):
            documents.append((activity, Canvas(found.title, "")))
        elif isinstance(found, Turn):
            home = plan.home(activity, found)
            plan.due[home] += 1
            if activity.at:
                plan.prompts.append((datetime.fromisoformat(activity.at), home))
    plan.prompts.sort()
    for activity, document in documents:
        plan.due[plan.home(activity, document)] += 1
    return plan, None


def _conversation(home: str, records: list[tuple[Activity, Turn | Canvas]], around: Around) -> Conversation:
    conversation_id = f"{SOURCE}:{home}"
    records.reverse()  # the log is newest first, so records of one second come in the order they happened
    records.sort(key=lambda record: (record[0].at or "").rstrip("Z"))
    times = [activity.at for activity, _ in records if activity.at]
    attrs = {"root": around.root}
    if not any(activity.chat for activity, _ in records):
        attrs["loose"] = "1"  # should a later export name its conversation, the record moves there
    assumed = sorted({activity.assumed for activity, _ in records if activity.assumed})
    if assumed:
        attrs["zone_assumed"] = ", ".join(assumed)
    told: dict[tuple[str, str], Message] = {}  # a record that stands in the log twice is one
    for activity, found in records:
        for message in _messages(conversation_id, activity, found, around.present):
            told.setdefault((message.id, message.text), message)
    return Conversation(
        id=conversation_id,
        source=SOURCE,
        title=None,
        project=None,
        created_at=min(times, default=None),
        updated_at=max(times, default=None),
        source_ref=around.ref,
        messages=distinct(told.values()),
        attrs=attrs,
    )


def _messages(
    conversation_id: str, activity: Activity, found: Turn | Canvas, present: frozenset[str]
) -> Iterator[Message]:
    if isinstance(found, Canvas):
        key = f"{activity.key(found.title)}:canvas"
        text = f"**{' '.join(found.title.split())}**\n\n{found.body.strip()}"
        yield Message(
            f"{conversation_id}#{key}", "assistant", text, (), activity.at, place=activity.place, origin="model"
        )
        return
    from adapters.gemini.markdown import to_markdown  # late, as it takes longer to load than a command to run

    key = activity.key(found.words)
    words = "\n".join(filter(None, (found.words, *(f"[attached: {_line(name)}]" for name in found.attached))))
    if words:
        identity = f"{conversation_id}#{key}:prompt"
        yield Message(identity, "user", words, (), activity.at, place=activity.place, origin="person")
    answer = to_markdown(activity.answer, present)
    answer = "\n\n".join(filter(None, (answer, *(f"[image: {_line(name)}]" for name in found.made))))
    if answer:
        identity = f"{conversation_id}#{key}:answer"
        yield Message(identity, "assistant", answer, (), activity.at, place=activity.place, origin="model")


def _line(name: str) -> str:
    return " ".join(name.split())
