"""How well grounding tells what a session says from what it does not, on RealMem.

    python bench/ground.py [--bench DIR] [--sessions N]

Gold lines of up to 240 characters, an item's length. Own gold of a session is mostly paraphrase and should be kept.
Gold of another persona is off-topic, gold of a later session of the same persona is near (some of it still holds): most
should go, as should own gold with a figure changed or a denial put in.
"""

import argparse
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from bench.distil import sessions
from compiler import embed
from compiler.config import EmbedConfig
from compiler.passes.ground import Spoken, speech


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=pathlib.Path, default=pathlib.Path("../shared/bench"))
    parser.add_argument("--sessions", type=int, default=25, help="sessions a persona")
    args = parser.parse_args()
    embedder = embed.load(EmbedConfig())
    told = {
        name: [
            (c, [g for g in sessions.gold(m, "Dynamic") if len(g) <= 240])
            for c, m in itertools.islice(sessions.sessions(name, args.bench), 200)
        ]
        for name in sessions.personas(args.bench)
    }
    kept: dict[str, list[bool]] = {k: [] for k in ("own", "near", "far", "figure changed", "denied")}
    blind: dict[str, list[bool]] = {k: [] for k in kept}
    for name, rows in told.items():
        other = next(n for n in told if n != name)
        for i, (conversation, gold) in enumerate(rows[: args.sessions]):
            claims = [("own", g) for g in gold]
            claims += [("near", g) for g in rows[(i + 30) % len(rows)][1]]
            claims += [("far", g) for g in told[other][i][1]]
            claims += [("figure changed", re.sub(r"\d+", lambda m: str(int(m[0]) + 7), g, count=1))
                       for g in gold if re.search(r"\d", g)]  # fmt: skip
            claims += [("denied", re.sub(r"\b(is|will|was|has)\b", r"\1 not", g, count=1))
                       for g in gold if re.search(r"\b(is|will|was|has)\b", g)]  # fmt: skip
            for spoken, tally in (
                (Spoken(speech(conversation.messages), embedder.embed), kept),
                (Spoken(speech(conversation.messages)), blind),
            ):
                for kind, claim in claims:
                    tally[kind].append(spoken.support(claim) is not None)
    for kind in kept:
        n = len(kept[kind])
        print(f"{kind:15} kept {sum(kept[kind]) / n:.3f}, by words alone {sum(blind[kind]) / n:.3f} of {n}")


if __name__ == "__main__":
    main()
