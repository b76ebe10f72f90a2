"""Records of a rollout that hold nothing anybody said: known, and passed over on purpose (see FORMATS.md)."""

from __future__ import annotations

import re

SILENT_RECORDS = {
    "world_state", "inter_agent_communication", "inter_agent_communication_metadata", "token_usage", "state",
}  # fmt: skip

SILENT_ITEMS = {
    "reasoning", "compaction", "context_compaction", "compaction_summary", "compaction_trigger", "ghost_snapshot",
    "additional_tools", "other", "item_reference",
}  # fmt: skip

SILENT_EVENTS = {
    # lifecycle and accounting
    "task_started", "turn_started", "task_complete", "turn_complete", "turn_aborted", "token_count",
    "context_compacted", "thread_goal_updated", "thread_settings_applied", "session_configured", "sub_agent_activity",
    "shutdown_complete",
    # what a response_item tells as well
    "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break", "patch_apply_begin",
    "patch_apply_end", "exec_command_begin", "exec_command_end", "mcp_tool_call_begin", "mcp_tool_call_end",
    "web_search_begin", "web_search_end", "view_image_tool_call", "image_generation_begin", "image_generation_end",
    "dynamic_tool_call_request", "dynamic_tool_call_response", "plan_update", "turn_diff", "item_started",
    "raw_response_item", "terminal_interaction", "undo_started", "undo_completed",
    # collaboration between agents
    "collab_agent_spawn_begin", "collab_agent_spawn_end", "collab_agent_interaction_begin",
    "collab_agent_interaction_end", "collab_waiting_begin", "collab_waiting_end", "collab_close_begin",
    "collab_close_end", "collab_resume_begin", "collab_resume_end",
    # notices of the harness
    "error", "warning", "stream_error", "background_event", "deprecation_notice", "guardian_assessment",
    "guardian_warning", "model_reroute", "model_verification", "hook_started", "hook_completed", "mcp_startup_update",
    "mcp_startup_complete", "exec_approval_request", "apply_patch_approval_request", "request_permissions",
    "request_user_input", "elicitation_request", "safety_buffering", "turn_moderation_metadata",
}  # fmt: skip

_BULK = re.compile(
    rb'\{"timestamp":\s?"[^"]*",\s?(?:"ordinal":\s?\d+,\s?)?"type":\s?"(?:event_msg",\s?"payload":\s?\{"type":\s?"'
    rb'(?:token_count|agent_reasoning|exec_command_end|patch_apply_end)"'
    rb'|response_item",\s?"payload":\s?\{"type":\s?"reasoning")'
)


def is_bulk(line: bytes) -> bool:
    """Whether a raw line is of a silent type, told by its head alone, so that it need not be parsed."""
    return _BULK.match(line) is not None
