"""Escapers: nothing acts, and everything still reads the same."""

from __future__ import annotations

import os
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.vault import escape
from compiler.vault.escape.inert import clean
from compiler.vault.escape.languages import ALLOWED
from compiler.vault.render import render
from compiler.vault.views import HomeView
from tests.compiler.vault import obsidian

EXAMPLES = int(os.environ.get("MUSUBI_EXAMPLES", "300"))
"""Strings a property test tries; the long run outside CI sets 25,000 (five tests: 125,000 strings):
`MUSUBI_EXAMPLES=25000 pytest tests/compiler/vault/test_escape.py`."""
CASES = [
    # (foreign text, as running text)
    ("Fix #123, colour #fff; C# and issue#4", r"Fix \#123, colour \#fff; C# and issue#4"),
    ("if [[ -f x ]]; then", r"if \[\[ -f x \]\]; then"),
    ("![[secret.png]]", r"!\[\[secret.png\]\]"),
    ("![alt](http://t.example/p.gif)", r"!\[alt\](http://t.example/p.gif)"),
    ("100%% sure, 50% off", r"100%\% sure, 50% off"),
    ("costs $5 and then $10", r"costs \$5 and then \$10"),
    ("- [ ] call Bob\n- [x] done", "\\- \\[ \\] call Bob\n\\- \\[x\\] done"),
    ("---\ntags: [evil]\n---", "\\---\ntags: \\[evil\\]\n\\---"),
    ("Title\n===", "Title\n\\=\\=\\="),
    ("1. first\n2) second", "1\\. first\n2\\) second"),
    ("> [!danger]- hidden", r"\> \[!danger\]- hidden"),
    ("# Heading #", r"\# Heading \#"),
    ("text ^block-id", r"text \^block-id"),
    ("2^10 and x^2", "2^10 and x^2"),
    ("[^1]: note and ^[inline]", r"\[\^1\]: note and \^\[inline\]"),
    ("[a]: http://evil.example", r"\[a\]: http://evil.example"),
    ("[due:: 2026-01-01] (x:: y) std::vector", r"\[due:\: 2026-01-01\] (x:\: y) std:\:vector"),
    ("<script>alert(1)</script> a < b", "&lt;script>alert(1)&lt;/script> a < b"),
    ("<% tp.file.title %>", "&lt;% tp.file.title %>"),
    ("{{date}}", r"{\{date}}"),
    ("&lt; and AT&T", "&amp;lt; and AT&T"),
    ("`= this.file.name` and `$= 1`", r"\`= this.file.name\` and \`\$\= 1\`"),
    ("run `uv sync` and `a[0]`", r"run `uv sync` and \`a\[0\]\`"),
    ("snake_case and __init__ and *x*", r"snake_case and \_\_init\_\_ and \*x\*"),
    ("==mark== ~~gone~~", r"=\=mark=\= ~\~gone~\~"),
    ("|a|b|\n|-|-|", "\\|a\\|b\\|\n\\|-\\|-\\|"),
    (r"C:\x and \* and end\ ".strip(), r"C:\x and \\\* and end\\"),
    ("obsidian://open?vault=x and https://a.b/c_d#e", r"obsidian\://open?vault=x and https://a.b/c_d#e"),
    ("javascript:alert(1)", r"javascript\:alert(1)"),
    ("abc\u202edcba\u202c\u200b\ufeff\x00\x07", "abcdcba"),
    ("\x1b[31mred\x1b[0m", "red"),
    ("see \ue200cite\ue202turn0\ue201", "see citeturn0"),
    ("hidden\U000e0041\U000e0042", "hidden"),
]  # fmt: skip


@pytest.mark.parametrize(("foreign", "written"), CASES, ids=[c[0][:20] for c in CASES])
def test_running_text(foreign: str, written: str) -> None:
    """Each construct of the table, as it is written."""
    assert escape.running(foreign) == written


def test_code_is_kept_in_fences_of_our_own() -> None:
    """A foreign fence gets a plain language, a longer mark where needed, and an end."""
    assert escape.running("```dataview\nLIST\n```") == "```text\nLIST\n```"
    assert escape.running("```python title=x\nprint(1)") == "```python\nprint(1)\n```"
    assert escape.running("````md\n```js\nx\n```\n````") == "````md\n```js\nx\n```\n````"
    assert escape.running("so:\n~~~\na\n~~~\nend") == "so:\n\n```text\na\n```\n\nend"
    assert escape.running("\tindented\n\tcode") == "```text\n\tindented\n\tcode\n```"


def test_code_that_plugins_would_run_gets_a_first_line_that_stops_them() -> None:
    """Dataview looks at the trimmed text of code elements; Templater at any `<%`."""
    assert escape.running("```js\n= this.file\n```") == "```js\n…\n= this.file\n```"
    assert "<%" not in escape.running("```html\n<% tp %>\n```")


def test_a_quote_keeps_every_line_inside() -> None:
    """Blank lines and fences carry the mark too, so nothing leaves the block."""
    assert escape.quote("a\n\n```py\nx\n\ny\n```") == "> a\n>\n> ```py\n> x\n>\n> y\n> ```"


def test_places_without_escapes_use_lookalikes() -> None:
    """Link texts, properties and names cannot be escaped."""
    assert escape.alias("[[x]] | y ^z $5 std::vector") == "((x)) / y ˆz ＄5 std∷vector"
    assert escape.alias("_obsidian://open and javascript:x") == "ˍobsidian꞉//open and javascript꞉x"
    assert escape.alias("^javascript:x, 2^idobsidian:\\\\y, http://z") == "ˆjavascript꞉x, 2ˆidobsidian꞉//y, http://z"
    assert escape.property_text("[[Home]] <% x %>\nnext") == "[Home] < % x %> next"
    assert escape.property_text("obsidian://open") == "(obsidian://open)"
    assert escape.file_name('C++: what? "why" <now> | *ok*', 90) == "C++ what why now ok"
    assert escape.file_name("../../etc/passwd", 90) == "etc passwd"
    assert escape.file_name("con", 90) == "con_"
    assert escape.tag("C++ & more, 2026") == "C-----more--2026"
    assert escape.tag("2026") is None


def test_one_line_contexts() -> None:
    """Lists, headings, tables and tasks take one line."""
    assert escape.line("- [ ] a\n\nb") == r"\- \[ \] a b"
    assert escape.heading("# Big #") == r"\# Big"
    assert escape.cell("a|b\nc") == r"a\|b / c"
    assert escape.task("Pay 📅 2026-01-01 ⏫ now") == "Pay 2026-01-01 now"
    assert escape.code_span("a/b.jsonl:12") == "`a/b.jsonl:12`"
    assert escape.code_span("a`b <% c") == r"a\`b &lt;% c"


def test_a_template_cannot_print_an_unescaped_text() -> None:
    """Forgetting a filter is an error, not a hole."""
    view = HomeView(None, 0, 0, 0, 0, (("[[x]]", 1),), (), (), (), (), (), None, ())
    with pytest.raises(TypeError, match="no filter has escaped"):
        render("home.md.j2", properties="not: inert", home=view)


HEAD = "---\nkind: test\n---\n\n"
PIECES = [
    "[[",
    "]]",
    "%%",
    "::",
    "<%",
    "```",
    "- [ ] ",
    "\n\n",
    "    ",
    "===",
    "---",
    "obsidian:",
    "&lt;",
    "^id",
    "~~~",
]
PIECES += ["`a`", "http://a.b", "\u202e", "\x00", "\r\n", *"[]()!#^|:%=~$*_`-+.>< \n\t\\&{}/?;'\"1x💡é中🔁"]
ALPHABET = st.sampled_from(PIECES)
TEXTS = st.lists(ALPHABET, max_size=40).map("".join)


def flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", clean(text)).split())


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_one_line_reads_the_same_and_does_nothing(text: str) -> None:
    """The rendered text equals the source; the only constructs are none."""
    note = obsidian.read(f"{HEAD}- {escape.line(text)}\n")
    assert note.links == note.embeds == note.blocks == note.tasks == note.headings == note.fences == []
    assert +note.seen == {}
    assert obsidian.rendered(f"- {escape.line(text)}") == flat(text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_a_quoted_message_does_nothing_and_ends_where_it_ends(text: str) -> None:
    """What follows a message stands at its own level; code keeps to the allowed languages."""
    note = obsidian.read(f"{HEAD}> **you**\n>\n{escape.quote(text)}\n\n^m-123456\n\n## Next\n")
    assert note.links == note.embeds == note.tasks == []
    assert note.blocks == ["m-123456"]
    assert note.headings == ["h2 Next"]
    assert set(note.fences) <= ALLOWED | {"text"}
    assert +note.seen == {}


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_running_prose_reads_the_same(text: str) -> None:
    """White space apart, a reader sees what was said (fence marks become ours)."""
    prose = re.sub(r"`{3,}|~{3,}|^( {4}|\t)", "", clean(text), flags=re.MULTILINE).replace("\t", " ")
    prose = re.sub(r"(?m)^\s+", "", prose)
    assert obsidian.rendered(escape.running(prose)) == flat(prose)


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_link_texts_and_properties_hold_nothing_that_acts(text: str) -> None:
    """No bracket ends the link early, no trigger is left."""
    note = obsidian.read(f"{HEAD}[[Home|{escape.alias(text)}]]\n")
    assert len(note.links) == 1
    assert +note.seen == {}
    plain = escape.property_text(text)
    assert "[[" not in plain and "<%" not in plain and "\n" not in plain and len(plain) <= 250


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS, st.integers(8, 120))
def test_file_names_are_legal_everywhere(text: str, limit: int) -> None:
    """No character that Windows, a link or a phone refuses, and short enough."""
    name = escape.file_name(text, limit)
    assert not re.search(r'[\\/:*?"<>|#^\[\]\x00-\x1f]|%%|\.\.', name)
    assert name == name.strip(" .") == unicodedata.normalize("NFC", name)
    assert len(name.encode()) <= limit + 1
