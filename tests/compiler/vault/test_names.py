"""File names: given once, unique, short."""

from __future__ import annotations

import itertools

import pytest

from compiler.vault.names import Claim, assign

CLAIMS = [
    Claim("c:1", "Conversations/2026", "Notes", lead="2026-01-01", digits=6),
    Claim("c:2", "Conversations/2026", "NOTES", lead="2026-01-01", digits=6),
    Claim("topic:x", "Topics", "Notes", tail=" (topic)"),
    Claim("topic:y", "Topics", "NOTES", tail=" (topic)"),
    Claim("page:home", "", "Home"),
]


def test_names_say_when_and_what() -> None:
    """A date, the title, a few digits of the id."""
    names = assign(CLAIMS, {})
    assert names.path("c:1").startswith("Conversations/2026/2026-01-01 Notes (")
    assert names.path("page:home") == "Home.md"


def test_names_do_not_depend_on_the_order_of_claims() -> None:
    """Every permutation gives the same paths."""
    results = {tuple(assign(order, {}).items()) for order in itertools.permutations(CLAIMS)}
    assert len(results) == 1


def test_base_names_are_unique_ignoring_case() -> None:
    """Two topics that differ in case alone: the later one carries digits."""
    names = assign(CLAIMS, {})
    base = [path.rsplit("/", 1)[-1].casefold() for _, path in names.items()]
    assert len(set(base)) == len(base)
    assert names.path("topic:x") == "Topics/Notes (topic).md"
    assert names.path("topic:y").startswith("Topics/NOTES (topic) (")


def test_a_name_once_given_stays() -> None:
    """Whatever the title says later, and even while the page is not shown its name is not given away."""
    names = assign(CLAIMS[:1], {"c:1": "Old place/Mine.md", "c:9": "Home.md"})
    assert names.path("c:1") == "Old place/Mine.md"
    assert assign(CLAIMS[4:], {"c:9": "Home.md"}).path("page:home") != "Home.md"


def test_a_file_of_the_person_is_in_the_way() -> None:
    """Then ours gets digits."""
    names = assign(CLAIMS[4:], {}, taken=lambda path: path == "Home.md")
    assert names.path("page:home").startswith("Home (")


@pytest.mark.parametrize(
    "title", ["", "   ", "..", "con", "名前" * 100, "a" * 300, "👩‍👩‍👧‍👦 " * 30, "e\u0301", "C:\\x"]
)
def test_any_title_gives_a_legal_name(title: str) -> None:
    """Within 120 bytes and 160 characters, in a deep folder too."""
    for digits, lead in ((6, "2026-01-01"), (0, "")):
        path = assign([Claim("id", "Conversations/2026", title, lead=lead, digits=digits)], {}, "F" * 60).path("id")
        name = path.rsplit("/", 1)[-1]
        assert len(path) <= 160
        assert len(name.encode()) <= 120
        assert name.removesuffix(".md").strip(" .") == name.removesuffix(".md") != ""
