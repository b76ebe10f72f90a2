"""Places that know no escapes: properties, link texts, names, canvases. What could act there is replaced or removed."""

from __future__ import annotations

import re
import unicodedata

from compiler.vault.escape.inert import Inert, clean_prose, one_line, shorten
from compiler.vault.escape.running import running

PROPERTY_LIMIT = 250
ALIAS_LIMIT = 100
CANVAS_LIMIT = 600
LOOKALIKES = str.maketrans({"[": "(", "]": ")", "|": "/", "`": "'", "$": "＄", "<": "‹", "^": "ˆ", "\\": "/", "*": "∗"})
HARMLESS = re.compile(r"[^\W_]*(?:[ ,.;?!'()+/-]+[^\W_]+)*[.?!)]*")
PAIRS = (("::", "∷"), ("%%", "%"), ("==", "="), ("~~", "~"), ("{{", "{"))
ILLEGAL = re.compile(r'[\\/:*?"<>|#^\[\]`$~{}\x00-\x1f]')
DEVICES = re.compile(r"(?i)^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$")
ACTING_SCHEME = re.compile(r"(?i)(?!https?:)[a-z][a-z0-9+.-]*://|(?:javascript|vbscript|data|file|obsidian|shell|app):")
SCHEME = re.compile(
    r"(?i)((?<![a-z0-9])(?:javascript|vbscript|data|file|obsidian|vscode|shell|app)|(?<!\bhttp)(?<!\bhttps)(?=://)):"
)
ENTITY = re.compile(r"&#?\w{1,31};")
LONE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
CONFLICTS = re.compile(r"(?i)conflicted copy|sync-conflict-")
NOT_IN_TAGS = re.compile(r"[^\w/-]", re.UNICODE)


def property_text(text: str, limit: int = PROPERTY_LIMIT) -> str:
    """A property's text value, before YAML: one line, no wikilink, no template call, nothing a click could start."""
    plain = one_line(text)
    if HARMLESS.fullmatch(plain):
        return shorten(plain, limit)
    plain = plain.replace("<%", "< %")
    plain = re.sub(r"\[{2,}", "[", re.sub(r"\]{2,}", "]", plain))
    plain = re.sub(r"\]\(", "] (", plain)
    plain = "— " if plain == "---" else plain
    if ACTING_SCHEME.match(plain):
        plain = f"({plain})"
    return shorten(plain, limit)


def alias(text: str, limit: int = ALIAS_LIMIT) -> Inert:
    """The text of a wikilink: no escape works there, so what could act is replaced by what looks like it."""
    plain = one_line(text)
    if HARMLESS.fullmatch(plain):
        return Inert(shorten(plain, limit) or "…")
    plain = plain.translate(LOOKALIKES)
    for pair, single in PAIRS:
        while pair in plain:
            plain = plain.replace(pair, single)
    plain = SCHEME.sub(r"\1꞉", re.sub(r"(?<!\w)#", "＃", plain))
    plain = LONE_UNDERSCORE.sub("ˍ", ENTITY.sub(lambda m: "＆" + m[0][1:], plain))
    return Inert(shorten(plain, limit) or "…")


def tag(text: str) -> str | None:
    """A tag without `#`, or None where nothing taggable is left."""
    plain = NOT_IN_TAGS.sub("-", one_line(text)).strip("-/")
    return plain if re.search(r"[^\d/_-]", plain) else None


def file_name(text: str, limit: int) -> str:
    """A title as part of a file name, legal on every platform and in a link, at most `limit` UTF-8 bytes; may be ""."""
    plain = "".join(" " if _odd(c) else c for c in ILLEGAL.sub(" ", clean_prose(text)))
    plain = re.sub(r"(?<!\w)\.|\.(?!\w)", "", LONE_UNDERSCORE.sub(" ", ENTITY.sub(" ", plain)))
    plain = " ".join(CONFLICTS.sub("copy", re.sub(r"%{2,}", "%", plain)).split())
    if len(plain.encode()) > limit:
        plain = plain.encode()[:limit].decode("utf-8", "ignore")
        space = plain.rfind(" ")
        plain = plain[:space] if space > len(plain) // 2 else plain
    plain = unicodedata.normalize("NFC", plain).strip(" .-")
    return plain + "_" if DEVICES.match(plain) else plain


def canvas_label(text: str) -> str:
    """A label of a canvas group or edge: plain text."""
    return shorten(alias(text), 80)


def canvas_text(text: str) -> str:
    """The text of a canvas card: escaped Markdown of at most 600 characters, front matter shut out."""
    return running(shorten(clean_prose(text), CANVAS_LIMIT))


def _odd(character: str) -> bool:
    """Emoji, modifiers and unassigned characters, which some devices refuse in names."""
    return character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk", "Cn", "Co", "Cf")
