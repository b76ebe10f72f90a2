"""A whole conversation, and streams of lines."""

from __future__ import annotations

import base64
import json
from collections import Counter
from urllib.parse import quote

import pytest

from compiler.records import Conversation, Message, ToolCall
from compiler.text.redact import Redactor, redact_stream, seal

PASSWORD = "Kestrel/" + "quartz" + "&284?"
TOKEN = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"


def conversation(*texts: str, tool: str = "{}", title: str = "A day") -> Conversation:
    messages = [
        Message(id=f"claude_code:c#{n}", role="user", text=text, tool_calls=(ToolCall("Bash", tool),), place=str(n))
        for n, text in enumerate(texts)
    ]
    return Conversation(
        id="claude_code:c",
        source="claude_code",
        title=title,
        project="/home/bob/shop",
        created_at=None,
        updated_at=None,
        source_ref="/home/bob/.claude/c.jsonl",
        messages=tuple(messages),
        attrs={"model": "m"},
    )


def test_every_text_of_a_conversation_is_redacted() -> None:
    """Title, message and tool input; ids and places stay."""
    sealed, counts = seal(
        conversation(f"use {TOKEN}", tool=json.dumps({"command": f"curl -H 'X: {TOKEN}'"}), title=TOKEN)
    )
    assert TOKEN not in repr(sealed)
    assert sealed.title == "[redacted:github-token]"
    assert sealed.messages[0].text == "use [redacted:github-token]"
    assert json.loads(sealed.messages[0].tool_calls[0].input) == {"command": "curl -H 'X: [redacted:github-token]'"}
    assert sealed.messages[0].id == "claude_code:c#0"
    assert counts == Counter({"github-token": 3})


SPELLINGS = {
    "plain": PASSWORD,
    "in JSON": json.dumps(PASSWORD),
    "in a URL": quote(PASSWORD, safe=""),
    "base64": base64.b64encode(PASSWORD.encode()).decode(),
    "inside base64": base64.b64encode(f"x:{PASSWORD}".encode()).decode(),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_value_found_once_goes_everywhere(spelling: str) -> None:
    """Where no pattern could find it, before and after the place where one did, in every spelling."""
    written = SPELLINGS[spelling]
    sealed, _ = seal(conversation(f"it was {written} yesterday", f"DB_PASSWORD={PASSWORD}", f"still {written}!"))
    assert written.strip('"')[4:-4] not in sealed.messages[0].text
    assert written.strip('"')[4:-4] not in sealed.messages[2].text
    assert sealed.messages[0].text.startswith("it was ")
    assert sealed.messages[0].text.endswith(" yesterday")


def test_a_password_that_is_a_plain_word_goes_only_where_it_is_one() -> None:
    """Else every mention of the word would be lost."""
    sealed, _ = seal(conversation("POSTGRES_PASSWORD=postgres", "Shall we use postgres or sqlite?"))
    assert sealed.messages[0].text == "POSTGRES_PASSWORD=[redacted:password]"
    assert sealed.messages[1].text == "Shall we use postgres or sqlite?"


def test_a_token_cut_by_two_messages_goes() -> None:
    """A stream may end one block in the middle of a token and begin the next one there."""
    sealed, _ = seal(conversation(f"the token is {TOKEN[:20]}", f"{TOKEN[20:]} and that is all"))
    assert TOKEN[8:20] not in sealed.messages[0].text
    assert sealed.messages[1].text == "[redacted:github-token] and that is all"


def test_a_conversation_without_secrets_is_unchanged() -> None:
    """Equal in every field, with nothing counted."""
    plain = conversation("How do I rotate a password?", "Use the settings page.")
    assert seal(plain) == (plain, Counter())


def test_sealing_twice_is_sealing_once() -> None:
    """A second pass finds nothing."""
    once, _ = seal(conversation(f"use {TOKEN}", f"DB_PASSWORD={PASSWORD}", PASSWORD))
    assert seal(once) == (once, Counter())


def test_the_person_can_add_and_allow_values() -> None:
    """`extra` goes wherever it stands, `allow` never counts."""
    redactor = Redactor(extra=["Project Bluebird"], allow=[TOKEN])
    assert redactor.redact(f"Project Bluebird uses {TOKEN}").text == f"[redacted:literal] uses {TOKEN}"
    assert redactor.counts == Counter({"literal": 1})


def test_a_stream_of_lines_is_redacted_as_one_text() -> None:
    """A key block spans lines; a value found late goes early."""
    lines = [f"was {PASSWORD}\n", f"DB_PASSWORD={PASSWORD}\n", "end\n"]
    assert "".join(redact_stream(lines)) == "was [redacted:password]\nDB_PASSWORD=[redacted:password]\nend\n"


def test_a_stream_of_json_strings_stays_one() -> None:
    """One JSON string a line in, one out; a line that is none is taken as text."""
    lines = [json.dumps(f"a\n{TOKEN}\nb", ensure_ascii=False) + "\n", f"{TOKEN}\n", '"パス"\n']
    clean = list(redact_stream(lines, jsonl=True))
    assert [json.loads(clean[0]), clean[1], clean[2]] == [
        "a\n[redacted:github-token]\nb",
        "[redacted:github-token]\n",
        '"パス"\n',
    ]
