"""Whatever a transcript says, and wherever it says it, the vault does only what the compiler means."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from compiler import vault
from compiler.events import Silent
from compiler.passes import filters
from compiler.records import Conversation, Entity, Message, Note, ToolCall
from compiler.store.connection import open_store
from compiler.vault.escape.languages import ALLOWED
from tests.compiler.vault import obsidian
from tests.compiler.vault.believable import config, item, message, put

PAYLOADS = [
    "Fix #123, colour #fff and #TODO-later; C# and issue#4",
    "if [[ -f x ]]; then echo ${a[[0]]}; fi",
    "![[secret.png]] ![alt](http://tracker.example/p.gif) ![[Home#^x]]",
    "100%% sure, 50%% off",
    "costs $5 and then $10 $$x$$",
    "- [ ] call Bob 📅 2026-01-01\n- [x] done",
    "---\ntags: [evil]\npublish: true\n---\nhello",
    "Title\n---\ntext\n===",
    "```python\nprint(1)",
    "````md\n```js\nx\n```\n````",
    '```dataview\nLIST FROM ""\n```',
    "```dataviewjs\ndv.pages()\n```",
    "```base\nviews: []\n```\n```query\ntag:#x\n```\n```mermaid\ngraph\n```",
    "~~~tasks\nnot done\n~~~",
    "```js\n= this.file.name\n```\n```js\n$= dv.current()\n```",
    "`= this.file.name` and `$= 1+1` and `INPUT[text:x]`",
    "<% tp.file.title %> <%* await tp.system.prompt() %>",
    "```html\n<%* evil %>\n```",
    "[due:: 2026-01-01] (x:: y) key:: value",
    "<!-- hidden until the end",
    '<script>alert(1)</script><iframe src="http://x"></iframe><img src=x onerror=y>',
    "<details><summary>a",
    "<http://auto.example> <a@b.example>",
    "[a]: http://evil.example\nsee [a] and [b](javascript:alert(1)) [c](obsidian://open)",
    "[^1]: a note\ntext[^1] and ^[inline]",
    "> [!danger]- hidden\n> text",
    "abc\u202edcba\u202c \u200b\u200b\ufeff",
    "a\x00b\x07\x1b[31mred",
    "see \ue200cite\ue202turn0search0\ue201 \U000e0041",
    "\tindented\n\n    code",
    "|a|b|\n|-|-|\n|[[x|y]]|z|",
    "end of block ^m-abcdef\n\n^m-abcdef",
    "# Heading\n## Notes\n## Evidence\n###### deep #",
    "obsidian://open?vault=x file:///etc/passwd vbscript:x data:text/html,x",
    "==mark== ~~gone~~ **bold** __init__ *em* _em_",
    "&lt;b&gt; &#91;&#91;x]] &amp;",
    "{{date}} {{title}}",
    "1. one\n2) two\n+ plus\n* star",
    "\\[[x]] \\\\[[y]] \\%% \\`= x\\`",
    "]] | [[Home|x]] #^x",
    "%% musubi:begin x %%",
    "button-x VIEW[x] BUTTON[y] cssclasses: x",
    "😀 #tag/nested #日本語 ＃full",
    "***\n* * *\n___\n- - -\n-- -",
]


def hostile(n: int, payload: str, place: str) -> tuple[Conversation, Note]:
    """A conversation like any other, with a payload in one place of it."""

    def at(here: str, plain: str) -> str:
        return payload if here == place else plain

    cid = f"claude_code:{n:04d}"
    messages: tuple[Message, ...] = tuple(
        replace(
            message(cid, k, role, at(f"{role} text", f"The {role} said something plain."), "2026-03-01T20:11:00Z",
                    at("message place", str(k))),
            tool_calls=(ToolCall(at("tool name", "Bash"), at("tool input", '{"command": "git commit -m plain"}')),),
        )
        for k, role in enumerate(("user", "assistant", "tool", "system"), 1)
    )  # fmt: skip
    conversation = Conversation(
        cid, "claude_code", at("title", "Plain"), at("project", "/srv/plain"), "2026-03-01T20:11:00Z",
        "2026-03-01T20:12:00Z", "/srv/root/" + at("source path", "a.jsonl"), messages,
        attrs={"root": "/srv/root", "model": at("attribute", "plain")},
    )  # fmt: skip
    kinds = ("decision", "key_point", "loop", "fact")
    items = tuple(
        replace(
            item(cid, k, kind, at(f"{kind} text", f"A plain {kind}"), at("quote", messages[k - 1].text), k),
            reason=at("reason", "plain"), instead_of=at("alternative", "plain"),
        )
        for k, kind in enumerate(kinds, 1)
    )  # fmt: skip
    return conversation, Note(
        cid, at("note title", f"Plain {n}"), at("summary", "A plain summary."), items,
        (Entity(at("entity", "Ana"), "person"),), (at("topic", "plain"),), at("model", "local-model"),
    )  # fmt: skip


PLACES = [
    "user text", "assistant text", "tool text", "system text", "title", "note title", "summary", "project",
    "source path", "message place", "decision text", "key_point text", "loop text", "fact text", "quote", "reason",
    "alternative", "entity", "topic", "model", "tool name", "tool input", "attribute",
]  # fmt: skip


def compiled(tmp_path: Path, payloads: list[str], place: str) -> dict[str, obsidian.Read]:
    settings = config(tmp_path)
    with open_store(settings.store) as store:
        for n, payload in enumerate(payloads):
            put(store, *hostile(n, payload, place))
        vault.write(store, settings, Silent())
    return {
        p.relative_to(tmp_path).as_posix().removesuffix(".md"): obsidian.read(p.read_text("utf-8"))
        for p in sorted(tmp_path.rglob("*.md"))
    }


def shape(notes: dict[str, obsidian.Read]) -> Counter[str]:
    """How many of each construct the whole vault holds."""
    out: Counter[str] = Counter(notes=len(notes))
    for note in notes.values():
        out.update(
            links=len(note.links), embeds=len(note.embeds), blocks=len(note.blocks), tasks=len(note.tasks),
            properties=len(note.properties),
        )  # fmt: skip
        out.update({f"heading {re.sub(r' .*', '', h)}": 1 for h in note.headings})
        out.update(note.seen)
    return +out


@pytest.fixture(autouse=True)
def everything_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that look like junk are shown too: here they are what is looked at."""
    monkeypatch.setattr(filters, "shown", tuple)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Counter[str]:
    """The shape of the same vault with nothing but plain words in it."""
    return shape(compiled(tmp_path_factory.mktemp("plain"), ["word"] * len(PAYLOADS), "nowhere"))


@pytest.mark.parametrize("place", PLACES)
def test_hostile_text_adds_nothing(tmp_path: Path, place: str, plain: Counter[str]) -> None:
    """With 44 payloads in one place the vault holds just the constructs that plain words give, every link resolves to
    a note and a block of it, names are legal, code keeps to plain languages, properties stay flat."""
    notes = compiled(tmp_path, PAYLOADS, place)
    assert shape(notes) == plain
    assert len({path.rsplit("/", 1)[-1].casefold() for path in notes}) == len(notes)
    for path, note in notes.items():
        assert not re.search(r'[\\:*?"<>|#^\[\]\x00-\x1f]|%%', path)
        assert len(path) <= 157
        assert all(len(part.encode()) <= 120 for part in path.split("/"))
        for link in note.links:
            target, _, block = link.partition("|")[0].partition("#^")
            assert target in notes or target.endswith((".base", ".canvas"))
            assert not block or notes[target].blocks.count(block) == 1
        assert set(note.fences) <= ALLOWED
        assert all(isinstance(v, str | list) for v in note.properties.values())
