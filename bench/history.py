"""A generated history in native formats: any size, seeded, the same bytes every time.

    python -m bench.history FOLDER [--conversations 1000] [--messages 16] [--characters 250] [--seed 1]

A quarter of the conversations each as Claude Code sessions, a ChatGPT export, a Claude export and Obsidian notes (the
notes are single messages; the other sources make up for them). Sentences are put together from a few hundred words by
subject, so that they share topics, entities, decisions and loops as a person's conversations do.
"""

from __future__ import annotations

import argparse
import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

SUBJECTS = {
    "storage": "SQLite Postgres DuckDB index backup migration snapshot replica schema transaction cache latency",
    "search": "embedding ranking query tokenizer recall vector keyword synonym passage cosine filter snippet",
    "frontend": "Svelte React button layout colour contrast keyboard focus chart legend tooltip animation",
    "deployment": "Docker Fly container secret rollout health probe region certificate domain Caddy budget",
    "travel": "Lisbon Porto train ferry hostel museum rain tickets luggage visa itinerary market",
    "cooking": "sourdough rye hydration oven crust lentils cumin broth freezer recipe starter butter",
    "health": "sleep running knee stretch coffee iron doctor appointment posture swimming pulse walk",
    "writing": "chapter outline draft editor opening dialogue voice deadline footnote reader title essay",
    "finance": "invoice tax deposit rent insurance pension budget receipt quarter currency loan savings",
    "garden": "compost tomato seedling frost mulch trellis slug rain barrel pruning soil harvest",
}
USER = (
    "Can you compare {a} and {b} for the {c} part?",
    "I am not sure whether {a} is worth the trouble, what do you think about {b}?",
    "Let's go with {a} instead of {b}, because the {c} matters more to me.",
    "I still need to sort out the {a} before the {b} is ready.",
    "Remember that I prefer {a} whenever {b} comes up.",
    "Yes, do that, and keep the {c} as it is.",
    "What would {a} cost per month if the {b} doubles?",
    "No, that breaks the {c}; try it with {a}.",
    "Thanks, the {a} works now and the {b} is done.",
)
ASSISTANT = (
    "There are two ways to do this. The {a} is simpler and the {b} is faster once the {c} grows.",
    "I would start with the {a}, measure the {c}, and only then touch the {b}.",
    "The {a} is in place and the {b} passes. Next step: move the {c} out of the way.",
    "A short summary: keep the {a}, drop the {b}, and look at the {c} again in spring.",
    "The difference is small. With {a} the {c} stays below ten percent, with {b} it reaches thirty.",
    "Note that the {b} depends on the {c}, so the order matters: first {a}, then the rest.",
)
START = datetime(2025, 9, 1, 7, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Turn:
    role: str
    text: str
    at: datetime


class Generator:
    """Conversations of a seeded random person. `characters` is the mean length of a message."""

    def __init__(self, seed: int, messages: int, characters: int) -> None:
        self.random = random.Random(seed)
        self.seed, self.messages, self.characters = seed, messages, characters

    def conversation(self, number: int) -> tuple[str, str, list[Turn]]:
        """(id, subject, turns)."""
        pick = self.random
        subject = pick.choice(list(SUBJECTS))
        at = START + timedelta(hours=9 * number, minutes=pick.randrange(300))
        turns = []
        for n in range(max(2, round(pick.gauss(self.messages, self.messages / 5)))):
            role = "user" if n % 2 == 0 else "assistant"
            at += timedelta(seconds=pick.randrange(20, 240))
            length = self.characters * (0.5 if role == "user" else 1.5)
            turns.append(Turn(role, self._text(subject, USER if role == "user" else ASSISTANT, length), at))
        return str(uuid.UUID(int=pick.getrandbits(128), version=4)), subject, turns

    def _text(self, subject: str, patterns: tuple[str, ...], length: float) -> str:
        words, out, size = SUBJECTS[subject].split(), [], 0
        while size < length * 0.8:
            a, b, c = self.random.sample(words, 3)
            sentence = self.random.choice(patterns).format(a=a, b=b, c=c)
            out.append(sentence)
            size += len(sentence) + 1
        return " ".join(out)


def write(folder: Path, conversations: int = 1000, messages: int = 16, characters: int = 250, seed: int = 1) -> None:
    """Fill `folder` with one sub-folder a source."""
    make = Generator(seed, messages, characters)
    quarter = conversations // 4
    count = max(2, messages * conversations // max(1, conversations - quarter))
    make.messages = count
    talks = [make.conversation(n) for n in range(conversations - quarter)]
    third = len(talks) // 3
    _claude_code(folder / "claude_code", talks[:third])
    _chatgpt(folder / "chatgpt", talks[third : 2 * third])
    _claude(folder / "claude", talks[2 * third :])
    _obsidian(folder / "obsidian" / "Notebook", [make.conversation(n) for n in range(quarter)])


Talk = tuple[str, str, list[Turn]]


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def _lines(talk: Talk) -> Iterator[dict[str, object]]:
    session, subject, turns = talk
    parent: str | None = None
    for n, turn in enumerate(turns):
        record = str(uuid.uuid5(uuid.UUID(session), str(n)))
        body: dict[str, object] = {"role": turn.role, "content": turn.text}
        if turn.role == "assistant":
            body = {
                "id": f"msg_{record[:12]}",
                "type": "message",
                "role": "assistant",
                "model": "claude-sonnet-4-6",
                "content": [{"type": "text", "text": turn.text}],
            }
        yield {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": f"/home/noor/code/{subject}",
            "sessionId": session,
            "version": "2.1.14",
            "type": turn.role,
            "message": body,
            "uuid": record,
            "timestamp": _stamp(turn.at),
        }
        parent = record


def _claude_code(folder: Path, talks: list[Talk]) -> None:
    for talk in talks:
        project = folder / f"projects/-home-noor-code-{talk[1]}"
        project.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in _lines(talk))
        (project / f"{talk[0]}.jsonl").write_text(text)


def _chatgpt(folder: Path, talks: list[Talk]) -> None:
    out = []
    for native, _, turns in talks:
        mapping: dict[str, dict[str, object]] = {
            "root": {"id": "root", "message": None, "parent": None, "children": []}
        }
        parent = "root"
        for n, turn in enumerate(turns):
            node = str(uuid.uuid5(uuid.UUID(native), str(n)))
            mapping[parent]["children"] = [node]
            message = {
                "id": node,
                "author": {"role": turn.role, "name": None, "metadata": {}},
                "create_time": turn.at.timestamp(),
                "content": {"content_type": "text", "parts": [turn.text]},
                "status": "finished_successfully",
                "weight": 1.0,
                "metadata": {},
                "recipient": "all",
            }
            mapping[node] = {"id": node, "parent": parent, "children": [], "message": message}
            parent = node
        begin, end = turns[0].at.timestamp(), turns[-1].at.timestamp()
        out.append({"id": native, "conversation_id": native, "title": None, "create_time": begin, "update_time": end,
                    "mapping": mapping, "current_node": parent})  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conversations.json").write_text(json.dumps(out))


def _claude(folder: Path, talks: list[Talk]) -> None:
    out = []
    for native, subject, turns in talks:
        messages = [
            {
                "uuid": str(uuid.uuid5(uuid.UUID(native), str(n))),
                "text": turn.text,
                "content": [{"type": "text", "text": turn.text}],
                "sender": "human" if turn.role == "user" else "assistant",
                "created_at": _stamp(turn.at),
                "updated_at": _stamp(turn.at),
                "attachments": [],
                "files": [],
            }
            for n, turn in enumerate(turns)
        ]
        out.append({"uuid": native, "name": f"About {subject}", "created_at": _stamp(turns[0].at),
                    "updated_at": _stamp(turns[-1].at), "chat_messages": messages})  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conversations.json").write_text(json.dumps(out))


def _obsidian(folder: Path, talks: list[Talk]) -> None:
    (folder / ".obsidian").mkdir(parents=True, exist_ok=True)
    for n, (_, subject, turns) in enumerate(talks):
        day = turns[0].at.date().isoformat()
        text = f"---\ncreated: {day}\ntags:\n  - {subject}\n---\n\n{turns[0].text}\n"
        (folder / f"{subject.title()} {n:05}.md").write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    for name, default in (("conversations", 1000), ("messages", 16), ("characters", 250), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    write(args.folder, args.conversations, args.messages, args.characters, args.seed)


if __name__ == "__main__":
    main()
