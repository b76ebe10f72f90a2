"""The profile: one line a fact, the latest value of what a person has one of, and trust told apart."""

from __future__ import annotations

from pathlib import Path

from compiler.passes.profile import fact_text
from compiler.store import overrides, threads
from compiler.store.connection import Store
from compiler.store.outcomes import outcomes
from compiler.store.threads import Fact
from tests.compiler.passes.invented import config, run, tell


def facts(store: Store, tmp_path: Path) -> dict[str, Fact]:
    run(store, config(tmp_path))
    return {f.text: f for f in threads.profile(store)}


def test_the_same_fact_in_other_words_counts_once(store: Store, tmp_path: Path) -> None:
    """Both conversations bear it out."""
    tell(store, "a", "2026-06-05", ("fact", "User is allergic to latex."))
    tell(store, "b", "2026-07-05", ("fact", "User is allergic to latex"))
    tell(store, "c", "2026-07-06", ("fact", "User is vegetarian."))
    found = facts(store, tmp_path)
    assert found["Is allergic to latex"].conversations == 2
    assert found["Is allergic to latex"].theme == "Health"
    assert found["Is vegetarian"].conversations == 1


def test_what_a_person_has_is_told_once_and_whole(store: Store, tmp_path: Path) -> None:
    """The fullest telling stands, with the others behind it; a sister-in-law is no sister."""
    tell(store, "a", "2026-06-05", ("fact", "User has a wife."))
    tell(store, "b", "2026-07-05", ("fact", "User has kids."))
    tell(
        store, "c", "2026-07-06", ("fact", "User has a wife, Aiko and two kids."), ("fact", "User has a sister-in-law.")
    )
    tell(store, "d", "2026-07-07", ("fact", "User has a wife."), ("fact", "User has a sister."))
    found = facts(store, tmp_path)
    assert set(found) == {"Has a wife, Aiko and two kids", "Has a sister-in-law", "Has a sister"}
    assert found["Has a wife, Aiko and two kids"].conversations == 4


def test_a_new_home_replaces_the_old_one_and_says_since_when(store: Store, tmp_path: Path) -> None:
    """Trondheim since 2026-08, before: Bergen."""
    (bergen,) = tell(store, "a", "2026-06-05", ("fact", "User lives in Bergen."))
    tell(store, "b", "2026-08-20", ("fact", "User lives in Trondheim now."))
    tell(store, "c", "2026-08-23", ("fact", "User lives in Trondheim."))
    found = facts(store, tmp_path)
    assert list(found) == ["Lives in Trondheim"]
    home = found["Lives in Trondheim"]
    assert (home.since, home.before, home.conversations) == ("2026-08", (("Bergen", bergen),), 2)


def test_an_earlier_home_is_told_with_what_replaced_it(store: Store, tmp_path: Path) -> None:
    """However often it was told, and only what fills the same slot."""
    told = [
        tell(store, "a", "2026-06-05", ("fact", "User lives in Bergen.")),
        tell(store, "b", "2026-07-05", ("fact", "User lives in Bergen.")),
        tell(store, "c", "2026-08-20", ("fact", "User lives in Trondheim."), ("fact", "User is allergic to latex.")),
    ]
    facts(store, tmp_path)
    became = outcomes(store, [item for items in told for item in items])
    assert [outcome.replaced_by for outcome in became.values()] == [*["User lives in Trondheim."] * 2, None, None]


def test_what_a_person_may_have_many_of_replaces_nothing(store: Store, tmp_path: Path) -> None:
    """Two preferences stand beside each other."""
    tell(store, "a", "2026-06-05", ("fact", "User prefers trains to planes."))
    tell(store, "b", "2026-08-20", ("fact", "User prefers tea in the morning."))
    assert set(facts(store, tmp_path)) == {"Prefers trains to planes", "Prefers tea in the morning"}


def test_a_wish_about_how_to_work_must_recur(store: Store, tmp_path: Path) -> None:
    """Once is a mood."""
    tell(store, "a", "2026-06-05", ("fact", "User prefers short answers without bullet points."))
    assert facts(store, tmp_path) == {}
    tell(store, "b", "2026-08-20", ("fact", "User prefers short answers without bullet points."))
    assert list(facts(store, tmp_path)) == ["Prefers short answers without bullet points"]


def test_what_a_product_remembers_is_apart_unless_a_conversation_says_it(store: Store, tmp_path: Path) -> None:
    """Low trust: shown by itself, or not at all where it was said."""
    tell(store, "a", "2026-06-05", ("fact", "User is allergic to latex."))
    tell(store, "m", "2026-06-01", kind="memory", title="User is allergic to latex. User owns a wooden rowing boat.")
    found = facts(store, tmp_path)
    assert found["Owns a wooden rowing boat"].trust == "remembered"
    assert found["Is allergic to latex"].trust == "said"
    assert len(found) == 2


def test_a_dismissed_fact_is_gone_with_every_telling(store: Store, tmp_path: Path) -> None:
    """The person says that it is not so."""
    (first,) = tell(store, "a", "2026-06-05", ("fact", "User is allergic to latex."))
    tell(store, "b", "2026-07-05", ("fact", "User is allergic to latex"))
    overrides.put(store, "dismissed", first, "1")
    assert facts(store, tmp_path) == {}


def test_the_page_says_whose_facts_these_are() -> None:
    """So the lines need no subject."""
    assert fact_text("User is allergic to latex.") == "Is allergic to latex"
    assert fact_text("User's brother Eirik drives.") == "Brother Eirik drives"
    assert fact_text("In User's family, dinner is late.") == "In their family, dinner is late"
    assert fact_text("Honesty is very important to User.") == "Honesty is very important to them"
