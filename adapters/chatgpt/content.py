"""A message's content as text: one small function a `content_type`, in a table; unknown types give their text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adapters._reading import fields
from adapters._reading.markdown import fenced
from adapters.chatgpt.assets import Assets
from adapters.chatgpt.citations import link

Content = Mapping[str, Any]


def shown(content: Content, metadata: Mapping[str, Any], assets: Assets) -> tuple[str, bool]:
    """The text of any content, and whether its type is known."""
    kind = fields.text(content.get("content_type"))
    if kind == "text" or not kind:
        parts = content.get("parts")
        if isinstance(parts, list) and len(parts) == 1 and isinstance(parts[0], str):
            return fields.text(parts[0]), True
        return _parts(content, metadata, assets), True
    read = _READERS.get(kind)
    if read:
        return read(content, metadata, assets), True
    return _unknown(content, metadata, assets), False


def _parts(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    known_as = {
        fields.text(item.get("id")): fields.text(item.get("name"))
        for item in map(fields.mapping, fields.items(metadata.get("attachments")))
    }
    parts = content.get("parts")
    if isinstance(parts, str):
        return fields.text(parts)
    texts = (_part(part, known_as, assets) for part in fields.items(parts))
    joined = "\n".join(text for text in texts if text)
    return joined or fields.text(content.get("text"))


def _part(part: Any, known_as: Mapping[str, str], assets: Assets) -> str:
    if isinstance(part, str):
        return fields.text(part)
    part = fields.mapping(part)
    kind = part.get("content_type")
    pointer = fields.text(part.get("asset_pointer"))
    if kind == "image_asset_pointer":
        details = fields.mapping(part.get("metadata"))
        prompt = fields.text(fields.mapping(details.get("dalle")).get("prompt"))
        name = known_as.get(pointer.split("://")[-1].split("?")[0].split("#")[0], "")
        label = assets.label(pointer, "image", name)
        return f"{label}\n{prompt}" if prompt else label
    if kind == "audio_transcription":
        return fields.text(part.get("text"))
    if kind in ("audio_asset_pointer", "real_time_user_audio_video_asset_pointer", "video_container_asset_pointer"):
        return ""  # the transcription beside it is the turn
    if pointer:
        return assets.label(pointer, "file")
    return fields.text(part.get("text")) or fields.text(part.get("content"))


def _code(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    code = fields.text(content.get("text"))
    return fenced(code, fields.text(content.get("language"))) if code.strip() else ""


def _execution(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    results = fields.items(fields.mapping(metadata.get("aggregate_result")).get("messages"))
    images = (
        assets.label(item.get("image_url"), "image")
        for item in map(fields.mapping, results)
        if item.get("message_type") == "image"
    )
    return "\n".join(filter(None, (fields.text(content.get("text")), *images)))


def _quote(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    source = link(content) or fields.text(content.get("title")) or fields.text(content.get("domain"))
    quoted = "\n".join(f"> {line}" for line in fields.text(content.get("text")).splitlines())
    return "\n".join(filter(None, (source, quoted)))


def _page(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    body = fields.text(content.get("text")) or fields.text(content.get("snippet"))
    return "\n".join(filter(None, (link(content) or fields.text(content.get("title")), body)))


def _thoughts(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    thoughts = map(fields.mapping, fields.items(content.get("thoughts")))
    pairs = ((fields.text(thought.get("summary")), fields.text(thought.get("content"))) for thought in thoughts)
    return "\n\n".join("\n".join(filter(None, pair)) for pair in pairs if any(pair))


def _error(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    return f"(error: {fields.text(content.get('text')) or fields.text(content.get('name')) or 'unknown'})"


def _text(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    return _first(content, "text", "result", "output_str", "summary", "content") or _parts(content, metadata, assets)


def _system(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    return "\n\n".join(filter(None, (fields.text(content.get(key)) for key in ("model_identity_desc", "instructions"))))


def _context(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    """`app_pairing_content`: what a desktop app showed the model beside the chat."""
    blocks = map(fields.mapping, fields.items(content.get("workspaces")) + fields.items(content.get("context_parts")))
    texts = (_first(block, "text", "content", "title", "app_name") for block in blocks)
    return "\n\n".join(filter(None, texts)) or _text(content, metadata, assets)


def _unknown(content: Content, metadata: Mapping[str, Any], assets: Assets) -> str:
    return _text(content, metadata, assets) or f"[unsupported content: {fields.text(content.get('content_type'))}]"


def _first(content: Content, *keys: str) -> str:
    return next(filter(None, (fields.text(content.get(key)) for key in keys)), "")


_READERS: Mapping[str, Callable[[Content, Mapping[str, Any], Assets], str]] = {
    "multimodal_text": _parts,
    "code": _code,
    "execution_output": _execution,
    "stderr": _text,
    "citable_code_output": _text,
    "computer_output": _text,
    "tether_quote": _quote,
    "tether_browsing_display": _text,
    "tether_browsing_code": _text,
    "system_content": _system,
    "developer_content": _system,
    "thoughts": _thoughts,
    "reasoning_recap": _text,
    "sonic_webpage": _page,
    "super_widget": _text,
    "system_error": _error,
    "app_pairing_content": _context,
}
