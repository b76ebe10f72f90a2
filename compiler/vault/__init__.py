"""The vault: the store's conclusions as linked Markdown, and the person's edits back into the store.

`read_edits` turns what the person changed into overrides, `write` renders what the store holds. Both are driven by the
manifest (`store.vault_files`): every file of ours by path, id and hash.

To add a kind of page, one module under `pages/`:

1. `claim(material)` yields a `Claim` (id, folder, wished-for name) for every page that will exist; ids start with the
   kind (`topic:…`, `entity:…`, `page:…`); after it, `names.get(id)` gives any module the path to link to, or None.
2. `build(material, names)` yields `Page(path, id, kind, text)`; `text` may be a function, called only when `inputs` (a
   hash of all that the text is made of) differs from the last time. It builds frozen views and calls
   `render("topic.md.j2", view)`.
3. Views hold plain text; the template escapes each by its place: `{{ v.text | line }}`, `| heading`, `| cell`,
   `| quote`, `| link`. An unescaped text in a template is an error when it is rendered.
4. A row in `pages.PAGES`, a template in `templates/`, and a new property name in `properties.NAMES`, if one is needed.

Notes and foreign properties of the person, and their edits of generated text, are put back by `compose`; page modules
never see them.
"""

from compiler.vault.counts import EditReport, VaultCounts
from compiler.vault.edits import read_edits
from compiler.vault.forgetting import forget_names
from compiler.vault.recovery import recover
from compiler.vault.writer import write

__all__ = ["EditReport", "VaultCounts", "forget_names", "read_edits", "recover", "write"]
