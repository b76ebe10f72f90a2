"""Read-path filters: true durable traits always pass, passing states never do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler import vault
from compiler.build import run_passes
from compiler.events import Silent
from compiler.passes import PassContext, filters
from compiler.passes.filters import reason_to_hide, shown
from compiler.records import Item, ItemKind
from compiler.store.connection import Store
from tests.compiler.passes.invented import config
from tests.compiler.passes.modelled.chats import chat, fill

DURABLE = """
User lives in Trondheim.
User is allergic to latex.
User has two daughters.
User works as a nurse at a children's hospital.
User is a vegetarian and has been so for ten years.
User speaks Norwegian, English and a little Polish.
User's brother is called Eirik.
User was born in 1987.
User prefers tabs over spaces.
User is lactose intolerant.
User never drinks coffee after noon.
User always writes tests first.
User has a degree in marine biology.
User owns a small wooden sailing boat.
User is colour-blind.
User plays the cello in an amateur orchestra.
User's company is called Tidepool.
User wants code comments in English, and always has.
User's mother tongue is Portuguese.
User runs a bakery with six employees.
User has asthma and swims to keep it in check.
User needs a wheelchair since 2019 and lives in Lyon.
User wants the model to answer in plain English.
User often needs an hour to fall asleep.
User usually wants a window seat.
User has a wife, Aiko and two kids.
User can't stand loud restaurants.
The team never deploys on Fridays.
Honesty is very important to User.
""".strip().splitlines()

PASSING = """
User is tired today.
User feels stuck.
User wants to write a blog post about tides.
User is going to Lisbon next week.
It is the second one.
User plans to try rye flour.
User is excited!
User needs the report by noon.
Is User moving to Porto?
""".strip().splitlines()


def item(text: str, kind: ItemKind = "fact") -> Item:
    return Item("x", kind, text, ("c#1",), text)


@pytest.mark.parametrize("text", DURABLE)
def test_durable_traits_are_never_hidden(text: str) -> None:
    """A filter that catches one of these is wrong, whatever else it improves."""
    assert reason_to_hide(item(text)) is None


@pytest.mark.parametrize("text", PASSING)
def test_what_will_not_be_true_in_a_year_is_no_fact(text: str) -> None:
    """States, wishes, plans, questions and dangling references."""
    assert reason_to_hide(item(text)) is not None


def test_a_wording_is_shown_once_a_kind() -> None:
    """Case and punctuation do not make another line; another kind does."""
    lines = (item("We use SQLite.", "decision"), item("we use sqlite", "decision"), item("We use SQLite.", "key_point"))
    assert [i.kind for i in shown(lines)] == ["decision", "key_point"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Done now.", "too short"),
        ("つみたて投資枠で積み立てるのが簡単です。", None),
        ("完了", "too short"),
        ("ใช้แอปธนาคารบนมือถือเครื่องเก่า", None),
    ],
)
def test_short_in_words_or_in_a_script_without_spaces(text: str, why: str | None) -> None:
    """There, two characters count as a word."""
    assert reason_to_hide(item(text, "key_point")) == why


def test_a_changed_rule_reaches_the_whole_library(store: Store, tmp_path: Path) -> None:
    """Pages, search and what passes compare, with nothing distilled again; taken back, the lines are back."""
    ctx = PassContext(store, config(tmp_path), Silent())
    fill(ctx, chat(4), chat(5))
    seen = library(ctx)
    assert all("proofs the dough" in told for told in seen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filters, "NARRATION", re.compile("User proofs the dough"))
        patch.setattr(filters, "fingerprint", lambda: "another rule")
        assert not any("proofs the dough" in told for told in library(ctx))
    assert library(ctx) == seen


def library(ctx: PassContext) -> tuple[str, str, str]:
    """What the pages, search and the passes over the whole store have of the lines, after a compile."""
    assert run_passes(ctx)["distil"].run == 0
    vault.write(ctx.store, ctx.config, Silent())
    pages = (ctx.config.vault / name for name in ("Decisions.md", "Home.md"))
    passages = ctx.store.rows("SELECT text FROM passages WHERE item_id IS NOT NULL ORDER BY conversation_id, row")
    marks = ctx.store.rows("SELECT text FROM marks ORDER BY 1")
    return "\n".join(page.read_text() for page in pages), str(passages), str(marks)
