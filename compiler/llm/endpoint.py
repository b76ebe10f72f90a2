"""An OpenAI-compatible endpoint through the `openai` client: no proxy, no redirect, no retry behind our back. What
comes back is redacted like all that is kept: a model may know secrets of its own."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from threading import Lock
from typing import Any, cast

import openai

from compiler.llm import dialect
from compiler.llm.base import Failed, Overflow, Reply, Request, ThoughtOnly, Unreachable
from compiler.llm.dialect import Dialect
from compiler.llm.loopback import is_loopback
from compiler.llm.parsing import spoken
from compiler.text.redact import redact

_OPENING = re.compile(r"<[\w:|]{0,12}\Z")
"""What may be the beginning of a thinking tag."""
_REFUSALS = (400, 404, 415, 422, 500, 501)
"""Statuses by which endpoints say that they do not take a field."""


class Endpoint:
    """A model at a base URL; `model` is its name, without folders where the endpoint knows it by its file. Learns how
    the endpoint wants to be asked from its refusals, for all threads."""

    def __init__(self, url: str, model: str, *, api_key: str = "", timeout: float = 600.0) -> None:
        self.url = url
        self.model = _name(model)
        self._asked = model
        self.dialect = Dialect()
        self._lock = Lock()
        local = is_loopback(url)
        self._api = openai.OpenAI(
            base_url=url,
            api_key=api_key or "none",
            organization="",
            project="",
            timeout=timeout,
            max_retries=0,
            # What is meant for this machine passes no proxy from the environment and follows no redirect elsewhere.
            http_client=openai.DefaultHttpxClient(trust_env=not local, follow_redirects=False),
        )

    def complete(self, request: Request) -> Reply:
        answer = self._ask(request, stream=False)
        reply = _read(answer)
        if not reply.text and (reply.thought or reply.cut_off) and not self.dialect.hint:
            self._learn(self.dialect, replace(self.dialect, hint=True))
            spent, reply = reply, _read(self._ask(request, stream=False))
            reply = replace(
                reply,
                prompt_tokens=reply.prompt_tokens + spent.prompt_tokens,
                completion_tokens=reply.completion_tokens + spent.completion_tokens,
            )
        if not reply.text and (reply.thought or reply.cut_off):
            raise ThoughtOnly(
                f"{self.model} thinks aloud until its {request.max_tokens} tokens are gone; switch thinking off where "
                "the model is loaded, or take one that does not think.",
                reply,
            )
        return replace(reply, text=redact(reply.text).text)

    def stream(self, request: Request) -> Generator[str, None, Reply]:
        told = ""
        shown = pieces = 0
        usage = None
        for chunk in self._ask(request, stream=True):
            usage = getattr(chunk, "usage", None) or usage
            pieces += 1
            if chunk.choices and chunk.choices[0].delta.content:
                told += chunk.choices[0].delta.content
                text = spoken(told)
                if len(text) > shown and not _OPENING.search(text):
                    yield text[shown:]
                    shown = len(text)
        prompt_tokens = getattr(usage, "prompt_tokens", 0) or 0
        completion_tokens = getattr(usage, "completion_tokens", 0) or pieces  # most endpoints send a token a piece
        return Reply(redact(spoken(told)).text, prompt_tokens, completion_tokens)

    def _ask(self, request: Request, *, stream: bool) -> Any:
        """The endpoint's answer, asked more plainly after each refusal."""
        while True:
            used = self.dialect
            body = used.body(request)
            if stream and used.extras:
                body["stream_options"] = {"include_usage": True}
            try:
                return self._api.chat.completions.create(
                    model=self._asked, messages=cast(Any, used.messages(request)), stream=stream, **body
                )
            except openai.APITimeoutError as error:
                raise Failed(f"{self.model} did not answer in time; raise `timeout` under [llm].") from error
            except openai.APIConnectionError as error:
                raise Unreachable(f"Nobody answers at {self.url}; start the model's server.") from error
            except openai.APIStatusError as error:
                message = _message(error)
                if dialect.is_overflow(message):
                    raise Overflow(f"{self.model} is loaded with too small a context: {message}") from error
                plainer = used.plainer(message) if error.status_code in _REFUSALS else None
                if plainer is None or not (error.status_code < 500 or _worth_asking(message)):
                    raise Failed(f"{self.url} answered {error.status_code}: {message}") from error
                self._learn(used, plainer)
            except (openai.OpenAIError, ValueError) as error:  # ValueError: no JSON at all
                raise Failed(f"{self.url} sent what is not an answer: {str(error)[:200]}") from error

    def _learn(self, used: Dialect, better: Dialect) -> None:
        """Another thread may have learnt the same in the meantime; then its lesson stands."""
        with self._lock:
            if self.dialect == used:
                self.dialect = better


def _name(model: str) -> str:
    """llama.cpp names a model by the path of its file; `publisher/name` of others stays as it is."""
    if model.endswith(".gguf"):
        return model.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".gguf")
    return model


def _worth_asking(message: str) -> bool:
    """Whether a server error came of how it was asked (a grammar it cannot build)."""
    return any(word in message.lower() for word in ("grammar", "schema", "response_format", "template"))


def _message(error: openai.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict):
        inner = body.get("error", body)
        text = inner.get("message") if isinstance(inner, dict) else inner
        if text:
            return redact(str(text)).text[:300]
    return redact(str(error)).text[:300]


def _read(answer: Any) -> Reply:
    choices = getattr(answer, "choices", None)
    if not choices or choices[0].message is None:
        raise Failed("The endpoint sent an answer without a choice.")
    message, usage = choices[0].message, getattr(answer, "usage", None)
    raw = message.content or ""
    aside = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None) or ""
    text = spoken(raw)
    return Reply(
        text,
        getattr(usage, "prompt_tokens", 0) or 0,
        getattr(usage, "completion_tokens", 0) or 0,
        choices[0].finish_reason == "length",
        len(str(aside)) + len(raw.strip()) - len(text),
    )
