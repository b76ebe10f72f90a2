"""A fault at every Nth call of a small compile: what is said, and what the next run makes of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.safety import faulty
from tests.safety.runs import EXAMPLE, Done, Vault, musubi, unlike

MODES = ("once", "forever", "twice")


class Loop:
    """A compile of one conversation, as often as there are calls that can fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sources = folder / "sources"
        (self.sources / "claude").mkdir(parents=True)
        told = json.loads((EXAMPLE / "claude" / "conversations.json").read_text())
        (self.sources / "claude" / "conversations.json").write_text(json.dumps(told[:1]))
        self.calm = Vault(folder / "calm", self.sources)
        self.calm.must_compile()
        counted = Vault(folder / "counted", self.sources)
        assert self._failing(counted, 0, "EIO", forever=False).code == 0
        self.calls = faulty.calls(counted.home / "calls")

    def wrong(self, number: int, name: str, mode: str = "once") -> list[str]:
        """What is wrong with a run whose `number`th call fails, and with the run after it. Modes: `once`; `forever`,
        all that follow fail too; `twice`, a call of the run that is to mend it fails as well."""
        vault = Vault(self.folder / "vault", self.sources)
        shutil.rmtree(vault.home, ignore_errors=True)
        runs = [self._failing(vault, number, name, forever=mode == "forever")]
        if mode == "twice":
            runs.append(self._failing(vault, 1 + number * 7 % self.calls, name, forever=False))
        out = [f"said {done.said[-400:]!r}" for done in runs if not is_sentence(done, self.folder)]
        again = musubi(vault.compile(), vault.home)
        out += [f"then {again.said[-300:]!r}"] if again.code else unlike(vault, self.calm)
        return [f"call {number} of {self.calls}, {name} {mode}: {text}" for text in out]

    def all_wrong(self, numbers: Iterable[int], name: str, mode: str = "once") -> list[str]:
        return [text for number in numbers for text in self.wrong(number, name, mode)]

    def _failing(self, vault: Vault, number: int, name: str, *, forever: bool) -> Done:
        vault.home.mkdir(parents=True, exist_ok=True)
        folders = [str(vault.path), str(self.sources)]
        tally = str(vault.home / "calls")
        return musubi(vault.compile(), vault.home, faulty.arm, folders, number, faulty.NAMES[name], forever, tally)


def is_sentence(done: Done, folder: Path) -> bool:
    """Done, or stopped with exit code 1 and one sentence that names a path; never a traceback."""
    if "Traceback" in done.said or done.code not in (0, 1):
        return False
    return done.code == 0 or (len(done.sentences) == 1 and str(folder) in done.sentences[0])
