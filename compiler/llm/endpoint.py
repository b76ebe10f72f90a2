"""An OpenAI-compatible endpoint through the `openai` client: no proxy, no redirect, no retry behind our back. What
comes back is redacted like all that is kept: a model may know secrets of its own."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import replace
from threading import Lock
from typing import Any, cast

import openai

from compiler.errors import EndpointError
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
        reply = self._read(answer)
        if not reply.text and (reply.thought or reply.cut_off) and not self.dialect.hint:
            self._learn(self.dialect, replace(self.dialect, hint=True))
            spent, reply = reply, self._read(self._ask(request, stream=False))
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
        for chunk in self._chunks(request):
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

    def _chunks(self, request: Request) -> Iterator[Any]:
        """A streamed answer, which may fail on the way as well."""
        try:
            yield from self._ask(request, stream=True)
        except (openai.OpenAIError, ValueError) as error:
            raise self._failure(error) from error

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
            except openai.APIStatusError as error:
                message = _message(error)
                plainer = used.plainer(message) if error.status_code in _REFUSALS else None
                refused = error.status_code < 500 or _worth_asking(message)
                if plainer is None or not refused or dialect.is_overflow(message):
                    raise self._failure(error) from error
                self._learn(used, plainer)
            except (openai.OpenAIError, ValueError) as error:
                raise self._failure(error) from error

    def _failure(self, error: Exception) -> EndpointError:
        """What went wrong, as what the compiler can do about it and in a sentence."""
        if isinstance(error, openai.APITimeoutError):
            return Failed(f"{self.model} did not answer in time; raise `timeout` under [llm].")
        if isinstance(error, openai.APIConnectionError):
            return Unreachable(f"Nobody answers at {self.url}; start the model's server.")
        if isinstance(error, openai.APIStatusError):
            return self._refusal(_message(error), f"{self.url} answered {error.status_code}: ")
        # No JSON at all is a ValueError; what a stream says of its end comes as an APIError without a status.
        return self._refusal(_told(str(error)[:200]), f"{self.url} sent what is not an answer: ")

    def _refusal(self, message: str, otherwise: str) -> EndpointError:
        if dialect.is_overflow(message):
            advice = "(`musubi doctor --llm` says how to load it)"
            return Overflow(f"{self.model} is loaded with too small a context {advice}: {message}")
        return Failed(otherwise + message)

    def _read(self, answer: Any) -> Reply:
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            why = _told(getattr(answer, "error", None))  # LM Studio tells some errors with a status of success
            raise self._refusal(why or "It holds no choice.", f"{self.url} sent what is not an answer: ")
        message, usage = choices[0].message, getattr(answer, "usage", None)
        raw = _text(message.content)
        aside = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None) or ""
        text = spoken(raw)
        return Reply(
            text,
            getattr(usage, "prompt_tokens", 0) or 0,
            getattr(usage, "completion_tokens", 0) or 0,
            choices[0].finish_reason == "length",
            len(str(aside)) + len(raw.strip()) - len(text),
        )

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
    """What a server says of its refusal, as a sentence; of a web page only its status."""
    body = error.body if error.body is not None else error.response.text
    page = isinstance(body, str) and body.lstrip().startswith("<")
    return _told(None if page else body) or f"{error.response.reason_phrase or 'no reason given'}."


def _told(body: Any) -> str:
    """The message in an error's body, wherever it is: `{"error": {"message": …}}`, `{"error": "…"}` or the text."""
    inner = body.get("error", body) if isinstance(body, dict) else body
    text = inner.get("message") or inner if isinstance(inner, dict) else inner
    told = " ".join(redact(str(text)).text[:300].split()) if text else ""
    return told if not told or told.endswith((".", "!", "?")) else f"{told}."


def _text(content: Any) -> str:
    """What a message says; a few servers send it in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
