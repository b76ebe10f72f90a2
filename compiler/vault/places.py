"""Where things came from, said without the machine's absolute paths."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from compiler.records import Conversation, Message

HOMES = re.compile(
    r"(?<![\w.~-])(?:/home/|/Users/|[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/))"
    r"[^\s/\\:*?\"'<>|`\[\](){},;]+"
)
"""Home folders of any machine: an export may come from another one than the compile runs on."""


class Places:
    """Shows paths relative to their source's root, and home folders as `~`."""

    def __init__(self, home: Path) -> None:
        self._home = str(home).rstrip("/\\") or "\0"
        self._own = re.compile(rf"(?<![\w.~/-]){re.escape(self._home)}(?![\w.-])")

    def tilde(self, text: str) -> str:
        """A text with every home folder written as `~`."""
        if self._home in text:
            text = self._own.sub("~", text)
        return HOMES.sub("~", text) if "/home/" in text or "Users" in text else text

    def of(self, head: Conversation, message: Message | None = None, place: str = "") -> str:
        """`claude_code: projects/x/y.jsonl:120`."""
        path = self.relative(head)
        where = message.place if message else place
        return f"{head.source}: {path}:{where}" if where not in ("", path) else f"{head.source}: {path}"

    def relative(self, head: Conversation) -> str:
        """The source file below its root; the last two parts of its path where the root is not known."""
        path, root = head.source_ref.replace("\\", "/"), head.attrs.get("root", "").replace("\\", "/").rstrip("/")
        if root and path.startswith(root + "/"):
            return path[len(root) + 1 :]
        if root and (path == root or path.startswith(root + "!")):
            return PurePosixPath(root).name + path[len(root) :]
        return "/".join(PurePosixPath(path).parts[-2:]).lstrip("/")

    def project(self, head: Conversation) -> str | None:
        """A project as the last folder of its path, or its name."""
        name = (head.project or "").replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].strip()
        return name or None
