"""Which of Codex's user-role texts are the person's words, and which the harness wrote in their name.

Fragments after `core/src/context/*` of openai/codex (0.1–0.146); the IDE wrapper after its VS Code extension.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from adapters._reading.fields import items, mapping, text

_FRAGMENTS = (
    "environment_context", "user_instructions", "turn_aborted", "subagent_notification", "user_action", "skill",
    "recommended_plugins", "hook_prompt", "codex_internal_context", "permissions instructions", "collaboration_mode",
    "model_switch", "personality_spec", "goal_context", "skills_instructions", "plugins_instructions",
    "apps_instructions", "realtime_conversation", "multi_agent_mode", "interagent_message", "user_profile",
    "memory_context",
)  # fmt: skip
_HARNESS = re.compile(rf"\s*(?:<(?:{'|'.join(_FRAGMENTS)})[\s>]|# AGENTS\.md instructions\b|<AGENTS\.md INSTRUCTIONS)")
_SUMMARY = "Another language model started to solve this problem"
_REQUEST = re.compile(r"^## My request for Codex:[ \t]*\n?", re.MULTILINE)
_IMAGE_TAG = re.compile(r"</?image(?: name=[^<>]*)?>")
_SHELL = re.compile(
    r"\s*<user_shell_command>\s*<command>\n?(?P<command>.*?)\n?</command>\s*(?:<result>\n?(?P<result>.*?)\n?</result>)?\s*"
    r"</user_shell_command>\s*",
    re.DOTALL,
)
_CWD = re.compile(r"<cwd>([^<\n]+)</cwd>|^Current working directory: (\S.*)$", re.MULTILINE)


def is_harness(value: str) -> bool:
    """Whether a user-role text was injected: environment, AGENTS.md, skills, notices, another agent's message."""
    return _HARNESS.match(value) is not None


def is_summary(value: str) -> bool:
    """Whether a user-role text is the summary that replaces a compacted history."""
    return value.lstrip().startswith(_SUMMARY)


def request(value: str) -> str:
    """The person's request without the editor's account of open tabs and files that an IDE puts before it."""
    if value.lstrip().startswith(("#", "<", "This block is automatically supplied")) and (
        marker := _REQUEST.search(value)
    ):
        value = value[marker.end() :]
    return value.strip()


def shell_command(value: str) -> tuple[str, str] | None:
    """Command and output of a line the person ran with `!`, or None."""
    found = _SHELL.fullmatch(value)
    return (found["command"].strip(), (found["result"] or "").strip()) if found else None


def working_folder(value: str) -> str | None:
    """The folder named by an `<environment_context>`: the only place that sessions before September 2025 have it."""
    found = _CWD.search(value) if "environment_context" in value[:200] else None
    return (found[1] or found[2]).strip() if found else None


def parts(content: Any) -> list[str]:
    """The texts of a message's content, which is a list of typed parts or a bare string."""
    if isinstance(content, str):
        return [text(content)]
    found = (mapping(part) for part in items(content))
    return [text(part.get("text")) for part in found if text(part.get("text"))]


def joined(content: Any) -> str:
    return "\n".join(parts(content)).strip()


def typed(fragments: Iterable[str]) -> str:
    """What the person typed among the parts of a user-role message, without injected parts and image brackets."""
    kept = (_IMAGE_TAG.sub("", part) for part in fragments if not is_harness(part))
    return request("\n".join(part for part in kept if part.strip()))
