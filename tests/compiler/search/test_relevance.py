"""Something is told from nothing: by words, by meaning, and more strictly for an answer than for a search."""

from compiler.embed import Embedder
from compiler.search import Filters, Searcher, search
from compiler.search.relevance import features, is_answerable, is_found
from compiler.store.connection import Store


def test_all_words_in_one_passage_is_something() -> None:
    """Best cosine, mean of five, covered, log of words, known: the words stand there, whatever the vectors say."""
    assert is_answerable((0.3, 0.25, 1.0, 1.1, 1.0, 0.0))


def test_a_near_paraphrase_is_something() -> None:
    """No word in common, but near in meaning."""
    assert is_answerable((0.6, 0.4, 0.0, 1.8, 0.0, 0.0))


def test_the_least_bad_match_is_nothing() -> None:
    """A few common words and a low cosine are what anything gets."""
    assert not is_found((0.3, 0.25, 0.2, 1.8, 0.3, 0.0))


def test_an_answer_asks_for_more_than_a_search() -> None:
    """Between the two thresholds a search shows what it has and an answer is silent."""
    between = (0.38, 0.36, 0.7, 1.8, 0.65, 0.0)
    assert is_found(between) and not is_answerable(between)


def test_a_small_store_is_asked_for_less() -> None:
    """Half the words and a middling cosine answer where there is little to be near to, not among thousands."""
    found = (0.4, 0.35, 0.44, 1.8, 0.5)
    assert is_answerable((*found, 3.2)) and not is_answerable((*found, 0.0))


def test_how_small_a_store_is(store: Store, tell) -> None:
    """One message counts as eighty: ln(2000 / 80) is given back."""
    tell("a", "user: the oven is hot")
    assert round(features(Searcher(store).ask("oven", Filters()))[-1], 2) == 3.22


def test_words_alone_without_cosines() -> None:
    """Without vectors the words decide."""
    assert is_found((0.0, 0.0, 1.0, 1.1, 1.0, 0.0)) and not is_found((0.0, 0.0, 0.1, 1.8, 0.2, 0.0))


def test_a_search_may_find_nothing(store: Store, tell, concepts: Embedder) -> None:
    """Something always matches least badly; it is named when asked for, not passed off as a result."""
    tell("a", "user: Is the train to the museum late?")
    searcher = Searcher(store, concepts)
    assert searcher.search("zebra quartz xylophone late concerto") == []
    assert [hit.conversation_id for hit in searcher.nearest("zebra quartz xylophone late concerto")] == ["chatgpt:a"]


def test_features_of_what_was_found(store: Store, tell) -> None:
    """One of two words known, and the best passage holds it."""
    tell("a", "user: the oven is hot")
    best, five, covered, _, known, _ = features(Searcher(store).ask("oven zebra", Filters()))
    assert (best, five, known) == (0.0, 0.0, 0.5) and 0 < covered < 0.5


def test_filters_judge_what_they_let_through(store: Store, tell) -> None:
    """What another source holds does not make a result here."""
    tell("a", "user: the oven is hot")
    tell("b", "user: something else", source="claude")
    assert search(store, "oven", filters=Filters(sources=("claude",))) == []
