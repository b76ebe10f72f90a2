"""What templates see: frozen, plain, already selected and sorted; texts still unescaped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from compiler.vault.escape import Inert
from compiler.vault.links import Link


@dataclass(frozen=True, slots=True)
class ItemView:
    """A line of a note: its text, the id of its line, links to its evidence, and what else it leads to."""

    text: str
    block: str
    evidence: tuple[Link, ...]
    page: Link | None = None
    reason: str | None = None
    instead_of: str | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A quoted message: block id, who said it, when in local time, where in the source, the quoted part."""

    block: str
    who: str
    when: datetime | None
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class ConversationView:
    properties: Inert
    summary: str
    decisions: tuple[ItemView, ...]
    key_points: tuple[ItemView, ...]
    loops: tuple[ItemView, ...]
    facts: tuple[ItemView, ...]
    entities: tuple[str | Link, ...]
    related: tuple[RelatedView, ...]


@dataclass(frozen=True, slots=True)
class RelatedView:
    link: Link
    how: str


@dataclass(frozen=True, slots=True)
class CitationView:
    """A link with its day: where something was told, or another decision."""

    link: Link
    day: date | None


@dataclass(frozen=True, slots=True)
class TranscriptView:
    """A transcript, or a part of one, without its messages."""

    properties: Inert
    conversation: Link
    following: Link | None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A decision, for its own note and for lists. `told` every place that tells it, oldest first; `replaced_by` and
    `replaces` point at decision notes; `topic` the topic's page."""

    id: str
    block: str
    text: str
    day: date | None
    page: Link | None
    conversation: Link
    evidence: Link
    reason: str | None = None
    instead_of: str | None = None
    quote: str = ""
    superseded: bool = False
    replaced_by: CitationView | None = None
    replaces: tuple[CitationView, ...] = ()
    told: tuple[CitationView, ...] = ()
    project: str | None = None
    topic: Link | None = None
    conversation_id: str = ""


@dataclass(frozen=True, slots=True)
class LoopView:
    """An open or closed loop, as the one task of the vault that stands for it. `told` in how many conversations;
    `closed_by` the place that shows it done, `closed_why` its words."""

    text: str
    block: str
    day: date | None
    conversation: Link
    project: str | None
    done: bool
    told: int = 1
    stale: bool = False
    closed_by: Link | None = None
    closed_why: str = ""
    closed_on: date | None = None
    conversation_id: str = ""


@dataclass(frozen=True, slots=True)
class GroupView:
    """Rows under a heading."""

    title: str
    rows: tuple[DecisionView | LoopView, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """A conversation in a list."""

    link: Link
    day: date | None
    summary: str


@dataclass(frozen=True, slots=True)
class CountedView:
    """A page with how many conversations it covers."""

    link: Link
    count: int


@dataclass(frozen=True, slots=True)
class TopicView:
    """`unsorted` the page of what belongs to no topic; `often` entities; `more` conversations not listed."""

    properties: Inert
    unsorted: bool
    conversations: int
    first: date | None
    last: date | None
    often: tuple[Link, ...]
    decisions: tuple[DecisionView, ...]
    more_decisions: int
    loops: tuple[LoopView, ...]
    entries: tuple[EntryView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class EntityView:
    """`own` the person's own note of that name, where it lies in this vault."""

    properties: Inert
    type: str
    conversations: int
    first: date | None
    last: date | None
    own: Link | None
    related: tuple[Link, ...]
    decisions: tuple[DecisionView, ...]
    loops: tuple[LoopView, ...]
    entries: tuple[EntryView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class BeforeView:
    """What a fact said before: the value and where that was told."""

    value: str
    link: Link


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact about the person; `since` a month; `said` false for what only a product remembers."""

    theme: str
    text: str
    block: str
    conversations: int
    told: tuple[CitationView, ...]
    since: str | None = None
    before: tuple[BeforeView, ...] = ()
    said: bool = True
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class ThemeView:
    title: str
    facts: tuple[FactView, ...]
    more: int


@dataclass(frozen=True, slots=True)
class DayView:
    """`opened` and `closed` loops; `facts` first told on that day."""

    properties: Inert
    entries: tuple[EntryView, ...]
    decisions: tuple[DecisionView, ...]
    opened: tuple[LoopView, ...]
    closed: tuple[LoopView, ...]
    facts: tuple[FactView, ...]


@dataclass(frozen=True, slots=True)
class FigureView:
    """The topic map as Mermaid: (node, label), (node, node)."""

    nodes: tuple[tuple[Inert, Inert], ...]
    edges: tuple[tuple[Inert, Inert], ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    newest: date | None
    conversations: int
    messages: int
    decisions: int
    open_loops: int
    sources: tuple[tuple[str, int], ...]
    recent: tuple[EntryView, ...]
    recent_decisions: tuple[DecisionView, ...]
    loops: tuple[LoopView, ...]
    pages: tuple[Link, ...]
    topics: tuple[CountedView, ...]
    figure: FigureView | None
    entities: tuple[CountedView, ...]
