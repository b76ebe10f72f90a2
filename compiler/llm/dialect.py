"""What an endpoint accepts: found out by trying, from the strictest way of asking to the plainest, once an endpoint.

Thinking is switched off by every means there is: `chat_template_kwargs` (llama.cpp, vLLM, LM Studio),
`reasoning_effort: none` (Ollama since 0.12, OpenAI), and the `/no_think` that Qwen3 and its kin obey in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from compiler.llm.base import Request

Format = Literal["json_schema", "json_object", "none"]
_LADDER: tuple[Format, ...] = ("json_schema", "json_object", "none")
_ABOUT_FORMAT = re.compile(r"response_format|json_schema|json_object|grammar|schema|structured", re.I)
_ABOUT_EXTRAS = re.compile(
    r"reasoning|think|chat_template|stream_options|extra|unrecogni[sz]ed|unknown (?:field|param)", re.I
)
_ABOUT_CONTEXT = re.compile(
    r"exceed\w*[ _](?:the )?(?:available |maximum |model'?s )?context|context (?:length|size|window)|n_ctx"
    r"|too many tokens|prompt is too long|input is too long|tokens to keep from the initial prompt",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """`format` the strictest `response_format` taken; `extras` whether unknown fields are tolerated; `hint` whether the
    prompt has to ask for silence because the fields did not bring it."""

    format: Format = "json_schema"
    extras: bool = True
    hint: bool = False

    def plainer(self, message: str) -> Dialect | None:
        """The next way to ask after a refusal with this message; None when there is nothing left to leave out."""
        lower = _LADDER[min(_LADDER.index(self.format) + 1, 2)]
        about_extras = _ABOUT_EXTRAS.search(message) and not _ABOUT_FORMAT.search(message)
        if self.extras and (about_extras or self.format == "none"):
            return replace(self, extras=False)
        if self.format != "none":
            return replace(self, format=lower)
        return None

    def body(self, request: Request) -> dict[str, Any]:
        """The fields beside model and messages."""
        out: dict[str, Any] = {"max_tokens": request.max_tokens, "temperature": 0}
        if self.extras:
            out["reasoning_effort"] = "none"
            out["extra_body"] = {"chat_template_kwargs": {"enable_thinking": False, "thinking": False}}
        if request.schema is not None and self.format == "json_schema":
            schema = {"name": request.name, "strict": True, "schema": request.schema}
            out["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.schema is not None and self.format == "json_object":
            out["response_format"] = {"type": "json_object"}
        return out

    def messages(self, request: Request) -> list[Mapping[str, str]]:
        """System and user turn. Where no schema is enforced, the prompt shows the shape."""
        system = request.system
        if request.schema is not None and self.format != "json_schema":
            system += "\n\nAnswer with one JSON object of this shape and nothing else:\n" + outline(request.schema)
        user = request.user + ("\n\n/no_think" if self.hint else "")
        return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def is_overflow(message: str) -> bool:
    return bool(_ABOUT_CONTEXT.search(message))


def outline(schema: Mapping[str, Any]) -> str:
    """A schema as the skeleton of its answer: `{"title": "…", "facts": [{"text": "…"}]}`."""
    kind = schema.get("type")
    if kind == "object":
        fields = (f'"{key}": {outline(value)}' for key, value in schema["properties"].items())
        return "{" + ", ".join(fields) + "}"
    if kind == "array":
        return f"[{outline(schema['items'])}]"
    if "enum" in schema:
        return '"' + "|".join(schema["enum"]) + '"'
    return {"integer": "0", "number": "0", "boolean": "false"}.get(str(kind), '"…"')
