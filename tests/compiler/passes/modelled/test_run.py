"""A model's part of a compile: what is asked, kept, asked again, and never asked twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event as Flag

import pytest

from compiler.build import run_passes
from compiler.llm import Reply, Request
from compiler.llm.base import Failed, Overflow, ThoughtOnly, Unreachable
from compiler.llm.scripted import Line, Scripted
from compiler.passes import PassContext
from compiler.passes.distilled import Distil
from compiler.passes.modelled import NO_LIMIT, Budget, write_notes
from compiler.store import conversations, inspect, model_notes, notes, sources
from compiler.store.connection import open_store
from tests.compiler.passes.modelled.chats import Heard, answer, asked_about, chat, config, fill, notes_by


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def ctx(tmp_path: Path, heard: Heard) -> Iterator[PassContext]:
    settings = config(tmp_path)
    with open_store(settings.store) as store:
        yield PassContext(store, settings, heard)


def baker(request: Request) -> Line:
    """Writes the right note of any of the chats."""
    return answer(asked_about(request.user))


def test_a_note_by_the_model_replaces_the_one_by_rules(ctx: PassContext, heard: Heard) -> None:
    """With its maker's name; what is to come is said before it starts, what was spent is counted."""
    fill(ctx, chat(4))
    model = Scripted(baker)
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    note = notes.load(ctx.store, "chatgpt:0004")
    assert note and note.maker == "scripted" and note.title == "Bread that stays flat"
    (item,) = note.items
    assert (item.text, item.quote) == ("User proofs the dough at 4 degrees.", "I proof the dough at 4 degrees")
    assert item.evidence == ("chatgpt:0004#2",) and tally.made == 1
    assert "scripted reads 1 conversation, about 1 thousand tokens" in heard.words
    assert [(u["purpose"], u["requests"]) for u in inspect.overview(ctx.store)["token_usage"]] == [
        ("note", 1),
        ("trial", 1),
    ]


def test_short_conversations_go_by_rules(ctx: PassContext) -> None:
    """Under 2,000 characters nothing is asked, not even for a trial."""
    fill(ctx, chat(4, padding=0))
    model = Scripted(baker)
    assert write_notes(ctx, model, redo=False, budget=NO_LIMIT).planned == 0 and not model.requests


def test_what_nothing_bears_out_is_left_out_and_counted(ctx: PassContext) -> None:
    """Another temperature, and a town nobody named."""
    fill(ctx, chat(4))
    invented = [{"quote": "I proof the dough at 9 degrees", "text": "User proofs the dough at 9 degrees."},
                {"quote": "", "text": "The oven was bought in Lisbon."}]  # fmt: skip
    tally = write_notes(ctx, Scripted(lambda r: answer(4, key_points=invented)), redo=False, budget=NO_LIMIT)
    note = notes.load(ctx.store, "chatgpt:0004")
    assert note and [i.kind for i in note.items] == ["decision"]
    assert tally.dropped == model_notes.dropped(ctx.store) == 2


def test_a_model_that_only_invents_does_not_replace_the_note_by_rules(ctx: PassContext) -> None:
    """It is a failure of that conversation, told by doctor."""
    fill(ctx, chat(4))
    before = notes.load(ctx.store, "chatgpt:0004")
    invented = [{"quote": "", "text": "User moves to Lisbon."}]
    tally = write_notes(ctx, Scripted(lambda r: answer(4, decisions=invented)), redo=False, budget=NO_LIMIT)
    assert notes.load(ctx.store, "chatgpt:0004") == before and (tally.made, tally.failed) == (0, 1)
    ((problem, _),) = sources.problems(ctx.store)
    assert problem.what == "model failed" and "The note by rules stays" in problem.detail


def test_nothing_is_asked_twice(ctx: PassContext) -> None:
    """A second run finds its notes made; made anew, the old answers serve, and not even a trial is asked for."""
    fill(ctx, chat(4), chat(5))
    write_notes(ctx, Scripted(baker), redo=False, budget=NO_LIMIT)
    again = Scripted(baker)
    assert write_notes(ctx, again, redo=False, budget=NO_LIMIT).planned == 0
    assert write_notes(ctx, again, redo=True, budget=NO_LIMIT).cached == 2
    assert not again.requests
    other = Scripted(baker, model="another")
    write_notes(ctx, other, redo=True, budget=NO_LIMIT)
    assert sorted(asked_about(r.user) for r in other.requests) == [0, 4, 5]
    assert notes_by(ctx.store, "another") == ["chatgpt:0004", "chatgpt:0005"]


def test_an_answer_of_no_use_is_not_paid_for_again(ctx: PassContext) -> None:
    """Neither one that cannot be read nor one that is all invention, until the person wants it anew."""
    fill(ctx, chat(1), chat(2))
    useless = {0: answer(0), 1: "I would rather not.", 2: answer(2, decisions=[{"quote": "", "text": "We sell rye."}])}
    first = write_notes(ctx, Scripted(lambda r: useless[asked_about(r.user)]), redo=False, budget=NO_LIMIT)
    assert (first.made, first.failed, first.dropped) == (0, 2, 1) and model_notes.dropped(ctx.store) == 1
    model = Scripted(baker)
    again = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert (again.made, again.failed) == (0, 2) and not model.requests and len(sources.problems(ctx.store)) == 2
    assert write_notes(ctx, model, redo=True, budget=NO_LIMIT).made == 2
    assert not sources.problems(ctx.store)


def test_a_run_without_the_model_keeps_its_notes_until_the_conversation_changes(
    ctx: PassContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Newer rules change nothing about them. When it changed the note is made by rules and awaits the model, which
    reads it first."""
    fill(ctx, chat(4), chat(5))
    write_notes(ctx, Scripted(baker), redo=False, budget=NO_LIMIT)
    monkeypatch.setattr(Distil, "version", Distil.version + 1)
    run_passes(ctx)
    assert notes_by(ctx.store, "scripted") == ["chatgpt:0004", "chatgpt:0005"]
    fill(
        ctx,
        chat(
            4,
            "My bread stays flat.",
            "Proof it colder.",
            "Decided: I proof the dough at 4 degrees.",
            "Good.",
            "It rose.",
        ),
    )
    assert notes_by(ctx.store, "scripted") == ["chatgpt:0005"] and notes.is_dear(ctx.store, "chatgpt:0004")
    model = Scripted(baker)
    write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert [asked_about(r.user) for r in model.requests] == [0, 4] and notes_by(ctx.store, "rules") == []


def test_two_work_beside_one_another_and_failures_are_tried_again_alone(ctx: PassContext) -> None:
    """The server cannot serve two at once: each that fails so is asked once more when nothing else runs."""
    fill(ctx, *(chat(n) for n in range(1, 7)))
    together = Flag()
    busy: list[int] = []
    alone: list[int] = []

    def crowded(request: Request) -> Line:
        number = asked_about(request.user)
        if number in busy:
            alone.append(number)
        if number in (2, 3) and number not in busy:
            busy.append(number)
            together.set()
            return Failed("out of memory")
        return answer(number)

    tally = write_notes(ctx, Scripted(crowded), redo=False, budget=NO_LIMIT)
    assert (tally.made, tally.failed) == (6, 0) and sorted(alone) == [2, 3]


def test_what_fails_twice_is_a_problem_and_costs_nobody_else(ctx: PassContext) -> None:
    """An unreadable answer counts as a failure; its tokens count as spent."""
    fill(ctx, chat(1), chat(2))
    model = Scripted(lambda r: answer(asked_about(r.user)) if asked_about(r.user) != 2 else "I would rather not.")
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert (tally.made, tally.failed) == (1, 1)
    assert notes_by(ctx.store, "rules") == ["chatgpt:0002"]
    ((problem, _),) = sources.problems(ctx.store)
    assert problem.where == "chatgpt:0002" and "larger model" in problem.detail
    usage = {u["purpose"]: u["requests"] for u in inspect.overview(ctx.store)["token_usage"]}
    assert usage["note"] == 3


def test_a_small_context_gets_a_shorter_transcript(ctx: PassContext) -> None:
    """Half, then a quarter; once learnt it holds for the conversations after."""
    fill(ctx, *(chat(n, padding=120) for n in range(1, 5)))

    def small(request: Request) -> Line:
        return answer(asked_about(request.user)) if len(request.user) < 5000 else Overflow("context of 2048 tokens")

    model = Scripted(small)
    assert write_notes(ctx, model, redo=False, budget=NO_LIMIT).made == 4
    refused = sum(len(r.user) >= 5000 for r in model.requests)
    assert 1 <= refused <= ctx.config.llm.workers


def test_an_endpoint_that_cuts_prompts_in_silence_is_named(ctx: PassContext, heard: Heard) -> None:
    """By its own count it read a tenth of what it was sent."""
    fill(ctx, chat(4))
    write_notes(ctx, Scripted(lambda r: Reply(answer(4), 40, 20)), redo=False, budget=NO_LIMIT)
    assert "scripted reads only a part of what it is sent" in heard.words


def test_the_budget_takes_the_most_valuable_first(ctx: PassContext) -> None:
    """The longest and newest; the rest stays for the next run."""
    fill(ctx, chat(1), chat(2, padding=100), chat(3, day="2019-05-03"))
    model = Scripted(baker)
    write_notes(ctx, model, redo=False, budget=Budget(conversations=1))
    assert notes_by(ctx.store, "scripted") == ["chatgpt:0002"]
    write_notes(ctx, model, redo=False, budget=Budget(conversations=1))
    assert notes_by(ctx.store, "scripted") == ["chatgpt:0001", "chatgpt:0002"]


def test_what_failed_before_does_not_use_up_the_budget(ctx: PassContext) -> None:
    """Else the most valuable conversation, once it failed, would stand before all others for good."""
    fill(ctx, chat(1), chat(2, padding=100), chat(3))
    model = Scripted(lambda r: "No." if asked_about(r.user) == 2 else baker(r))
    for _ in range(3):
        write_notes(ctx, model, redo=False, budget=Budget(conversations=1))
    assert notes_by(ctx.store, "scripted") == ["chatgpt:0001", "chatgpt:0003"]


def test_a_spent_time_budget_ends_the_run(ctx: PassContext) -> None:
    """What is running is waited for, nothing new begins."""
    fill(ctx, chat(1), chat(2))
    tally = write_notes(ctx, Scripted(baker), redo=False, budget=Budget(seconds=1e-9))
    assert tally.made == 0 and tally.ended == "The budget is spent."


def test_an_interruption_keeps_what_is_done(ctx: PassContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the model's part; the next run does the rest."""
    fill(ctx, *(chat(n) for n in range(1, 6)))
    kept = 0

    def interrupt(*args: object, **kwargs: object) -> None:
        nonlocal kept
        kept += 1
        if kept == 3:
            raise KeyboardInterrupt
        record(*args, **kwargs)  # type: ignore[arg-type]

    record = model_notes.record
    monkeypatch.setattr(model_notes, "record", interrupt)
    tally = write_notes(ctx, Scripted(baker), redo=False, budget=NO_LIMIT)
    assert tally.made == 2 and tally.ended.startswith("Stopped")
    assert len(notes_by(ctx.store, "scripted")) == 2
    monkeypatch.setattr(model_notes, "record", record)
    assert write_notes(ctx, Scripted(baker), redo=False, budget=NO_LIMIT).made == 3


@pytest.mark.parametrize("trouble", [Unreachable("Nobody answers."), Failed("CUDA error"), Overflow("context of 512")])
def test_an_endpoint_that_fails_the_trial_is_left_alone(ctx: PassContext, trouble: Exception) -> None:
    """No conversation is sent to it; why is said."""
    fill(ctx, chat(1))
    model = Scripted([trouble])
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert tally.ended == str(trouble) and len(model.requests) == 1


def test_an_endpoint_that_dies_ends_the_run(ctx: PassContext) -> None:
    """It is not asked about hundreds of conversations that it cannot answer."""
    fill(ctx, *(chat(n) for n in range(1, 40)))
    model = Scripted(
        lambda r: answer(asked_about(r.user)) if asked_about(r.user) in (0, 1, 2) else Unreachable("Gone.")
    )
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert tally.ended == "Gone." and len(model.requests) < 16


def test_a_model_that_only_invents_is_given_up(ctx: PassContext) -> None:
    """It is not asked about hundreds of conversations that it makes nothing of; the sentence says why."""
    fill(ctx, *(chat(n) for n in range(1, 40)))
    model = Scripted(lambda r: answer(0, decisions=[{"quote": "", "text": "We sell rye in Lisbon."}]))
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert len(model.requests) < 14 and tally.ended == "8 conversations in a row failed."
    assert "Nothing of what the model wrote is in the conversation; a larger model may do better." in tally.outcome


def test_a_server_that_hangs_is_not_waited_for_over_and_over(ctx: PassContext) -> None:
    """Eight in a row beside others, one alone; then the rest goes without the model."""
    fill(ctx, *(chat(n) for n in range(1, 40)))
    model = Scripted(lambda r: Failed("It did not answer in time.") if asked_about(r.user) else answer(0))
    tally = write_notes(ctx, model, redo=False, budget=NO_LIMIT)
    assert len(model.requests) <= 1 + 9 + 1 and "It did not answer in time." in tally.outcome


def test_a_server_too_small_for_two_is_told_apart(ctx: PassContext) -> None:
    """What fails in a row beside others and is done alone is told with what to set."""
    fill(ctx, *(chat(n) for n in range(1, 40)))
    asked: list[int] = []

    def crowded(request: Request) -> Line:
        number = asked_about(request.user)
        asked.append(number)
        return answer(number) if number == 0 or asked.count(number) == 2 else Failed("out of memory")

    tally = write_notes(ctx, Scripted(crowded), redo=False, budget=NO_LIMIT)
    assert tally.made >= 8 and tally.ended.endswith("set `workers = 1` under [llm].")


def test_thinking_costs_what_it_costs(ctx: PassContext) -> None:
    """Tokens that brought no answer are accounted for."""
    fill(ctx, chat(1))
    thought = ThoughtOnly("It thinks aloud.", Reply("", 500, 1200, cut_off=True))
    write_notes(ctx, Scripted(lambda r: thought if asked_about(r.user) else answer(0)), redo=False, budget=NO_LIMIT)
    (usage,) = (u for u in inspect.overview(ctx.store)["token_usage"] if u["purpose"] == "note")
    assert (usage["requests"], usage["completion_tokens"]) == (2, 2400)


def test_forgetting_a_conversation_forgets_what_was_answered_about_it(ctx: PassContext) -> None:
    """The cached reply holds its text; so may replies about several conversations."""
    fill(ctx, chat(1), chat(2))
    write_notes(ctx, Scripted(baker), redo=False, budget=NO_LIMIT)
    ctx.store.execute("INSERT INTO replies VALUES ('h', NULL, 'm', 'topics', 'bread at 1 degrees')")
    ctx.store.execute("DELETE FROM conversations WHERE id = 'chatgpt:0001'")
    assert ctx.store.rows("SELECT conversation_id FROM replies") == [("chatgpt:0002",)]
    assert ctx.store.rows("SELECT conversation_id FROM model_notes") == [("chatgpt:0002",)]
    assert list(conversations.content_hashes(ctx.store)) == ["chatgpt:0002"]
