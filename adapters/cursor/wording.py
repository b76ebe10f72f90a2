"""What of a prompt the person typed, where the agent wraps it in tags of its own."""

from __future__ import annotations

import re

from adapters._reading.fields import instant

_QUERY = re.compile(r"<user_query>\n?(.*?)\n?</user_query>", re.S)
_TIMESTAMP = re.compile(
    r"<timestamp>\s*\w+, (\w{3})\w* (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2}) ([AP])M"
    r" \(UTC(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)"
)
_LEADING_CONTEXT = re.compile(
    r"\s*<(user_info|system_reminder|system-reminder|system_notification|hooks_context|attached_files|additional_data|timestamp"
    r"|project_layout|git_status|rules|always_applied_workspace_rules|agent_requestable_workspace_rules|agent_skills"
    r"|agent_transcripts|mcp_instructions|mcp_file_system|open_and_recently_viewed_files|manually_attached_skills"
    r"|image_files|external_links|current_file|linter_errors|terminal_files_information)\b[^>]*>.*?</\1>\s*",
    re.S,
)
_WORKSPACE = re.compile(r"^Workspace Paths?: *(.+)$", re.M)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def typed(prompt: str) -> str:
    """The person's words: inside `<user_query>` where there is one, else what follows the leading context blocks.
    Tags further down are the person's own. "" where the whole message is context."""
    if queries := _QUERY.findall(prompt):
        return "\n\n".join(queries).strip("\n")
    rest = prompt
    while context := _LEADING_CONTEXT.match(rest):
        rest = rest[context.end() :]
    return rest if rest.strip() else ""


def stated_time(prompt: str) -> str | None:
    """From `<timestamp>Sunday, Apr 26, 2026, 9:53 PM (UTC-4)</timestamp>`, exact to the minute."""
    found = _TIMESTAMP.search(prompt)
    if not found or found[1] not in _MONTHS:
        return None
    month, day, year, hour = _MONTHS.index(found[1]) + 1, int(found[2]), int(found[3]), int(found[4]) % 12
    hour += 12 if found[6] == "P" else 0
    offset = f"{found[7] or '+'}{int(found[8] or 0):02}:{int(found[9] or 0):02}"
    return instant(f"{year:04}-{month:02}-{day:02}T{hour:02}:{found[5]}:00{offset}")


def stated_workspace(prompt: str) -> str | None:
    """The folder that `<user_info>` names."""
    if "<user_info>" not in prompt:
        return None
    found = _WORKSPACE.search(prompt)
    return found[1].strip() if found else None
