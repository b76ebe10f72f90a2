"""What holds of every pattern and of every text."""

from __future__ import annotations

import re
from re import _parser as parser  # type: ignore[attr-defined]  # the tree that `re` itself compiles
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiler.text.redact import find, redact
from compiler.text.redact import gate as gates
from compiler.text.redact.engine import find_each
from compiler.text.redact.shape import PATTERNS

UNBOUNDED = parser.MAXREPEAT
RE2_LARGEST = 1000


def walk(tree: Any, within: int = 1) -> list[str]:
    """What of a parsed pattern lies outside the RE2 subset, or repeats without bound inside a repeat."""
    wrong: list[str] = []
    for operation, argument in tree:
        name = str(operation)
        if name in ("ASSERT", "ASSERT_NOT", "GROUPREF", "GROUPREF_EXISTS", "ATOMIC_GROUP", "POSSESSIVE_REPEAT"):
            wrong.append(name)
        elif name == "CATEGORY" or (name == "AT" and "BOUNDARY" in str(argument)):
            wrong.append(f"{name} {argument}")
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, inner = argument
            if most == UNBOUNDED and within > 1:
                wrong.append("nested repeat")
            if most != UNBOUNDED and within != UNBOUNDED and most * within > RE2_LARGEST:
                wrong.append(f"repeat of {most} within {within}")
            wrong += walk(inner, UNBOUNDED if most == UNBOUNDED or within == UNBOUNDED else within * most)
        elif name == "SUBPATTERN":
            wrong += walk(argument[-1], within)
        elif name == "BRANCH":
            for branch in argument[1]:
                wrong += walk(branch, within)
        elif name == "IN":
            wrong += walk(argument, within)
    return wrong


def test_every_pattern_is_in_the_re2_subset() -> None:
    """No look-around, no back-reference, no `\\b`, no class that engines read differently, no repeat in a repeat."""
    wrong = {name: walk(parser.parse(pattern)) for name, pattern in PATTERNS.items()}
    assert not {name: what for name, what in wrong.items() if what}
    assert len(PATTERNS) > 200


def test_the_subset_test_can_fail() -> None:
    """It knows what it forbids."""
    for pattern in (r"(?=a)", r"(?<!a)b", r"(a)\1", r"\ba", r"\w", r"(?:a+b)+", r"(?:a*)*", "a{1,1001}"):
        assert walk(parser.parse(pattern)), pattern


PIECES = st.sampled_from(
    [
        "password", "Password: ", "API_KEY=", "token", "secret", " is ", "=", ": ", '"', "'", "\\n", "\n", '\\"', "`",
        "hunter2!", "Tiger!Harbor61", "[redacted:password]", "[redacted:", "sk" + "-", "gh" + "p_", "a" * 36, "|",
        "0a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ", "://", "user:", "@host", "Bearer ", "Authorization", "Cookie: ",
        "-----BEGIN PRIVATE" + " KEY-----", "-----END PRIVATE" + " KEY-----", "QUJDRUZHSElKS0xNTk9Q", "kind: Secret\n",
        "AKIA", "data:\n  a: ", "パスワードは", "です", "curl -u ", "mysql -p", "eyJ", ".", "-", "_", "&", "%3D",
        "\x1b[31m", "{", "}", "sid=", "${X}", "<x>", "xxxx", "***", "İ", "\ud800",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=120)


@given(TEXTS)
@settings(max_examples=600, deadline=None)
@example("passwordpassword=" * 9)
@example("password=[redacted:password]hunter2!")
def test_redacting_twice_is_redacting_once(text: str) -> None:
    """A placeholder gives rise to no new finding."""
    once = redact(text).text
    assert redact(once).text == once


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_findings_are_ordered_apart_and_within_the_text(text: str) -> None:
    """They can be cut out one after the other."""
    end = 0
    for finding in find(text):
        assert end <= finding.start < finding.end <= len(text)
        end = finding.end
        assert re.fullmatch(r"[a-z0-9-]{1,40}", finding.kind)


@given(st.lists(TEXTS, max_size=6))
@settings(max_examples=300, deadline=None)
@example(["gh" + "p_" + "aB3dE6gH9jK2", "mN5pQ8sT1vW4yZ7bC0eF3hJ6", "password is", "Maple!harbor61"])
def test_every_text_is_read_by_itself(texts: list[str]) -> None:
    """However many are read at once, none lends its neighbour a name, half a token or a value."""
    alone = {number: found for number, text in enumerate(texts) if (found := find(text))}
    assert find_each(texts) == alone


def places(literals: tuple[str, ...], text: str) -> list[tuple[int, int]]:
    """Each literal's places, none overlapping another, as the plainest search finds them."""
    found = []
    for index, literal in enumerate(literals):
        pos = text.find(literal)
        while pos >= 0:
            found.append((index, pos))
            pos = text.find(literal, pos + len(literal))
    return found


@pytest.mark.parametrize(
    ("library", "engine"), [("re", gates.Gate), ("ahocorasick_rs", gates.AutomatonGate), ("re2", gates.LinearGate)]
)
@given(text=TEXTS)
@settings(max_examples=200, deadline=None)
def test_every_engine_finds_every_literal(library: str, engine: type[gates.Gate], text: str) -> None:
    """Where the places of the literals come from one pass, they are those of a search for each."""
    pytest.importorskip(library)
    literals: tuple[str, ...] = ("pass", "password", "sk-", "sk-ant-", "token", "aa", "key", "://", ".")
    if engine is not gates.LinearGate:  # which is for ASCII
        literals += ("パスワード",)
    long = text * (1 + 2500 // max(1, len(text)))
    for given_text in (text, long):
        assert list(engine(literals).hits(given_text)) == places(literals, given_text)


def test_every_pattern_compiles_under_re2() -> None:
    """The subset in earnest, where the engine is installed."""
    re2 = pytest.importorskip("re2")
    for pattern in PATTERNS.values():
        re2.compile(pattern)


HOSTILE = [
    "password=", "key.key-", "token_", '"password" , ', "-eyJ", "://a:", "curl -u ", "-----END PRIVATE" + " KEY-----\n",
    "kind: Secret\n", "a\n", "\\", "\\n", "password for a ", "パスワード あ", "Cookie: a=b;", ".aaaaaa", "AKIA", "+ASt",
    "|--\n", "| password |\n|--|\n", "a:5432:b:", "login a password ", "asks for a password ",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_what_a_literal_costs_is_bounded(unit: str) -> None:
    """A text that repeats a literal is read to its end and settles."""
    text = redact(unit * (20_000 // len(unit))).text
    assert redact(text).text == text
