"""Whether a conversation bears a claim out, and where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from compiler import embed
from compiler.config import EmbedConfig
from compiler.embed import Vectors
from compiler.passes.ground import QUOTE, Spoken, speech
from compiler.records import Message, Origin, Role, ToolCall


def said(n: int, role: Role, text: str, origin: Origin | None = None) -> Message:
    return Message(f"c#{n}", role, text, origin=origin)


TALK = [
    said(1, "user", "We are 3 in the office. I have been vegan since 2019, and my daughter Ines is too."),
    said(
        2,
        "assistant",
        "For a **small office** I would take the 24-port switch. The 48-port one is louder and costs twice.",
    ),
    said(3, "user", "OK. Let's take the 24-port switch then!\nIt goes under the stairs, not in the kitchen."),
]


@pytest.mark.parametrize(
    ("claim", "evidence", "quote"),
    [
        ("User takes the 24-port switch.", "c#3", "Let's take the 24-port switch then!"),
        ("User has been vegan since 2019.", "c#1", "I have been vegan since 2019, and my daughter Ines is too."),
        ("The 48-port switch is louder and costs twice.", "c#2", "The 48-port one is louder and costs twice."),
        ("The switch does not go in the kitchen.", "c#3", "It goes under the stairs, not in the kitchen."),
        ("User's daughter Ines is vegan.", "c#1", "I have been vegan since 2019, and my daughter Ines is too."),
    ],
)
def test_what_was_said_is_found_with_its_place(claim: str, evidence: str, quote: str) -> None:
    """The quotation is verbatim; what the person said comes before what the model said."""
    ground = Spoken(TALK).support(claim)
    assert ground and ground.evidence[0] == evidence and quote in ground.quote
    message = next(m for m in TALK if m.id == evidence)
    assert ground.quote in message.text


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("User takes the 16-port switch.", "a figure nobody named"),
        ("User's daughter Clara is vegan.", "a name nobody said"),
        ("User has not been vegan since 2019.", "a denial nobody made"),
        ("User moves the office to Lisbon next spring.", "nothing of it"),
        ("User is.", "nothing to compare"),
        ("", "nothing at all"),
    ],
)
def test_what_was_not_said_has_no_ground(claim: str, why: str) -> None:
    """Whatever of it is new."""
    assert Spoken(TALK).support(claim) is None, why


REFUSED = [
    said(1, "user", "My bread stays flat. The oven is at 240 degrees and I wait 9 hours."),
    said(2, "assistant", "Proof it colder. I recommend Redis for the queue, with 3 workers."),
    said(
        3,
        "user",
        "Decided: I proof the dough at 4 degrees. No, we will not use Redis for the queue; Postgres does. I don't eat "
        "meat. We don't have tests for the importer. Why don't we rent the van from Pim?",
    ),
    said(4, "assistant", "We rent the van from Pim then, and the importer gets tests."),
    said(5, "user", "Yes please. The 24-port switch, not the 48-port one."),
]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("User proofs the dough at 4 degrees.", True),
        ("User proofs the dough at 9 degrees.", False),
        ("User proofs the dough at 240 degrees.", False),
        ("User waits 9 hours.", True),
        ("Redis is used for the queue with 3 workers.", False),
        ("User uses Redis for the queue.", False),
        ("User avoids Redis for the queue.", True),
        ("User does not use Redis for the queue.", True),
        ("User does not use Postgres for the queue.", False),
        ("User eats meat.", False),
        ("User does not eat meat.", True),
        ("User rents the van from Pim.", True),
        ("The importer gets tests.", True),
        ("User takes the 24-port switch.", True),
        ("User takes the 48-port switch.", False),
    ],
)
@pytest.mark.parametrize("by_meaning", [False, True])
def test_a_changed_figure_or_a_denial_has_no_ground(claim: str, holds: bool, by_meaning: bool) -> None:
    """A figure that stands elsewhere is as wrong as a new one; what the person refused is so, whoever proposed it."""
    spoken = Spoken(REFUSED, embed.load(EmbedConfig()).embed if by_meaning else None)
    assert (spoken.support(claim) is not None) is holds


@pytest.mark.parametrize(
    ("last", "holds"), [("Redis runs the queue now.", True), ("Redis no longer runs the queue.", False)]
)
def test_the_persons_last_word_counts(last: str, holds: bool) -> None:
    """What was refused and then taken up holds; the other way round it does not."""
    first = "Redis never runs the queue." if holds else "Redis runs the queue."
    talk = [said(1, "user", first), said(2, "assistant", "Redis runs the queue."), said(3, "user", last)]
    assert (Spoken(talk).support("Redis runs the queue.") is not None) is holds


def test_a_composed_line_keeps_the_figures_of_its_parts() -> None:
    """Headings and list entries that stand apart in one message may stand together in a line."""
    plan = "## Week 1\n\n- Module 1.3: Delimiters.\n- Read it twice.\n- Read it aloud.\n- Module 1.4: Role-playing."
    assert Spoken([said(1, "assistant", plan)]).support("Week 1: Module 1.3: Delimiters, Module 1.4: Role-playing")


def test_a_quotation_leads_to_its_place_whatever_its_marks() -> None:
    """Case, spaces and punctuation may differ; the stretch is the message's own."""
    ground = Spoken(TALK).support("User takes the 24-port switch.", "lets  TAKE the 24 port switch")
    assert ground is not None
    exact = Spoken(TALK).support(
        "The small office takes the 24-port switch.", "for a small office I would take the 24-port switch"
    )
    assert (
        exact and exact.quote == "For a **small office** I would take the 24-port switch" and exact.evidence[0] == "c#2"
    )


def test_facts_rest_on_the_persons_own_words() -> None:
    """What the model said of them is no ground."""
    talk = [said(1, "assistant", "You live in Bergen, so the ferry is near."), said(2, "user", "Thanks, that helps.")]
    assert Spoken(talk).support("User lives in Bergen.")
    assert Spoken(talk).support("User lives in Bergen.", by_person=True) is None


def test_a_claim_may_rest_on_question_and_answer() -> None:
    """The second message brings the words that the first lacks."""
    talk = [said(1, "user", "Which harbour cache format survives a restart?"),
            said(2, "assistant", "Parquet files on the spare disk do.")]  # fmt: skip
    ground = Spoken(talk).support("The harbour cache is kept as Parquet files on the spare disk.")
    assert ground and set(ground.evidence) == {"c#1", "c#2"}


def test_a_name_said_elsewhere_brings_its_message() -> None:
    """The evidence alone bears the claim out, as `musubi verify` asks of it."""
    talk = [said(1, "user", "My daughter is called Ines."), said(2, "assistant", "A lovely name."),
            said(3, "user", "She plays the cello in an orchestra of amateurs.")]  # fmt: skip
    ground = Spoken(talk).support("Daughter Ines plays the cello in an orchestra.")
    assert ground and ground.evidence == ("c#3", "c#1")
    assert Spoken([talk[2], talk[0]]).support("Daughter Ines plays the cello in an orchestra.")


class Synonyms:
    """Puts texts about travelling by rail in one direction and everything else in another."""

    def __call__(self, texts: Sequence[str]) -> Vectors:
        rail = [any(word in text.lower() for word in ("train", "rail", "sleeper")) for text in texts]
        return np.array([[1.0, 0.0] if r else [0.0, 1.0] for r in rail], dtype=np.float32)


def test_meaning_decides_where_words_are_few() -> None:
    """A paraphrase that shares half its words is kept for its meaning, and dropped for the lack of it."""
    talk = [said(1, "user", "Booked: the night sleeper to Vienna in March.")]
    near, far = "User travels to Vienna by train in March.", "User performs to Vienna crowds in March."
    assert Spoken(talk, Synonyms()).support(near) and Spoken(talk, Synonyms()).support(far) is None


def test_the_packaged_embedder_agrees() -> None:
    """With real vectors a paraphrase holds and a statement about something else does not."""
    talk = [said(1, "user", "After the second outage we gave up on the hosted queue and run RabbitMQ ourselves.")]
    spoken = Spoken(talk, embed.load(EmbedConfig()).embed)
    assert spoken.support("User runs RabbitMQ instead of the hosted queue.")
    assert spoken.support("RabbitMQ outages are caused by the garden hose.") is None


def test_other_scripts_are_compared_too() -> None:
    """Scripts without spaces by pairs of characters."""
    talk = [said(1, "user", "本番環境はポスグレからエスキューライトに移行することにした。")]
    assert Spoken(talk).support("本番環境はエスキューライトに移行する。")
    assert Spoken(talk).support("会議は来週の火曜日に延期された。") is None


def test_only_speech_bears_anything_out() -> None:
    """Not tool output, not what the harness put in, not other branches, not what Musubi itself had answered."""
    messages = [
        said(1, "user", "What did I decide about bread?"),
        Message("c#2", "assistant", "Let me look.", (ToolCall("mcp__musubi__recall_decisions", "{}", "t1"),)),
        said(3, "tool", "User proofs the dough at 4 degrees."),
        said(4, "user", "Reminder: tests must pass.", "harness"),
        Message("c#5", "user", "No, wait.", branch="b1"),
        said(6, "assistant", "You proof it cold."),
    ]
    assert [m.id for m in speech(messages)] == ["c#1", "c#2", "c#6"]


def test_a_hostile_text_costs_little() -> None:
    """A message of one endless line has bounded quotations."""
    spoken = Spoken([said(1, "user", "the harbour cache " * 20_000)])
    ground = spoken.support("User keeps the harbour cache.")
    assert ground and len(ground.quote) <= QUOTE
