"""Gemini's activity as Takeout exports it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from adapters.gemini import ADAPTER
from adapters.gemini.dates import Stamp, read_date
from adapters.gemini.markdown import to_markdown
from compiler.records import Conversation, Problem, Skipped, Unit
from tests.adapters.takeouts import ANSWER, LOG, cell, conversations, log, page, put, record, records, said

CHAT, OTHER = "8f60459ed7eee35e", "995a37b426489105"


# What a record becomes


def test_a_record_without_an_address_is_a_conversation_of_two_messages(tmp_path: Path) -> None:
    """Nothing says which chat it belongs to, so nothing is invented; its id is its second and its words."""
    (found,) = conversations(log(tmp_path, record("Prompted what about bees?", ANSWER)))
    assert said(found) == [("user", "what about bees?"), ("assistant", "Bees are insects.")]
    assert found.id == "gemini:20260808T120000Z-bbd485867c57"
    assert {message.created_at for message in found.messages} == {"2026-08-08T12:00:00.25Z"}


def test_records_a_second_apart_are_not_grouped_by_time(tmp_path: Path) -> None:
    """Two prompts in a row may be two chats."""
    rows = [record("Prompted b", ANSWER, "2026-08-08T12:00:01Z"), record("Prompted a", ANSWER, "2026-08-08T12:00:00Z")]
    assert len(conversations(log(tmp_path, *rows))) == 2


def test_records_with_one_address_are_one_conversation_in_order(tmp_path: Path) -> None:
    """The log is newest first, and other chats lie between."""
    rows = [
        record("Prompted third", "<p>3</p>", "2026-08-08T12:02:00Z", CHAT),
        record("Prompted elsewhere", "<p>x</p>", "2026-08-08T12:01:30Z", OTHER),
        record("Prompted second", "<p>2</p>", "2026-08-08T12:00:01Z", CHAT),
        record("Prompted first", "<p>1</p>", "2026-08-08T12:00:00.900Z", CHAT),
    ]
    found = {conversation.id: conversation for conversation in conversations(log(tmp_path, *rows))}
    assert list(found) == [f"gemini:c_{OTHER}", f"gemini:c_{CHAT}"]
    assert [text for role, text in said(found[f"gemini:c_{CHAT}"]) if role == "user"] == ["first", "second", "third"]


def test_two_addresses_in_one_record_name_no_conversation(tmp_path: Path) -> None:
    """It cannot be known which of them it was."""
    urls = [{"url": f"https://gemini.google.com/app/{chat}"} for chat in (CHAT, OTHER)]
    (found,) = conversations(log(tmp_path, record("Prompted hm", ANSWER, details=urls)))
    assert found.id.startswith("gemini:20260808T120000Z-")


def test_a_record_told_twice_is_there_once(tmp_path: Path) -> None:
    """The same second, words and answer are the same turn; another answer to the same words is kept."""
    same = record("Prompted hi", "<p>Hello.</p>")
    (found,) = conversations(log(tmp_path, same, same, record("Prompted hi", "<p>Hi!</p>")))
    assert said(found) == [("user", "hi"), ("assistant", "Hi!"), ("assistant", "Hello.")]


# The prompt


def test_a_long_prompt_is_kept_to_the_letter(tmp_path: Path) -> None:
    """Line breaks, indentation and the space at the end are the person's."""
    words = "Review this:\n\n    def f():\n        return 1\n" + "x" * 15_000 + " "
    (found,) = conversations(log(tmp_path, record(f"Prompted {words}", ANSWER)))
    assert found.messages[0].text == words


@pytest.mark.parametrize(
    "title", ["Prompt : des abeilles ?", "Gav instruktionen des abeilles ?", "Prompted des abeilles ?"]
)
def test_known_verbs_are_taken_off(tmp_path: Path, title: str) -> None:
    """The verb is Google's, the rest the person's."""
    (found,) = conversations(log(tmp_path, record(title, ANSWER)))
    assert found.messages[0].text == "des abeilles ?"


def test_an_unknown_verb_stays(tmp_path: Path) -> None:
    """In a language that we do not know, the whole title is better than a cut one."""
    (found,) = conversations(log(tmp_path, record("Küsis: mis on mesilased?", ANSWER)))
    assert found.messages[0].text == "Küsis: mis on mesilased?"


def test_a_prompt_of_a_file_alone_names_the_file(tmp_path: Path) -> None:
    """`Prompted ` and nothing: the person sent a picture."""
    row = record(
        "Prompted ", "<p>A cat.</p>",
        subtitles=[{"name": "Attached 1 file."}, {"name": "-  photo.jpg", "url": "photo-7137.jpg"}],
        attachedFiles=["photo-7137.jpg"], imageFile="photo-7137.jpg",
    )  # fmt: skip
    (found,) = conversations(log(tmp_path, row))
    assert said(found) == [("user", "[attached: photo.jpg]"), ("assistant", "A cat.")]


def test_a_prompt_without_words_or_files_leaves_the_answer(tmp_path: Path) -> None:
    """No words are put in the person's mouth."""
    (found,) = conversations(log(tmp_path, record("Prompted ", ANSWER)))
    assert said(found) == [("assistant", "Bees are insects.")]


def test_a_generated_picture_belongs_to_the_answer(tmp_path: Path) -> None:
    """`1 generated image.` comes from the model."""
    row = record("Prompted draw a bee", subtitles=[{"name": "1 generated image."}], attachedFiles=["bee-12.png"])
    (found,) = conversations(log(tmp_path, row))
    assert said(found) == [("user", "draw a bee"), ("assistant", "[image: bee-12.png]")]


# The answer


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>One <strong>two</strong> <em>three</em></p>", "One **two** *three*"),
        ("<h2>Plan</h2><ul><li>a<ul><li>b</li></ul></li></ul>", "## Plan\n\n- a\n  - b"),
        ("<ol><li>first</li><li>second</li></ol>", "1. first\n2. second"),
        ("<pre><code>a &lt; b\n  indented</code></pre>", "```\na < b\n  indented\n```"),
        ("<pre><code>```\nx\n```</code></pre>", "````\n```\nx\n```\n````"),
        ("<p>mass $m_1 * m_2$ in <code>my_var</code></p>", "mass $m_1 * m_2$ in `my_var`"),
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", "| a |\n| --- |\n| 1 |"),
        ('<a href="https://www.google.com/url?q=https://b.example/x&amp;sa=E">b</a>', "[b](https://b.example/x)"),
        ('<a href="javascript:alert(1)">bees</a>', "bees"),
        ('<img alt="A bee" src="bee.png">', "[image: A bee]"),
        ('<img alt="" src="lost.png">', "[image not in export: lost.png]"),
        ('<img alt="" src="image_agent_tag_167408">', ""),
        ("<script>alert(1)</script><blockquote>said</blockquote>", "> said"),
        ("one<br>two", "one\ntwo"),
    ],
)  # fmt: skip
def test_html_becomes_markdown(html: str, markdown: str) -> None:
    """Every tag that was seen in answers."""
    assert to_markdown(html, {"bee.png"}) == markdown


def test_endless_nesting_becomes_plain_text() -> None:
    """No depth of HTML raises, nor any declaration that a parser refuses."""
    assert to_markdown("<div>" * 20_000 + "deep &amp; far", ()) == "deep & far"
    assert "kept" in to_markdown("<![if]> <![CDATA[ <!x[ <p>kept</p>", ())


def test_chunks_of_an_answer_are_joined(tmp_path: Path) -> None:
    """Some answers come in two pieces."""
    row = record("Prompted bees", safeHtmlItem=[{"html": "<p>One.</p>"}, {"html": "<p>Two.</p>"}])
    (found,) = conversations(log(tmp_path, row))
    assert found.messages[1].text == "One.\n\nTwo."


# Canvases, and what is no conversation


def test_a_canvas_joins_the_prompt_before_it(tmp_path: Path) -> None:
    """A report comes minutes later as a record of its own, with its text below the title."""
    canvas = record(
        "Created Gemini Canvas titled Bees", at="2026-08-08T12:09:00Z", subtitles=[{"name": "# Bees\n\nLong."}]
    )
    (found,) = conversations(log(tmp_path, canvas, record("Prompted Start research", "<p>Working.</p>")))
    assert said(found)[-1] == ("assistant", "**Bees**\n\n# Bees\n\nLong.")
    assert len(found.messages) == 3


def test_a_canvas_without_its_prompt_stands_alone(tmp_path: Path) -> None:
    """A prompt of the day before did not ask for it."""
    canvas = record("Created Gemini Canvas titled Bees", at="2026-08-09T12:00:00Z", subtitles=[{"name": "# Bees"}])
    found = conversations(log(tmp_path, canvas, record("Prompted hello", ANSWER)))
    assert [len(conversation.messages) for conversation in found] == [1, 2]


def test_clicks_and_placeholders_are_skipped_and_counted(tmp_path: Path) -> None:
    """They hold no words; other products' activity is none of ours."""
    rows = [
        record("Used an Assistant feature"),
        record("Used an Assistant feature", at="2026-08-08T11:00:00Z"),
        record("Selected preferred draft"),
        record(
            "Created Gemini Canvas titled Film", subtitles=[{"name": "http://googleusercontent.com/youtube_content/0"}]
        ),
        record("Använde en assistentfunktion"),
        record("Searched for bees", header="Search", products=["Search"]),
        record("Prompted hi", ANSWER),
    ]
    found = records(log(tmp_path, *rows))
    assert len([value for value in found if isinstance(value, Conversation)]) == 1
    assert {value.reason: value.count for value in found if isinstance(value, Skipped)} == {
        "activity without an answer": 1,
        "another product's activity": 1,
        "assistant feature": 2,
        "canvas without text": 1,
        "feedback": 1,
    }


# The HTML log


def test_html_gives_the_conversations_of_the_json(tmp_path: Path) -> None:
    """Same ids, words and answers, with an address and without."""
    rows = [
        record("Prompted one\ntwo <b>", ANSWER, chat=CHAT),
        record("Prompted alone", ANSWER, "2026-08-08T11:00:00.5Z"),
    ]
    html = page(
        cell("Prompted one", "two <b>", "Aug 8, 2026, 2:00:00\u202fPM CEST", answer=ANSWER, chat=CHAT),
        cell("Prompted alone", "Aug 8, 2026, 1:00:00\u202fPM CEST", answer=ANSWER),
    )
    from_json = conversations(log(tmp_path / "json", *rows))
    from_html = conversations(put(tmp_path / "html", f"{LOG}.html", html))
    assert [(c.id, said(c)) for c in from_html] == [(c.id, said(c)) for c in from_json]
    assert from_html[0].created_at == "2026-08-08T12:00:00Z"


def test_json_wins_over_html(tmp_path: Path) -> None:
    """Both in one folder tell the same; only the JSON has exact times."""
    log(tmp_path, record("Prompted hi", ANSWER))
    root = put(tmp_path, f"{LOG}.html", page(cell("Prompted hi", "Aug 8, 2026, 12:00:00 PM UTC", answer=ANSWER)))
    found = records(root)
    assert [c.created_at for c in found if isinstance(c, Conversation)] == ["2026-08-08T12:00:00.25Z"]
    assert [s.reason for s in found if isinstance(s, Skipped)] == ["told by the JSON beside it"]


def test_a_date_within_the_prompt_is_not_the_records(tmp_path: Path) -> None:
    """Only a whole line that is a date to the second with its zone parts prompt and answer."""
    html = page(cell("Prompted meeting on", "Aug 1, 2026", "at 9:00:00", "Aug 8, 2026, 2:00:00 PM CEST", answer=ANSWER))
    (found,) = conversations(put(tmp_path, f"{LOG}.html", html))
    assert said(found) == [("user", "meeting on\nAug 1, 2026\nat 9:00:00"), ("assistant", "Bees are insects.")]


def test_files_and_canvases_in_html(tmp_path: Path) -> None:
    """Lines between title and date are files of a prompt, or the text of a canvas."""
    html = page(
        cell("Created Gemini Canvas titled Bees", "# Bees", "", "Long.", "Aug 8, 2026, 12:05:00 PM UTC"),
        cell(
            "Prompted look", "Attached 1 file.", '-  <a href="photo-71.jpg">photo.jpg</a>',
            "Aug 8, 2026, 12:00:00 PM UTC", answer=ANSWER, raw=True,
        ),
    )  # fmt: skip
    (found,) = conversations(put(tmp_path, f"{LOG}.html", html))
    assert said(found) == [
        ("user", "look\n[attached: photo.jpg]"),
        ("assistant", "Bees are insects."),
        ("assistant", "**Bees**\n\n# Bees\n\nLong."),
    ]


def test_an_unknown_date_costs_the_date_alone(tmp_path: Path) -> None:
    """The conversation is kept, and the person told."""
    html = page(cell("Prompted hi", "8 Elokuuta 2026 klo 14:00:00 UTC+3", answer=ANSWER))
    found = records(put(tmp_path, f"{LOG}.html", html))
    (kept,) = [value for value in found if isinstance(value, Conversation)]
    assert (kept.created_at, said(kept)[0]) == (None, ("user", "hi"))
    assert [value.what for value in found if isinstance(value, Problem)] == ["date not understood"]


def test_a_page_cut_short_gives_what_it_has(tmp_path: Path) -> None:
    """The last record breaks off in its answer."""
    html = page(
        cell("Prompted a", "Aug 8, 2026, 1:00:00 PM UTC", answer=ANSWER),
        cell("Prompted b", "Aug 8, 2026, 12:00:00 PM UTC", answer=ANSWER),
    )
    found = conversations(put(tmp_path, f"{LOG}.html", html[: html.rindex("are insects")]))
    assert [said(c)[1][1] for c in found] == ["Bees are insects.", "Bees"]


@pytest.mark.parametrize(
    ("line", "stamp"),
    [
        ("Aug 8, 2026, 6:39:27\u202fPM CEST", Stamp("2026-08-08T16:39:27Z", True)),
        ("Aug 1, 2026, 12:00:00 AM GMT+05:30", Stamp("2026-07-31T18:30:00Z", True)),
        ("8 aug. 2026 18:39:27 CEST", Stamp("2026-08-08T16:39:27Z", True)),
        ("8 août 2026, 18:39:27 CEST", Stamp("2026-08-08T16:39:27Z", True)),
        ("8 de ago. de 2026, 18:39:27 BRT", Stamp("2026-08-08T21:39:27Z", True)),
        ("08.08.2026, 18:39:27 MESZ", Stamp("2026-08-08T16:39:27Z", True)),
        ("13/08/2026, 18:39:27 UTC", Stamp("2026-08-13T18:39:27Z", True)),
        ("2026/08/08 18:39:27 JST", Stamp("2026-08-08T09:39:27Z", True)),
        ("2026年8月8日 下午6:39:27 GMT+8", Stamp("2026-08-08T10:39:27Z", True)),
        ("8 авг. 2026 г., 18:39:27 MSK", Stamp("2026-08-08T15:39:27Z", True)),
        ("Aug 8, 2026, 6:39:27 PM IST", Stamp("2026-08-08T13:09:27Z", True, "IST")),
        ("Aug 8, 2026, 6:39:27 PM XYZ", Stamp("2026-08-08T18:39:27Z", True, "XYZ")),
        ("Aug 8, 2026, 6:39:27 PM", Stamp("2026-08-08T18:39:27Z", False, "none")),
        ("Aug 8, 2026", None),
        ("meet Aug 8, 2026, 6:39:27 PM CEST", None),
        ("Feb 30, 2026, 6:39:27 PM CEST", None),
        ("12:00:00", None),
        ("", None),
    ],
)  # fmt: skip
def test_dates(line: str, stamp: Stamp | None) -> None:
    """Google's date in many languages; a zone that several countries use is marked as assumed."""
    assert read_date(line) == stamp


# Finding it


def test_any_container_is_accepted(tmp_path: Path) -> None:
    """Bare file, folder, zip, zip in a zip: the same conversation."""
    root = log(tmp_path / "a folder", record("Prompted hi", ANSWER))
    file = root / f"{LOG}.json"
    inner, outer = tmp_path / "takeout-001.zip", tmp_path / "both.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.write(file, f"{LOG}.json")
        archive.writestr("Takeout/archive_browser.html", "<html></html>")
    with zipfile.ZipFile(outer, "w") as archive:
        archive.write(inner, "takeout-001.zip")
    for path in (file, root, inner, outer):
        assert ADAPTER.claims(path)
        assert [c.id for c in conversations(path)] == ["gemini:20260808T120000Z-8f434346648f"]


def test_a_log_behind_thousands_of_photos_is_found(tmp_path: Path) -> None:
    """Takeout puts a JSON file beside every picture."""
    path = tmp_path / "takeout.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(600):
            archive.writestr(f"Takeout/Google Photos/{number:04}.jpg.json", '{"title": "a.jpg"}')
        archive.write(log(tmp_path, record("Prompted hi", ANSWER)) / f"{LOG}.json", f"{LOG}.json")
    assert ADAPTER.claims(path)


def test_translated_folders_are_found_by_structure(tmp_path: Path) -> None:
    """Folder, file and header are in the person's language."""
    html = page(cell("Gav instruktionen hej", "8 aug. 2026 14:00:00 CEST", answer=ANSWER, header="Gemini-appar"))
    (found,) = conversations(put(tmp_path, "Min aktivitet/Gemini-appar/MinAktivitet.html", html))
    assert said(found)[0] == ("user", "hej")


SEARCHED = {"header": "Search", "products": ["Search"]}
DECOYS = {
    "Takeout/My Activity/Search/MyActivity.json": json.dumps([record("Searched for Gemini", **SEARCHED)]),
    "Takeout/My Activity/YouTube/MyActivity.html": page(cell("Watched Gemini", "Aug 8, 2026", header="YouTube")),
    "Takeout/Gemini/gemini_gems_data.html": "<html><body><h1>Gemini</h1><p>My gem</p></body></html>",
    "Takeout/Gemini/gemini_scheduled_actions_data.html": "<html><body>Gemini, every day</body></html>",
    "notes.txt": "Gemini said: conversation_turns",
}


@pytest.mark.parametrize("name", DECOYS)
def test_decoys_are_left_alone(tmp_path: Path, name: str) -> None:
    """Other products' logs, settings of Gemini, and texts about it."""
    root = put(tmp_path, name, DECOYS[name])
    assert not ADAPTER.claims(root) and not ADAPTER.claims(root / name)


def test_logs_of_two_products_in_one_folder(tmp_path: Path) -> None:
    """Only Gemini's belongs to the unit."""
    log(
        tmp_path,
        record("Searched for x", header="Search", products=["Search"]),
        name="Takeout/My Activity/Search/a.json",
    )
    (unit,) = [
        found for found in ADAPTER.discover(log(tmp_path, record("Prompted hi", ANSWER))) if isinstance(found, Unit)
    ]
    assert (unit.key, [file.name for file in unit.files]) == ("Takeout/My Activity/Gemini Apps", ["MyActivity.json"])


def test_a_broken_record_costs_itself(tmp_path: Path) -> None:
    """Null, numbers and a title of the wrong type between good records."""
    good = record("Prompted hi", ANSWER)
    found = records(put(tmp_path, f"{LOG}.json", json.dumps([good, None, 7, {**good, "title": 3}])))
    assert len([value for value in found if isinstance(value, Conversation)]) == 1
    assert len([value for value in found if isinstance(value, Problem)]) == 3


# Gemini in Workspace


def test_a_workspace_conversation(tmp_path: Path) -> None:
    """A file each, with its own id, title and turns."""
    text = """{"title": "Plan", "creation_time": "2026-08-08T10:00:00Z",
    "conversation_turns": [{"user_turn": {"prompt": "hi", "turn_last_modified": "2026-08-08T10:00:00Z"}},
    {"system_turn": {"text": [{"data": "hello", "preamble": false}, {"data": "again"}]}}, {"user_turn": null}, 3]}"""
    name = "Takeout/Gemini in Workspace/Conversation History/conversation_abc.txt"
    (found,) = conversations(put(tmp_path, name, text))
    assert (found.id, found.title) == ("gemini:workspace-abc", "Plan")
    assert said(found) == [("user", "hi"), ("assistant", "hello\n\nagain")]
    assert [message.id.partition("#")[2] for message in found.messages] == ["0", "1"]
