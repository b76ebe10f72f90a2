"""A reranker reads question and passage together: it orders anew, has a floor, and stays on this machine."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from compiler.errors import EndpointError
from compiler.search import Searcher, answer, rerank
from compiler.store.connection import Store

SAID = {"a": "user: The oven is too hot for bread", "b": "user: Bread needs a hot oven with steam"}


@contextmanager
def endpoint(scores: dict[str, float], *, broken: bool = False) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Gives a document the score of the word in it, best first, as rerank endpoints do; keeps what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"path": self.path, **body})
            results = [
                {"index": place, "relevance_score": next(s for word, s in scores.items() if word in document)}
                for place, document in enumerate(body["documents"])
            ]
            results.sort(key=lambda result: -result["relevance_score"])
            data = b"[]" if broken else json.dumps({"results": results}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


def found(store: Store, url: str) -> list[str]:
    hits = Searcher(store, reranker=rerank.load(url)).search("hot oven bread")
    return list(dict.fromkeys(hit.conversation_id for hit in hits))


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
def test_orders_anew(store: Store, tell, first: str, second: str) -> None:
    """The order is the endpoint's, whichever it is, and it was asked once with the question as typed."""
    for name, text in SAID.items():
        tell(name, text, vectors=False)
    words = {"a": "too hot", "b": "steam"}
    with endpoint({words[first]: 3.5, words[second]: -1.0}) as (url, asked):
        assert found(store, url) == [f"chatgpt:{first}", f"chatgpt:{second}"]
    assert [(a["path"], a["query"], len(a["documents"])) for a in asked] == [("/v1/rerank", "hot oven bread", 2)]


def test_floor(store: Store, tell) -> None:
    """What scores below -5 is not shown; if all does, nothing is, and no answer is given."""
    for name, text in SAID.items():
        tell(name, text, vectors=False)
    with endpoint({"steam": -4.9, "too hot": -5.1}) as (url, _):
        assert found(store, url) == ["chatgpt:b"]
    with endpoint({"steam": -6.0, "too hot": -9.0}) as (url, _):
        assert found(store, url) == []
        silent = answer(store, "hot oven bread", searcher=Searcher(store, reranker=rerank.load(url)))
    assert (silent.reason, len(silent.misses)) == ("nothing", 2)


def test_without_an_answer_the_built_in_ranking_is_used(store: Store, tell) -> None:
    """From an endpoint that is gone, or sends something else: what there is is found, and a sentence says why."""
    tell("a", SAID["a"], vectors=False)
    told: list[str] = []
    with endpoint({"hot": 1.0}, broken=True) as (url, asked):
        searcher = Searcher(store, reranker=rerank.load(url), tell=told.append)
        for question in ("hot oven bread", "oven bread"):
            assert [hit.conversation_id for hit in searcher.search(question)] == ["chatgpt:a"]
    assert told == [f"The reranker at {url}/rerank sent what is not a list of scores. {rerank.INSTEAD}"]
    assert len(asked) == 1  # not every question waits for it
    gone = Searcher(store, reranker=rerank.load(url), tell=told.append)
    assert [hit.conversation_id for hit in gone.search("hot oven bread")] == ["chatgpt:a"]
    assert "did not answer" in told[1]


def test_an_endpoint_is_asked_again_after_a_while(store: Store, tell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been started since."""
    tell("a", SAID["a"], vectors=False)
    monkeypatch.setattr(rerank, "PAUSE", 0)
    with endpoint({"hot": 1.0}, broken=True) as (url, asked):
        searcher = Searcher(store, reranker=rerank.load(url))
        searcher.search("hot oven bread")
        searcher.search("oven bread")
    assert len(asked) == 2


def test_a_model_that_is_not_there_is_told_of() -> None:
    """Without the extra, or without the model: a sentence that names it, and no reranker."""
    told: list[str] = []
    assert rerank.load_or_tell("nobody/no-such-model", told.append) is None
    assert len(told) == 1 and "nobody/no-such-model" in told[0] and told[0].endswith(rerank.INSTEAD)


@pytest.mark.parametrize("url", ["http://rerank.example/v1", "https://10.0.0.7:8080/rerank"])
def test_stays_on_this_machine(url: str) -> None:
    """Any other address is refused before anything is sent."""
    with pytest.raises(EndpointError, match="not this machine"):
        rerank.load(url)
