"""Endpoints as they are met: each with manners of its own, each asked in a way it takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from compiler.errors import EndpointError
from compiler.llm import Request
from compiler.llm.base import Failed, Overflow, ThoughtOnly, Unreachable
from compiler.llm.endpoint import Endpoint
from tests.compiler.llm.servers import Answer, Body, after, refuse, says, serving

SHAPE = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
QUESTION = Request("You write titles.", "Bread that does not rise", 50, SHAPE, "note")


def test_the_schema_is_enforced_where_it_can_be() -> None:
    """A server that takes everything is asked once, with the schema and thinking switched off in both ways."""
    with serving(lambda _: says('{"title": "Bread"}')) as server:
        reply = Endpoint(server.url, "tiny").complete(QUESTION)
    (body,) = server.asked
    assert reply.text == '{"title": "Bread"}' and (reply.prompt_tokens, reply.completion_tokens) == (100, 20)
    assert body["response_format"]["json_schema"]["schema"] == SHAPE
    assert body["chat_template_kwargs"] == {"enable_thinking": False, "thinking": False}
    assert body["reasoning_effort"] == "none" and body["max_tokens"] == 50 and body["temperature"] == 0


def test_a_refused_response_format_is_given_up_step_by_step_and_for_good() -> None:
    """json_schema, then json_object, then none; the second question starts where the first ended. Without a schema the
    prompt shows the shape."""

    def answer(body: Body) -> Answer:
        if "response_format" in body:
            return refuse(f"response_format {body['response_format']['type']} is not supported")
        return says('{"title": "Bread"}')

    with serving(answer) as server:
        endpoint = Endpoint(server.url, "tiny")
        endpoint.complete(QUESTION)
        endpoint.complete(QUESTION)
    formats = [body.get("response_format", {}).get("type") for body in server.asked]
    assert formats == ["json_schema", "json_object", None, None]
    assert '{"title": "…"}' in server.asked[-1]["messages"][0]["content"]


def test_a_grammar_that_the_server_cannot_build_is_given_up_too() -> None:
    """Some servers answer 500 for that; any other 500 is a failure."""
    with serving(
        lambda body: says("ok") if "response_format" not in body else refuse("failed to parse grammar", 500)
    ) as s:
        assert Endpoint(s.url, "tiny").complete(QUESTION).text == "ok"
    with serving(lambda _: refuse("CUDA error", 500)) as s:
        with pytest.raises(Failed, match="CUDA error"):
            Endpoint(s.url, "tiny").complete(QUESTION)
        assert len(s.asked) == 1


@pytest.mark.parametrize(
    "refusal",
    ["Unrecognized request argument supplied: chat_template_kwargs", '"tiny" does not support thinking'],
)
def test_unknown_fields_are_left_out_where_they_are_refused(refusal: str) -> None:
    """A strict server keeps its schema and loses the switches for thinking."""

    def answer(body: Body) -> Answer:
        return refuse(refusal, 422) if "chat_template_kwargs" in body else says("ok")

    with serving(answer) as server:
        Endpoint(server.url, "tiny").complete(QUESTION)
    assert [("response_format" in b, "reasoning_effort" in b) for b in server.asked] == [(True, True), (True, False)]


@pytest.mark.parametrize(
    "text", ["<think>Hmm, bread.</think>\nBread", "Hmm, bread.</think>Bread", "<think></think>Bread"]
)
def test_thinking_is_no_part_of_the_answer(text: str) -> None:
    """Thinking tags go, also where the template opened them before the answer began."""
    with serving(lambda _: says(text)) as server:
        assert Endpoint(server.url, "tiny").complete(QUESTION).text == "Bread"


def test_a_model_that_thinks_its_budget_away_is_told_once_more_not_to() -> None:
    """Where fields did not help, the prompt asks for silence; that then holds for every question."""

    def answer(body: Body) -> Answer:
        silent = body["messages"][-1]["content"].endswith("/no_think")
        return says("Bread") if silent else says("<think>Let me see. First", finish="length")

    with serving(answer) as server:
        endpoint = Endpoint(server.url, "tiny")
        assert endpoint.complete(QUESTION).text == endpoint.complete(QUESTION).text == "Bread"
    assert len(server.asked) == 3


@pytest.mark.parametrize("aside", ["", "Let me see. First"])
def test_a_model_that_only_thinks_is_named_in_a_plain_sentence(aside: str) -> None:
    """Whether the server tells thinking apart or not."""
    silent = says("" if aside else "<think>Let me", finish="length", aside=aside)
    with serving(lambda _: silent) as server:  # noqa: SIM117 - the server outlives the failure
        with pytest.raises(ThoughtOnly, match="tiny thinks aloud until its 50 tokens are gone"):
            Endpoint(server.url, "tiny").complete(QUESTION)


@pytest.mark.parametrize(
    "message",
    [
        "the request exceeds the available context size, try increasing it",
        "This model's maximum context length is 2048 tokens. However, you requested 2900 tokens",
        "The number of tokens to keep from the initial prompt is greater than the context length",
        "Requested tokens (2345) exceed context window of 2048",
    ],
)
@pytest.mark.parametrize("shape", [lambda m: {"error": {"message": m}}, lambda m: {"error": m}, lambda m: m])
def test_too_small_a_context_is_told_apart(message: str, shape: Callable[[str], Any]) -> None:
    """As llama.cpp, vLLM and LM Studio say it, in bodies of any shape; it is not taken for a refusal of fields."""
    with (
        serving(lambda _: (400, shape(message))) as server,
        pytest.raises(Overflow, match=r"small a context .*: .*\.$"),
    ):
        Endpoint(server.url, "tiny").complete(QUESTION)
    assert len(server.asked) == 1


def test_a_slow_and_an_absent_server_are_told_apart() -> None:
    """In time or not at all: the first may be tried again, the second ends the model's part of the run."""
    with serving(lambda _: after(1.0, says("late"))) as server, pytest.raises(Failed, match="did not answer in time"):
        Endpoint(server.url, "tiny", timeout=0.1).complete(QUESTION)
    with pytest.raises(Unreachable, match="start the model's server"):
        Endpoint(server.url, "tiny").complete(QUESTION)


@pytest.mark.parametrize("nonsense", ["<html>Bad gateway</html>", {"choices": []}, {"hello": 1}, "", "[]", '"x"'])
def test_an_answer_that_is_none_is_a_failure(nonsense: object) -> None:
    """A proxy's page, an empty list, nothing at all."""
    with serving(lambda _: (200, nonsense)) as server, pytest.raises(Failed):
        Endpoint(server.url, "tiny").complete(QUESTION)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((200, {"error": "Unexpected endpoint or method"}), "not an answer: Unexpected endpoint or method.$"),
        ((403, {"error": "Unexpected endpoint or method"}), "answered 403: Unexpected endpoint or method.$"),
        ((502, "<html>Bad gateway</html>"), "answered 502: Bad Gateway.$"),
    ],
)
def test_what_a_server_says_of_its_failure_is_told(answer: Answer, said: str) -> None:
    """In a sentence; also where it says so with a status of success, and without the page that a proxy sends."""
    with serving(lambda _: answer) as server, pytest.raises(Failed, match=said):
        Endpoint(server.url, "tiny").complete(QUESTION)


def test_an_answer_in_parts_is_joined() -> None:
    """As some servers send what others send as one text."""
    whole = says("")
    whole[1]["choices"][0]["message"]["content"] = [{"type": "text", "text": "Br"}, {"type": "text", "text": "ead"}]
    with serving(lambda _: whole) as server:
        assert Endpoint(server.url, "tiny").complete(QUESTION).text == "Bread"


def test_no_proxy_stands_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy in the environment would carry conversations off this machine; it is not asked."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serving(lambda _: says("ok")) as server:
        assert Endpoint(server.url, "tiny").complete(QUESTION).text == "ok"


def test_a_redirect_is_not_followed() -> None:
    """A server on this machine cannot send what it was given elsewhere."""
    with serving(lambda _: says("elsewhere")) as other, serving(lambda _: (307, {"location": other.url})) as server:
        with pytest.raises(Failed):
            Endpoint(server.url, "tiny").complete(QUESTION)
        assert not other.asked


def test_streaming_leaves_thinking_out() -> None:
    """What is shown while it arrives never shows a thought, not even half a tag."""
    with serving(lambda _: says("<think>Hmm.</think>Proof it colder [1]. Longer too [2].")) as server:
        pieces = list(Endpoint(server.url, "tiny").stream(QUESTION))
    assert "".join(pieces) == "Proof it colder [1]. Longer too [2]." and len(pieces) > 3


@pytest.mark.parametrize(
    ("last", "failure"),
    [
        ({"error": {"message": "CUDA error"}}, Failed),
        ({"error": {"message": "the request exceeds the available context size"}}, Overflow),
        (None, Unreachable),
    ],
)
def test_a_stream_may_fail_on_the_way(last: Body | None, failure: type[EndpointError]) -> None:
    """The server says so, or is gone: what had come is shown, and the failure is one of those that are known."""
    with serving(lambda _: says("Proof it colder."), cuts=(3, last)) as server:
        pieces = Endpoint(server.url, "tiny").stream(QUESTION)
        with pytest.raises(failure):
            list(pieces)


def test_a_model_known_by_its_file_is_named_without_its_folder() -> None:
    """llama.cpp's id is a path; the note's maker is not, the request's model is."""
    with serving(lambda _: says("ok")) as server:
        endpoint = Endpoint(server.url, "/home/noor/models/qwen3-4b-q4.gguf")
        endpoint.complete(QUESTION)
    assert endpoint.model == "qwen3-4b-q4" and server.asked[0]["model"] == "/home/noor/models/qwen3-4b-q4.gguf"


def test_secrets_of_the_models_own_are_redacted() -> None:
    """In an answer, whole or in pieces, and in what a server says of a refusal: all of these are kept."""
    key = "sk-proj-" + "Ab3dEf6hIj9kLm2n" * 3
    with serving(lambda _: says(json.dumps({"title": f"The key is {key}"}))) as server:
        endpoint = Endpoint(server.url, "tiny")
        told = endpoint.complete(QUESTION).text
        pieces = endpoint.stream(QUESTION)
        with pytest.raises(StopIteration) as end:
            while True:
                next(pieces)
    assert json.loads(told)["title"].startswith("The key is [redacted:")
    assert key not in end.value.value.text
    with (
        serving(lambda _: refuse(f"Incorrect API key provided: {key}", 401)) as server,
        pytest.raises(Failed) as refused,
    ):
        Endpoint(server.url, "tiny").complete(QUESTION)
    assert key not in str(refused.value)
