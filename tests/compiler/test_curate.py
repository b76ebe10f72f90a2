"""The person's decisions from the command line: as lasting as edits of the vault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler import curate, vault
from compiler.config import Config
from compiler.errors import UsageError
from compiler.events import Silent
from compiler.store import overrides
from compiler.store.connection import Store, open_store
from compiler.vault.links import item_block
from tests.compiler.passes.invented import config, run, tell


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    """Eight conversations on two subjects, one with a loop and a fact."""
    made = config(tmp_path)
    with open_store(made.store) as store:
        for n in range(4):
            tell(store, f"t{n}", f"2026-06-0{n + 1}", title="Tide table", summary="Tide table.", vector=[1, 0, n / 9])
            tell(
                store,
                f"b{n}",
                f"2026-07-0{n + 1}",
                title="Rye sourdough",
                summary="Rye sourdough.",
                vector=[0, 1, n / 9],
            )
        tell(store, "l", "2026-08-01", ("loop", "Ask Ana about harbour codes"), ("fact", "User is allergic to latex."),
             title="Tide table codes", vector=[1])  # fmt: skip
        run(store, made)
        vault.write(store, made, Silent())
    return made


def do(settings: Config, change: Callable[[Store], None]) -> None:
    with open_store(settings.store) as store:
        with store.transaction():
            change(store)
        run(store, settings)
        vault.write(store, settings, Silent())


def page(settings: Config, name: str) -> str:
    return (settings.vault / name).read_text()


def test_a_renamed_topic_gets_a_new_file_and_keeps_what_was_written_in_it(settings: Config) -> None:
    """Its note moves with its name."""
    file = settings.vault / "Topics" / "Tide table.md"
    file.write_text(file.read_text() + "\nMine.\n")
    with open_store(settings.store) as store:
        vault.read_edits(store, settings, Silent())
    do(settings, lambda store: curate.rename_topic(store, "tide table", "Tides"))
    assert not file.exists()
    assert page(settings, "Topics/Tides.md").endswith("## Notes\n\nMine.\n")
    assert "[[Topics/Tides|Tides]]: 5 conversations" in page(settings, "Home.md")


def test_merged_and_hidden_topics_are_gone_until_unhidden(settings: Config) -> None:
    """Merging moves the conversations, hiding does not."""
    do(settings, lambda store: curate.merge_topic(store, "Rye sourdough", "Tide table"))
    assert "[[Topics/Tide table|Tide table]]: 9 conversations" in page(settings, "Home.md")
    do(settings, lambda store: curate.hide_topic(store, "Tide table"))
    assert not (settings.vault / "Topics" / "Tide table.md").exists()
    with open_store(settings.store) as store:
        assert [h.kind for h in curate.hidden(store)] == ["topic"]
    do(settings, lambda store: curate.unhide(store, "Tide table"))
    assert (settings.vault / "Topics" / "Tide table.md").exists()


def test_a_loop_is_closed_reopened_and_dismissed_by_its_block_id(settings: Config) -> None:
    """The id at the end of its line in the vault."""
    block = item_block("loop", "l-l-0")
    do(settings, lambda store: curate.close_loop(store, f"^{block}"))
    assert "- [x] Ask Ana about harbour codes" in page(settings, "Open loops.md")
    do(settings, lambda store: curate.reopen_loop(store, "l-l-0"))
    assert "- [ ] Ask Ana about harbour codes" in page(settings, "Open loops.md")
    do(settings, lambda store: curate.dismiss(store, "l-l-0", "loop"))
    assert "Ask Ana" not in page(settings, "Open loops.md")


def test_a_dismissed_fact_comes_back_when_unhidden(settings: Config) -> None:
    """Nothing the person decides is lost."""
    assert "allergic to latex" in page(settings, "Profile.md")
    do(settings, lambda store: curate.dismiss(store, "f-l", "fact"))
    assert "allergic to latex" not in page(settings, "Profile.md")
    do(settings, lambda store: curate.unhide(store, "f-l-1"))
    assert "allergic to latex" in page(settings, "Profile.md")


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        (lambda store: curate.hide_topic(store, "Nothing"), "`musubi topics` lists"),
        (lambda store: curate.close_loop(store, "l-9"), "`musubi loops` lists"),
        (lambda store: curate.unhide(store, "Nothing"), "`musubi hidden` lists"),
        (lambda store: curate.rename_topic(store, "Tide table", "rye sourdough"), "musubi topics merge"),
        (lambda store: curate.merge_topic(store, "Tide table", "Tide table"), "the same topic"),
    ],
)
def test_what_cannot_be_done_says_what_to_do(settings: Config, change: Callable[[Store], None], hint: str) -> None:
    """And decides nothing."""
    with open_store(settings.store) as store:
        with pytest.raises(UsageError, match=hint), store.transaction():
            change(store)
        assert overrides.everything(store) == []
