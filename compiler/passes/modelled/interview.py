"""Asking a model about one conversation: the whole sample first, a shorter one where its context is too small."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.hashing import content_hash
from compiler.llm import Client, Reply, Request, prompts
from compiler.llm.base import Overflow
from compiler.passes.modelled import draft
from compiler.records import Conversation
from compiler.text.sampling import LIMIT, sample, transcript

MOST_A_TOKEN = 10
"""Characters that no tokenizer puts into a token on average."""
LIMITS = (LIMIT, LIMIT // 2, LIMIT // 4)
"""Characters of transcript, tried in turn."""

_WARM_UP = (
    "User: The kettle clicks off before it boils. It is a Brevik K2, two years old.\n\n"
    "Assistant: That is usually lime on the sensor. Descale it with citric acid, then try again.\n\n"
    "User: Done, it boils now. I will descale it every month."
)


@dataclass(frozen=True, slots=True)
class Question:
    """The requests for one conversation, the longest first, and what each is remembered by."""

    conversation: Conversation
    requests: tuple[Request, ...]
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, to which of the requests; `draft` None where it could not be read. `clipped`: by its own count
    the endpoint read far less than it was sent (Ollama cuts what its context does not hold, and says nothing)."""

    request_hash: str
    reply: Reply
    draft: draft.Draft | None
    clipped: bool = False


class Interview:
    """One model, asked for notes. Remembers across threads which length its context can hold."""

    def __init__(self, client: Client, max_tokens: int) -> None:
        self._client = client
        self._max_tokens = max_tokens
        self._start = 0

    @property
    def model(self) -> str:
        return self._client.model

    def question(self, conversation: Conversation) -> Question:
        whole = transcript(conversation)
        texts = list(dict.fromkeys(sample(whole, limit) for limit in LIMITS))
        requests = tuple(self._request(conversation, text) for text in texts)
        return Question(conversation, requests, tuple(self._hash(r) for r in requests))

    def ask(self, question: Question) -> Answer:
        """The first of the question's requests that the model's context holds. Raises the failures of `llm.base`."""
        last = len(question.requests) - 1
        for number in range(min(self._start, last), last + 1):
            try:
                reply = self._client.complete(question.requests[number])
            except Overflow:
                if number == last:
                    raise
                self._start = max(self._start, number + 1)
                continue
            made = draft.read(reply.text)
            if made and reply.cut_off and not made.entries:
                made = None  # the cap came before the first line
            sent = len(question.requests[number].system) + len(question.requests[number].user)
            return Answer(question.hashes[number], reply, made, 0 < reply.prompt_tokens * MOST_A_TOKEN < sent)
        raise AssertionError("a question has at least one request")

    def warm_up(self) -> Reply:
        """A short invented conversation: shows whether the endpoint works, and how fast."""
        return self._client.complete(self._render("", "", _WARM_UP))

    @property
    def overhead(self) -> int:
        """Characters of prompt that go with every transcript."""
        request = self._render("", "", "")
        return len(request.system) + len(request.user)

    def _request(self, conversation: Conversation, text: str) -> Request:
        project = (conversation.project or "").replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
        day = (conversation.updated_at or conversation.created_at or "")[:10]
        return self._render(project, day, text)

    def _render(self, project: str, day: str, text: str) -> Request:
        system, user = prompts.render(draft.PROMPT, transcript=text, project=project, date=day)
        return Request(system, user, self._max_tokens, draft.SCHEMA, "note")

    def _hash(self, request: Request) -> str:
        return request_hash(self.model, request)


def request_hash(model: str, request: Request) -> str:
    return content_hash([model, request.system, request.user, request.max_tokens, request.schema])


def remembered(question: Question, found: tuple[str, str]) -> Answer:
    """An answer given before, at no cost."""
    request, text = found
    return Answer(request, Reply(text), draft.read(text))
