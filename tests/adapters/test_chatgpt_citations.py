"""Citation markers of ChatGPT answers: links where the export says what they mean, gone where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.chatgpt.citations import resolve

CITE = "\ue200cite\ue202turn0search3\ue202turn1view0\ue201"


def reference(text: str, matched: str, **fields: Any) -> dict[str, Any]:
    """A content reference placed where `matched` first stands."""
    start = text.index(matched)
    given = {"matched_text": matched, "start_idx": start, "end_idx": start + len(matched), "type": "grouped_webpages"}
    return {**given, **fields}


def test_a_marker_becomes_its_link() -> None:
    """The ready-made text is taken, without the tracking parameter."""
    text = f"It is red {CITE} and cheap."
    alt = "([Routers](https://example.org/r?utm_source=chatgpt.com))"
    shown = resolve(text, {"content_references": [reference(text, CITE, alt=alt)]})
    assert shown == "It is red ([Routers](https://example.org/r)) and cheap."


def test_without_ready_made_text_the_sources_are_linked() -> None:
    """Every page of the group, by attribution or title; an address that is no web page is not linked."""
    text = f"Red {CITE}"
    items = [
        {"url": "https://a.example/x", "attribution": "A"},
        {"url": "https://b.example/y(1)", "title": "B [two]"},
        {"url": "javascript:alert(1)", "title": "C"},
    ]
    shown = resolve(text, {"content_references": [reference(text, CITE, items=items)]})
    assert shown == "Red ([A](https://a.example/x) [B (two)](https://b.example/y%281%29))"


def test_equal_markers_are_told_apart_by_place() -> None:
    """Replacement is by index, in code points, whatever stands before."""
    text = f"🟥 {CITE} 🟦 {CITE}"
    first, second = text.index(CITE), text.rindex(CITE)
    references = [
        {"matched_text": CITE, "start_idx": first, "end_idx": first + len(CITE), "alt": "(one)"},
        {"matched_text": CITE, "start_idx": second, "end_idx": second + len(CITE), "alt": "(two)"},
    ]
    assert resolve(text, {"content_references": references}) == "🟥 (one) 🟦 (two)"


def test_a_wrong_index_falls_back_to_the_first_occurrence() -> None:
    """Positions that do not hold the matched text are not trusted."""
    text = f"Red {CITE}."
    wrong = {"matched_text": CITE, "start_idx": 900, "end_idx": 930, "alt": "(one)"}
    assert resolve(text, {"content_references": [wrong]}) == "Red (one)."


def test_a_reference_to_a_blank_changes_nothing() -> None:
    """`sources_footnote` matches one space: every other space of the text stays."""
    footnote = {"matched_text": " ", "start_idx": 7, "end_idx": 7, "alt": "", "type": "sources_footnote"}
    assert resolve("a b c d", {"content_references": [footnote]}) == "a b c d"


@pytest.mark.parametrize(
    "text, shown",
    [
        (f"Red {CITE}.", "Red ."),
        ("Red citeturn0search3turn1view0.", "Red ."),
        ("She was cited; incited, recited.", "She was cited; incited, recited."),
        ("\ue203Red\ue204 is cheap", "Red is cheap"),
        ('In \ue200entity\ue202["city","Lisbon","capital"]\ue201 now', "In Lisbon now"),
        ("cut off \ue200cite\ue202turn0", "cut off "),
        ("Old【7†source】 and【4:0†notes.pdf】.", "Old and."),
        ("Plain 【quote】 stays", "Plain 【quote】 stays"),
        (':::writing{variant="email"}\nDear Ana\n:::\n', "Dear Ana\n"),
    ],
)
def test_markers_without_references(text: str, shown: str) -> None:
    """They are removed whole, and nothing that only looks like one."""
    assert resolve(text, {}) == shown


def test_the_older_citations_have_places_too() -> None:
    """`【7†source】` with metadata is a link to the page."""
    source = {"title": "Page", "url": "https://example.org/p", "type": "webpage"}
    citation = {"start_ix": 9, "end_ix": 19, "citation_format_type": "tether_og", "metadata": source}
    shown = resolve("It rained【7†source】 today.", {"citations": [citation]})
    assert shown == "It rained ([Page](https://example.org/p)) today."


def test_a_citation_at_a_wrong_place_eats_no_words() -> None:
    """Only a marker is ever replaced."""
    citation = {"start_ix": 0, "end_ix": 9, "metadata": {"title": "Page", "url": "https://example.org/p"}}
    assert resolve("It rained【7†source】", {"citations": [citation]}) == "It rained"


def test_links_into_the_sandbox_are_dead() -> None:
    """A file made in the session is named, not linked."""
    text = "[Download](sandbox:/mnt/data/sine.png) or [sine.png](sandbox:/mnt/data/sine.png)"
    assert resolve(text, {}) == "Download (sine.png, not in the export) or sine.png (not in the export)"


@pytest.mark.parametrize(
    "url, clean",
    [
        ("https://a.example/?utm_source=chatgpt.com", "https://a.example/"),
        ("https://a.example/?utm_source=chatgpt.com&q=1", "https://a.example/?q=1"),
        ("https://a.example/?q=1&utm_source=chatgpt.com#top", "https://a.example/?q=1#top"),
        ("https://a.example/?utm_source=chatgpt.community", "https://a.example/?utm_source=chatgpt.community"),
    ],
)
def test_tracking_is_dropped(url: str, clean: str) -> None:
    """The rest of the address stays as it was."""
    assert resolve(f"[a]({url})", {}) == f"[a]({clean})"
