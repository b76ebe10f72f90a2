"""What a conversation is about by name: its note's entities, and the notes of the person's that it links to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from compiler.passes.commonness import rank
from compiler.records import Conversation, Note
from compiler.store.marks import Mention
from compiler.text.words import STOP, listed

SAME = {
    "postgresql": "postgres", "js": "javascript", "ts": "typescript", "k8s": "kubernetes", "golang": "go",
    "py": "python", "nodejs": "node", "reactjs": "react", "vuejs": "vue", "gcp": "googlecloud", "mongo": "mongodb",
    "vscode": "visualstudiocode", "gh": "github", "chatgptcom": "chatgpt",
}  # fmt: skip
COMMON = listed(
    "ai api app application april array assistant async august backend bug build button cache chatgpt class "
    "claude cli client cloud code command commit component config cons container context data database date "
    "december default dev device docs document email endpoint error evening event example export feature february "
    "field file files first folder format framework friday frontend function git good gpt great group hello home "
    "host html http https id idea image import index info input interface issue item january json july june key "
    "language level library line link list llm local log login loop main march may message method model module "
    "monday month morning name network new next nice node note note1 notes november number object october ok "
    "option option1 order output package page part password path perfect plan platform point port post pro "
    "problem process product production profile program project prompt pros python3 query question readme release "
    "repo report request response result route run saturday schema script search second section september server "
    "service session set setup shell site size software source sql stack state status step step1 story string "
    "style summary sunday support sure syntax system table tag task team template terminal test tests text thanks "
    "the thing third thursday time tip tips title today todo token tomorrow tool topic tuesday type ui update url "
    "usage user users utc value variable version video view web website wednesday week weekend word work year yes "
    "yesterday "
)
"""Words that name a kind of thing, not a thing: never an entity on their own."""
USED = 6000
"""Rank up to which a word is taken for a word rather than a name."""
SEPARATORS = re.compile(r"[\s_.\-/'’`\"]+")


def mentions_of(note: Note, head: Conversation) -> Iterator[Mention]:
    """Each name once a spelling. A note of the person's is an entity itself, under its title and aliases."""
    named = [(e.name, str(e.type)) for e in note.entities]
    if head.kind == "note":
        own = head.title or note.title
        named += [(name, "note") for name in (own, *_listed(head, "aliases")) if name]
    named += [(link.split("#")[0].rsplit("/", 1)[-1].removesuffix(".md"), "note") for link in _listed(head, "links")]
    if head.project and head.kind != "note":  # a note's project is only the vault it lies in
        named.append((re.split(r"[/\\]", head.project.rstrip("/\\"))[-1], "project"))
    seen: set[tuple[str, str]] = set()
    for name, type_ in named:
        name = " ".join(name.split())
        key = entity_key(name)
        if key and (key, name) not in seen and (type_ in ("note", "project") or not is_common(name, type_)):
            seen.add((key, name))
            yield Mention(key, name, type_)


def entity_key(name: str) -> str:
    """`sqlite-vec`, `sqlite_vec` and "SQLite vec" share one; "" for what has no letters. A leading path of a link and
    its heading do not count."""
    plain = SEPARATORS.sub("", name.split("#")[0].rsplit("/", 1)[-1].removesuffix(".md")).casefold()
    return SAME.get(plain, plain) if re.search(r"[^\W\d]", plain) else ""


def is_common(name: str, type_: str = "other") -> bool:
    """Single common words, and names too short to be told apart. What has no type is a name only if the language does
    not use the word much."""
    word = name.strip("`'\"").casefold()
    if type_ == "other" and rank(word) < USED:
        return True
    return len(word) < 2 or word in COMMON or word in STOP or word.removesuffix("s") in COMMON


def _listed(head: Conversation, attribute: str) -> list[str]:
    try:
        values = json.loads(head.attrs.get(attribute, "[]"))
    except ValueError:
        return []
    return [str(v) for v in values] if isinstance(values, list) else []
