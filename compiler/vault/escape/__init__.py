"""Making foreign text inert: one function a context. What a transcript says can create no link, tag, task, embed, block
id, property, footnote, comment, HTML or query, and still reads the same.

Every function returns `Inert`, the only kind of text that templates may print. The escapes break the raw bytes too,
not only what a Markdown parser sees, because many plugins search the raw text.
"""

from compiler.vault.escape.inert import Inert
from compiler.vault.escape.inline import cell, code_span, heading, line, task
from compiler.vault.escape.plain import alias, canvas_label, canvas_text, file_name, property_text, tag
from compiler.vault.escape.running import quote, running

__all__ = [
    "Inert", "alias", "canvas_label", "canvas_text", "cell", "code_span", "file_name", "heading", "line",
    "property_text", "quote", "running", "tag", "task",
]  # fmt: skip
