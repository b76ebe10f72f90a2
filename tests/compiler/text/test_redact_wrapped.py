"""Tokens in two pieces: broken by a terminal's right margin, or by the end of a message."""

from __future__ import annotations

import pytest

from compiler.text.redact import redact

TOKEN = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
MARGINS = {
    "line break": "\n",
    "carriage return": "\r\n",
    "indented": "\n    ",
    "indented after a carriage return": "\r\n\t",
    "box": "\n│ ",
    "bar": "\n  | ",
    "quoted": "\n> ",
}


@pytest.mark.parametrize("margin", MARGINS)
@pytest.mark.parametrize("cut", [4, 17, 30])
def test_a_token_wrapped_at_any_margin_goes(margin: str, cut: int) -> None:
    """Both halves, and what lies between them."""
    text = f"é token: x {TOKEN[:cut]}{MARGINS[margin]}{TOKEN[cut:]} end"
    assert redact(text).text == "é token: x [redacted:github-token] end"


@pytest.mark.parametrize(
    "between", ["\n\n", "\n" + " " * 13, "\n? ", "\n│ │ ", "\n** "], ids=["blank line", "far in", "?", "two bars", "**"]
)
def test_lines_that_no_terminal_broke_stay_apart(between: str) -> None:
    """An empty line, a deep indent or another mark at the line's start ends a token."""
    text = f"see {TOKEN[:17]}{between}{TOKEN[17:]} end"
    assert redact(text).text == text


def test_a_whole_token_ends_where_words_begin() -> None:
    """The next line belongs to it only if no word looks like that."""
    assert redact(f"{TOKEN}\nAuthorization\n").text == "[redacted:github-token]\nAuthorization\n"


def test_four_characters_on_the_first_line_are_the_least() -> None:
    """Of a shorter beginning nothing can be told."""
    text = f"see {TOKEN[:3]}\n{TOKEN[3:]}"
    assert redact(text).text == text
