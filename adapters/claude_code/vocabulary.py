"""The record types of Claude Code 1.0 to 2.1, and which of them hold nothing a person said or was told.

The layout is internal to the product and changes without notice: what is in none of these tables is counted as `Seen`.
"""

from __future__ import annotations

import re
from typing import Any

IGNORED_TYPES = frozenset((
    "progress", "file-history-snapshot", "file-history-delta", "last-prompt", "tag", "mode", "permission-mode",
    "agent-setting", "agent-color", "bridge-session", "frame-link", "content-replacement", "agent_metadata",
    "fork-context-ref", "observer-ref", "attribution-snapshot", "isolation-latch", "ended-by-model",
))  # fmt: skip
"""State of the program, its own undo, and progress that the result repeats."""

IGNORED_SYSTEM = frozenset((
    "stop_hook_summary", "turn_duration", "compact_boundary", "microcompact_boundary", "api_error", "bridge_status",
    "informational", "model_refusal_fallback", "api_refusal", "session_start", "error", "agents_killed",
    "scheduled_task_fire", "custom_title", "status", "init", "hook_started", "hook_progress", "hook_response",
    "memory_saved", "permission_retry",
))  # fmt: skip
IGNORED_ATTACHMENTS = frozenset((
    "hook_success", "task_reminder", "edited_text_file", "deferred_tools_delta", "diagnostics", "skill_listing",
    "hook_system_message", "mcp_instructions_delta", "command_permissions", "hook_additional_context", "date_change",
    "hook_non_blocking_error", "agent_listing_delta", "hook_cancelled", "auto_mode", "auto_mode_exit",
    "plan_mode_exit", "plan_mode", "opened_file_in_ide", "plan_mode_reentry", "goal_status", "ultra_effort_enter",
    "ultra_effort_exit", "file", "directory", "selected_lines_in_ide", "todo_reminder", "nested_memory",
    "compact_file_reference", "invoked_skills", "dynamic_skill", "task_status", "hook_blocking_error", "budget_usd",
    "total_tokens_reminder", "read_truncation_notice", "already_read_file", "edited_image_file", "output_style",
    "relevant_memories", "mcp_resource", "agent_mention", "hook_stopped_continuation", "critical_system_reminder",
))  # fmt: skip
IGNORED_BLOCKS = frozenset((
    "thinking", "redacted_thinking", "server_tool_use", "advisor_tool_result", "fallback", "web_search_tool_result",
    "tool_reference", "container_upload",
))  # fmt: skip
"""Thinking is dropped on purpose: current models leave it empty, older ones wrote it for themselves."""

ENVELOPE = frozenset((
    "type", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "session_id", "isSidechain", "agentId",
    "userType", "entrypoint", "cwd", "gitBranch", "version", "timestamp", "slug", "isMeta", "promptId", "sessionKind",
    "teamName", "agentName", "agentSlug", "forkedFrom", "message", "toolUseResult", "sourceToolAssistantUUID",
    "sourceToolUseID", "permissionMode", "promptSource", "origin", "isCompactSummary", "isVisibleInTranscriptOnly",
    "planContent", "thinkingMetadata", "todos", "imagePasteIds", "interruptedMessageId", "interruptedByShutdown",
    "toolDenialKind", "toolEndsTurn", "classifierMetaLines", "mcpMeta", "turnCompanion", "requestId", "effort",
    "attributionSkill", "attributionPlugin", "attributionAgent", "attributionMcpServer", "attributionMcpTool",
    "isApiErrorMessage", "error", "apiErrorStatus", "errorDetails", "isAbortedMidStream", "supersedesUuids",
    "subtype", "level", "content", "attachment", "toolUseID", "parentToolUseID", "data", "hookCount", "hookInfos",
    "hookErrors", "preventedContinuation", "stopReason", "hasOutput", "hookAdditionalContext", "durationMs",
    "messageCount", "pendingBackgroundAgentCount", "pendingWorkflowCount", "compactMetadata", "microcompactMetadata",
    "retryInMs", "retryAttempt", "maxRetries", "cause", "url", "originalModel", "fallbackModel",
    "refusedUserMessageUuid", "retractedMessageUuids", "agentColor", "isReplay",
))  # fmt: skip
"""The keys of chained records (`user`, `assistant`, `system`, `attachment`)."""

BUILT_IN_COMMANDS = frozenset((
    "add-dir", "agents", "allowed-tools", "bashes", "bug", "cd", "chrome", "clear", "color", "compact", "config",
    "context", "continue", "copy", "cost", "desktop", "doctor", "effort", "exit", "export", "extra-usage", "fast",
    "feedback", "fork", "help", "hooks", "ide", "install-github-app", "install-slack-app", "keybindings", "login",
    "logout", "mcp", "memory", "mobile", "model", "new", "output-style", "permissions", "plan", "plugin",
    "privacy-settings", "quit", "rate-limit-options", "release-notes", "reload-plugins", "remote-control",
    "remote-env", "rename", "reset", "resume", "rewind", "sandbox", "skills", "stats", "status", "statusline",
    "stickers", "tag", "tasks", "terminal-setup", "theme", "think-back", "todos", "upgrade", "usage", "vim", "voice",
))  # fmt: skip
"""Commands that steer the program. Without arguments they say nothing; any other command is a prompt."""

# A record that may be passed over unparsed, told by how it begins and how it ends.
_HEAD = re.compile(
    rb'\{\s*(?:"\w+":\s*(?:"[^"\\]*"|null|true|false|-?\d+),\s*)*'
    rb'"type":\s*"(?:(progress)|file-history-snapshot)"\s*,'
)
_PROGRESS_TAIL = re.compile(rb'"(?:toolUseID|parentToolUseID)":\s*"[^"\\]*"[^{}]*\}\s*$')
_SNAPSHOT_TAIL = re.compile(rb'"isSnapshotUpdate":\s*(?:true|false)\s*\}\s*$')
_TAIL = 1000


def is_bulk(line: bytes) -> bool:
    """Whether a line is, entirely and certainly, one record of the kinds that may make up 99 % of a file.

    A stub of such a record with another glued to it is not: its end, a second envelope or a seam gives it away.
    """
    head = _HEAD.match(line, 0, 2000)
    if head is None:
        return False
    tail = _PROGRESS_TAIL if head[1] else _SNAPSHOT_TAIL
    return (
        tail.search(line[-_TAIL:]) is not None
        and line.count(b'"parentUuid"') <= (1 if head[1] else 0)
        and b'}{"' not in line
    )


def is_record(value: dict[str, Any]) -> bool:
    """Whether an object found on a torn line is a record of its own rather than a part of one."""
    return isinstance(value.get("type"), str) and (
        "sessionId" in value or "parentUuid" in value or "leafUuid" in value or value["type"].endswith("-title")
    )
