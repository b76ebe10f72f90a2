"""What a model concedes to have got wrong is gone; what it is merely sorry for stays."""

from __future__ import annotations

from tests.compiler.passes.working_sessions import note


def test_a_diagnosis_that_was_wrong_is_gone_though_tools_were_called_in_between() -> None:
    """The model looks again before it concedes."""
    told = [
        item.text
        for item in note(
            "U: uploads fail since yesterday",
            "W: Looking.",
            "A: The cause is the proxy, because its limit is one megabyte.",
            "U: no, small files fail too",
            "W: Looking again.",
            "A: You're right. The cause is the bucket: its credentials expired yesterday.",
        ).items
    ]
    assert any("credentials" in text for text in told)
    assert not any("megabyte" in text for text in told)


def test_who_apologises_for_the_wait_takes_nothing_back() -> None:
    """Only a claim that is conceded to be wrong goes."""
    told = note(
        "U: what does the ferry to the island cost with the car?",
        "A: The ferry costs 420 kroner for a car with two people, and it sails on weekdays only.",
        "U: that was slow, it should not take you three tries",
        "A: You're right to be frustrated, and I apologize for the delay.",
    ).items
    assert any("420 kroner" in item.text for item in told)
