"""What a text quotes is told from what it names in quotation marks, and from apostrophes."""

import pytest

from compiler.text.quotations import spoken, without


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("He says: 'I have decided that we work seven days.' Fine.", "He says: … Fine."),
        ("Acme wrote “We decided to move back.” last year", "Acme wrote … last year"),
        ("She said: «Nous avons choisi, my friend!»", "She said: …"),
        ("„Wir ziehen um, my love.“", "…"),
        ('Let\'s call it "The Little Book of Calm Mornings"', 'Let\'s call it "The Little Book of Calm Mornings"'),
        ("I don't think it's the dogs' bowl, isn't it?", "I don't think it's the dogs' bowl, isn't it?"),
        ("back in the '90s and '80s we swam", "back in the '90s and '80s we swam"),
        ("‘I can’t stay here,’ she said. ‘We’re leaving now.’", "… she said. ‘We’re leaving now.’"),
    ],
)
def test_sentences_in_quotation_marks(text: str, left: str) -> None:
    """Four words or more, in the first person or with a full stop; a shorter one may be a name."""
    assert without(text) == left
    assert all(text[end - 1] in "'\"”“»’" for _, end in spoken(text))
