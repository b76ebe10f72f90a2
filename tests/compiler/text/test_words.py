"""Words for counting, and the language of a text."""

from compiler.text.language import is_english
from compiler.text.words import stem, terms, words


def test_endings_fold_together() -> None:
    """Plural, past and progressive of a word count as one term; short words stay whole."""
    assert len({stem(word) for word in ("store", "stores", "stored", "storing")}) == 1
    assert stem("bus") == "bus"
    assert stem("class") == "class"


def test_terms_leave_out_what_carries_nothing() -> None:
    """Stop words go; numbers and names stay; scripts without spaces become pairs of characters."""
    assert terms(words("We'll store 3 of the files in Porto")) == [stem("store"), "3", stem("files"), "porto"]
    assert terms(words("京都旅行")) == ["京都", "都旅", "旅行"]


def test_languages_are_told_by_function_words() -> None:
    """German, Spanish and Japanese are not English; code and names are no other language."""
    assert is_english(words("Please move the files to the new folder and tell me what is left"))
    assert not is_english(words("Wir wollen im Herbst nach Norwegen und die Berge sind nicht weit von der Küste"))
    assert not is_english(words("Quiero ir a la montaña en octubre porque el clima es mejor para los niños"))
    assert not is_english(words("来月の京都旅行の計画を立てたいです"))
    assert is_english(words("git rebase origin/main"))
