"""Names a conversation is about: files, libraries, services, tools, people. Precision first: a common word is "
"never one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from compiler.passes.distil.turns import Said
from compiler.records import Entity, EntityType

MOST = 12
_FILE = re.compile(
    r"(?<![\w/.@-])(?:[\w.-]+/)*[\w-]+\.(?:py|pyi|ts|tsx|js|jsx|go|rs|java|kt|rb|c|h|cpp|cs|swift|php|sh|sql|md"
    r"|toml|ya?ml|json|html|css|ipynb|csv|pdf|docx|xlsx|tex|txt|proto)\b(?!\()"
)


def find(turns: Sequence[Said]) -> tuple[Entity, ...]:
    """The most mentioned, by name; at most `MOST`."""
    counts: Counter[tuple[str, EntityType]] = Counter()
    for said in turns:
        for match in _FILE.finditer(said.text):
            counts[(match.group().rsplit("/", 1)[-1], "file")] += 1
    best = sorted(((n, name, type_) for (name, type_), n in counts.items() if n >= 2), key=lambda x: (-x[0], x[1]))
    return tuple(Entity(name, type_) for _, name, type_ in best[:MOST])
