"""Search finds what was typed and what was meant, and shows where it stands."""

from datetime import date

import numpy as np
import pytest

from compiler.embed import Embedder
from compiler.search import Filters, Searcher, search
from compiler.search.fusion import Weights
from compiler.search.query import parse
from compiler.search.related import standing
from compiler.store import passages
from compiler.store.connection import Store
from compiler.store.passages import Passage


def ids(hits: list) -> list[str]:
    return list(dict.fromkeys(hit.conversation_id for hit in hits))


def test_words_find_without_vectors(store: Store, tell) -> None:
    """Keyword search alone finds inflected words and says which rank they had."""
    tell("a", "user: How are loaves baked?", "assistant: In a hot oven.", vectors=False)
    tell("b", "user: Where do I park?", vectors=False)
    hit, *others = search(store, "baking")
    assert (hit.conversation_id, hit.keyword_rank, hit.vector_rank, others) == ("chatgpt:a", 1, None, [])


def test_meaning_finds_without_shared_words(store: Store, tell, concepts: Embedder) -> None:
    """A paraphrase is found by its vector."""
    tell("a", "user: Copying postgres every night")
    tell("b", "user: My sourdough does not rise")
    hit = search(store, "restore of sqlite", embedder=concepts)[0]
    assert (hit.conversation_id, hit.keyword_rank, hit.vector_rank) == ("chatgpt:a", None, 1)


@pytest.mark.parametrize(
    "typed",
    [
        "sqlite-vec",
        'the "loadable extension"',
        "vec0.load_extension()",
        "path: C:\\temp\\db",
        "AND OR NOT NEAR(",
        "load_extension*",
        "what's",
        "'; DROP TABLE chunks; --",
        '"',
        "^ ( ) { } :",
        "",
        "   ",
        "\ud83d",
        "\x00",
    ],
)
def test_a_query_is_text(store: Store, tell, typed: str) -> None:
    """Nothing that is typed is FTS syntax or an error."""
    tell(
        "a", "user: sqlite-vec gives a loadable extension: vec0.load_extension() from C:\\temp\\db, what's near or not?"
    )
    hits = search(store, typed)
    assert ids(hits) in ([], ["chatgpt:a"])


@pytest.mark.parametrize("typed", ["sqlite-vec", "load_extension", "C:\\temp\\db", "`vec0.load_extension()`"])
def test_code_symbols_find_what_was_typed(store: Store, tell, typed: str) -> None:
    """Joined words rank the text that has them joined above one that has them apart."""
    tell("apart", "user: A vec is what sqlite may load; an extension of temp, a db, c and vec0.", day="2026-03-02")
    tell("joined", "user: sqlite-vec, vec0.load_extension() and C:\\temp\\db", day="2026-03-01")
    assert ids(search(store, typed))[0] == "chatgpt:joined"


def test_part_of_an_identifier(store: Store, tell) -> None:
    """A piece from the middle of a name that never stands alone is found by its letters."""
    tell("a", "user: Call getUserNameFromToken first.")
    assert ids(search(store, "NameFrom")) == ["chatgpt:a"]


@pytest.mark.parametrize("typed", ["東京", "東京タワー", "京", "数据库", "我们用哪个数据库"])
def test_scripts_without_spaces(store: Store, tell, typed: str) -> None:
    """One, two or many characters of Chinese and Japanese are found inside running text."""
    tell("a", "user: 来週東京タワーに行きます。我们决定用数据库。")
    tell("b", "user: 明日は大阪です")
    assert ids(search(store, typed)) == ["chatgpt:a"]


@pytest.mark.parametrize("typed", ["kubernets", "kuberentes", "kuburnetes"])
def test_a_slip_is_forgiven(store: Store, tell, typed: str) -> None:
    """A letter missed, swapped or mistaken still finds the word."""
    tell("a", "user: Our kubernetes cluster restarts at night.")
    assert ids(search(store, typed)) == ["chatgpt:a"]


def test_a_word_that_exists_is_not_corrected(store: Store, tell) -> None:
    """`form` is not taken for `from` or `farm` where `form` stands."""
    tell("a", "user: The form of the letter.")
    tell("b", "user: The farm near the letter box.")
    assert ids(search(store, "form")) == ["chatgpt:a"]


def test_what_is_said_in_a_project_is_about_it(store: Store, tell) -> None:
    """A question that names a project finds the talk within it before the talk that only names it."""
    tell("inside", "user: The backup runs at night", project="/home/ada/code/Sea-Charts")
    tell("beside", "user: A letter about Sea-Charts", "assistant: Dear harbour office")
    tell("other", "user: The backup of my photos")
    assert ids(search(store, "sea-charts backup"))[0] == "chatgpt:inside"
    assert ids(search(store, "the backup of sea charts"))[0] == "chatgpt:inside"


def test_a_projects_name_alone_finds_all_of_it(store: Store, tell) -> None:
    """Talk that never names its project is found by the project's name; who names it stands first."""
    tell("silent", "user: The backup runs at night", project="/home/ada/code/tidepool")
    tell("naming", "user: The roof of tidepool leaks", project="/home/ada/code/tidepool")
    tell("other", "user: The backup of my photos")
    assert ids(search(store, "tidepool")) == ["chatgpt:naming", "chatgpt:silent"]


@pytest.mark.parametrize("typed", ["which database", "database", "which data store do we use"])
def test_a_kind_finds_what_is_of_the_kind(store: Store, tell, typed: str) -> None:
    """Who asks for a database finds the talk of SQLite, though nobody called it one."""
    tell("sqlite", "user: We switch to SQLite")
    tell("bread", "user: We switch to rye")
    assert ids(search(store, typed))[0] == "chatgpt:sqlite"


def test_the_word_itself_stands_before_what_is_of_its_kind(store: Store, tell) -> None:
    """A kind's name in so many words counts more than one of its members."""
    tell("member", "user: Postgres is slow today")
    tell("word", "user: The database is slow today")
    assert ids(search(store, "slow database")) == ["chatgpt:word", "chatgpt:member"]


def test_stop_words_do_not_drown_the_rest(store: Store, tell) -> None:
    """The words that carry the question decide."""
    tell("a", "user: What is it that we had to do with the of and a?")
    tell("b", "user: Sourdough hydration")
    assert ids(search(store, "what was it that we had to do with the sourdough"))[0] == "chatgpt:b"


def test_a_question_of_stop_words_still_finds(store: Store, tell) -> None:
    """`to be or not to be` has no other words."""
    tell("a", "user: To be or not to be, said the play.")
    assert ids(search(store, "to be or not to be")) == ["chatgpt:a"]


def test_filters(store: Store, tell) -> None:
    """Source, project by its last folder, days inclusive, and conversations to leave out."""
    tell("a", "user: oven one", day="2026-03-01", project="/home/ida/code/bakery")
    tell("b", "user: oven two", day="2026-03-02", source="claude")
    tell("c", "user: oven three", day="2026-03-03")

    def found(**asked) -> set[str]:
        return set(ids(search(store, "oven", filters=Filters(**asked))))

    assert found(sources=("claude",)) == {"claude:b"}
    assert found(project="Bakery") == {"chatgpt:a"}
    assert found(since="2026-03-02") == {"claude:b", "chatgpt:c"}
    assert found(until="2026-03-02") == {"chatgpt:a", "claude:b"}
    assert found(without=("chatgpt:a", "chatgpt:c")) == {"claude:b"}


def test_filters_hold_for_vectors(store: Store, tell, concepts: Embedder) -> None:
    """The nearest vectors of another source do not crowd out those that may be shown."""
    for number in range(5):
        tell(f"n{number}", "user: sourdough loaf")
    tell("x", "user: postgres and an oven", source="claude")
    hits = search(store, "bread", filters=Filters(sources=("claude",)), embedder=concepts)
    assert ids(hits) == ["claude:x"]


def test_tool_output_only_when_asked_for(store: Store, tell) -> None:
    """What tools printed is found by `kind = tool` alone."""
    tell("a", "user: run it", "tool: Traceback ZeroDivisionError in ledger.py")
    assert search(store, "ZeroDivisionError") == []
    assert ids(search(store, "ZeroDivisionError", filters=Filters(kind="tool"))) == ["chatgpt:a"]


def test_limit_counts_conversations_and_passages_their_entries(store: Store, tell) -> None:
    """Two conversations of two passages each; hits of one share its rank and stand together."""
    for name in "abc":
        tell(name, "user: oven one", "assistant: oven two", "user: oven three")
    hits = search(store, "oven", limit=2, passages=2)
    assert [hit.rank for hit in hits] == [1, 1, 2, 2]
    assert len(ids(hits)) == 2


def test_the_place_of_a_hit(store: Store, tell) -> None:
    """A hit names message, source place, date and title, and marks the words that match."""
    tell("a", "user: hello", "assistant: Use the oven.", title="Baking")
    hit = search(store, "oven")[0]
    assert hit.message_id == "chatgpt:a#2" and hit.source_ref == "/chatgpt.jsonl:2"
    assert hit.date == "2026-03-01T10:00:02Z" and hit.title == "Baking"
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["oven"]


def test_a_thread_is_found_whole(store: Store, tell, concepts: Embedder) -> None:
    """A conversation near the best match is above one that is near nothing, though neither has the word."""
    tell("match", "user: The Lisbon tram pass", "assistant: flight and hotel")
    tell("thread", "user: The flight is booked")
    tell("other", "user: bread in the oven")
    assert ids(search(store, "tram pass", embedder=concepts))[:2] == ["chatgpt:match", "chatgpt:thread"]


def test_a_threads_newest_stands_highest() -> None:
    """Of four equally near talks each stands above the ones before it; what is not of the thread counts for nothing."""
    near = np.array([1.0, 0.0, 1.0, 1.0, 1.0], dtype=np.float32)
    oldest_first = np.array([3, 1, 0, 4, 2])
    assert standing(near, oldest_first).tolist() == [0.5, 0.25, 1.0, 0.25, 0.75]


def test_nothing_is_a_thread_of_nothing() -> None:
    """No talk stands anywhere where none is near, or where there is none."""
    none = np.zeros(2, dtype=np.float32)
    assert standing(none, np.array([1, 0])).tolist() == [0.0, 0.0]
    assert standing(none[:0], np.array([], dtype=np.int64)).tolist() == []


def test_a_few_words_name_what_they_want() -> None:
    """The shorter a question, the less its thread and newness count; the days it tells count in full."""
    whole = Weights(related=0.5, thread=0.25, recency=1.0)
    assert whole.leaning(25, timed=False) == whole.leaning(300, timed=False) == whole
    few = whole.leaning(5, timed=False)
    assert (few.related, few.thread, few.recency) == pytest.approx((0.1, 0.05, 0.2))
    assert few.cosine_best == whole.cosine_best
    assert whole.leaning(5, timed=True).recency == whole.recency


def test_length_in_words() -> None:
    """Each word once; of a script without spaces two characters are one."""
    assert [parse(text).length for text in ("the oven and the bread", "データベース", "")] == [4, 3, 0]


def test_newer_first_when_all_else_is_equal(store: Store, tell) -> None:
    """Of two equal texts the newer stands first."""
    tell("old", "user: oven settings", day="2025-01-01")
    tell("new", "user: oven settings", day="2026-01-01")
    assert ids(search(store, "oven")) == ["chatgpt:new", "chatgpt:old"]


def today() -> date:
    return date(2026, 3, 18)


def test_the_days_asked_for_stand_before_newer_ones(store: Store, tell) -> None:
    """A question that tells its time finds the talk of then first, and others after it."""
    for day in ("2026-02-03", "2026-03-10", "2026-03-17"):
        tell(day, "user: the oven settings", day=day)
    searcher = Searcher(store, today=today)
    assert ids(searcher.search("oven settings last week"))[0] == "chatgpt:2026-03-10"
    assert ids(searcher.search("oven settings in February"))[0] == "chatgpt:2026-02-03"
    assert len(searcher.search("oven settings yesterday")) == 3


@pytest.mark.parametrize("typed", ["what did we talk about last week?", "last week", "2026-W11"])
def test_days_alone_list_what_was_said_then(store: Store, tell, typed: str) -> None:
    """Nothing but time is asked for: all of it, newest first, as it began, and no place among matches."""
    for day in ("2026-03-17", "2026-03-13", "2026-03-09", "2026-03-08"):
        tell(day, f"user: talk of {day}", "assistant: indeed", day=day)
    hits = Searcher(store, today=today).search(typed, passages=1)
    assert [hit.text for hit in hits] == ["talk of 2026-03-13", "talk of 2026-03-09"]
    assert {(hit.keyword_rank, hit.vector_rank) for hit in hits} == {(None, None)}


def test_days_alone_by_their_notes(store: Store, tell) -> None:
    """A conversation with a note is told by it; who asks what was decided then is told the decisions alone."""
    for native, kind in (("a", "decision"), ("b", "fact")):
        cid = tell(native, "user: We take rye", day="2026-03-17")
        head, item = Passage(None, "note", f"Bread {native}"), Passage(f"{native}-1", kind, "Rye it is")
        passages.replace(store, cid, [head, item], [None, None])
    searcher = Searcher(store, today=today)
    assert [hit.text for hit in searcher.search("yesterday", passages=1)] == ["Bread b", "Bread a"]
    assert ids(searcher.search("what did I decide yesterday")) == ["chatgpt:a"]


def test_who_asks_why_is_told_the_decision(store: Store, tell) -> None:
    """Of a conversation that says postgres again and again, the decision leads where the question asks for one."""
    cid = tell("a", "user: Postgres is dear, postgres is slow", "assistant: I drop postgres next week")
    decision = Passage("d", "decision", "We switch from postgres to SQLite — it costs nothing")
    passages.replace(store, cid, [decision], [None])
    first = {typed: search(store, typed)[0].kind for typed in ("why did we drop postgres", "drop postgres")}
    assert first == {"why did we drop postgres": "decision", "drop postgres": "message"}


def test_a_decision_about_something_else_leads_nothing(store: Store, tell) -> None:
    """What bears on the question far less than the talk itself stays behind it."""
    for native, decided in (("a", "We meet in the garden, not at the oven"), ("b", "The oven at 240 for the crust")):
        cid = tell(native, "user: The oven is at 240 degrees because the crust tears")
        passages.replace(store, cid, [Passage(native, "decision", decided)], [None])
    hits = search(store, "why is the oven at 240 degrees for the crust", passages=1)
    assert {hit.conversation_id: hit.kind for hit in hits} == {"chatgpt:a": "message", "chatgpt:b": "decision"}


def test_nothing_was_said_then(store: Store, tell) -> None:
    """Days without a conversation have nothing to show, and filters hold for days too."""
    tell("a", "user: bread", day="2026-03-17")
    searcher = Searcher(store, today=today)
    assert searcher.search("last year") == []
    assert searcher.search("yesterday", filters=Filters(sources=("claude",))) == []
    assert searcher.search("yesterday", filters=Filters(without=("chatgpt:a",))) == []


def test_a_searcher_sees_what_another_process_wrote(store: Store, tell) -> None:
    """A warm searcher notices that the store changed under it."""
    from compiler.store.connection import open_store

    tell("a", "user: oven")
    with open_store(store.path, write=False) as reader:
        searcher = Searcher(reader)
        assert ids(searcher.search("flour")) == []
        tell("b", "user: flour")
        assert ids(searcher.search("flour")) == ["chatgpt:b"]


def test_an_empty_store(store: Store, concepts: Embedder) -> None:
    """Nothing stored, nothing found."""
    assert search(store, "anything", embedder=concepts) == []
