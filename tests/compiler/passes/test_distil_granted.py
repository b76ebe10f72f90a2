"""What settles something in a working session without a word of choice, and what sounds like it and settles nothing."""

from __future__ import annotations

import pytest

from tests.compiler.passes.working_sessions import decisions, note

MENU = """The map could look more like paper. I recommend:

1. **Cream background** - warmer than white
2. **Softer labels** - dark brown in place of black
3. **Grain** - a light noise over the tiles
4. **Optional: Folded edges** - a shadow along the border

Would you like me to implement these changes?"""
PARTS = """Both would help readers.

**1. Contour shading (north side)**

I'd suggest:
- A gradient that should be barely noticeable

**2. Red trail markers**

- Small dots rather than lines

Would you like me to implement these?"""


@pytest.mark.parametrize(
    ("asked", "granted", "settled"),
    [
        (
            "is installing jest necessary, can we write the tests with the runner of node itself?",
            "Good call. Node 20 ships a test runner, so no package is needed.",
            "Write the tests with the runner of node itself",
        ),
        (
            "Do we need the border when two tiles touch each other anyway?",
            "Good point — for touching tiles the border is dropped; it is only drawn where there is a gap.",
            "For touching tiles the border is dropped; it is only drawn where there is a gap",
        ),
        (
            "why is it called a tile manager?",
            "Good catch. The class should be called TileStore, since it only keeps tiles.",
            "The class should be called TileStore",
        ),
    ],
)
def test_a_question_whose_point_the_model_grants_is_settled(asked: str, granted: str, settled: str) -> None:
    """What was asked for is told, or where the question only doubts, what the model says instead."""
    found = decisions("U: Draw the tiles", "W: Drawing.", "A: Tiles are drawn.", f"U: {asked}", f"A: {granted}")
    assert [item.text[: len(settled)] for item in found] == [settled]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "I'm not sure the name works everywhere",
            "Good catch. Which system rejects it? I can rename it or add an alias.",
        ),
        (
            "is it set up so that we can choose the tiles we want, or does it take all?",
            "Yes. Only the listed tiles load.",
        ),
        ("how many tiles do we need at zoom 9?", "Great question! At zoom 9 there are 262,144 tiles."),
    ],
)
def test_a_question_that_is_only_answered_settles_nothing(asked: str, answer: str) -> None:
    """An answer, or a point granted by asking back, is no decision."""
    assert decisions("U: Draw the tiles", "W: Drawing.", "A: Tiles are drawn.", f"U: {asked}", f"A: {answer}") == []


@pytest.mark.parametrize(
    "reply",
    [
        "yeah, but did that fix the flicker? we have to see it on a phone before we say so",
        "ok let's focus on the missing zoom levels. do the tiles need an index for that? have a look and report back",
        "looks like three jobs are still running. go ahead and stop them",
    ],
)
def test_an_objection_or_another_task_takes_up_no_offer(reply: str) -> None:
    """The offer before it is not accepted by a yes that only opens something else."""
    found = decisions(
        "U: Fix the flicker",
        "W: Editing.",
        "A: The redraw is debounced. Want me to write a full report about the tile cache?",
        f"U: {reply}",
        "W: Looking.",
        "A: Three jobs were running.",
    )
    assert not [item for item in found if "report" in item.text.lower() or "jobs" in item.text]


def test_several_options_may_be_picked_after_a_word_of_welcome() -> None:
    """The pick stands in the third sentence, with what it leaves out."""
    found = decisions(
        "U: Make the map look like paper",
        "W: Looking.",
        f"A: {MENU}",
        "U: Sure, let's try it! Keep it easy to change. I like 1-3 above; let's not add folded edges yet.",
        "W: Editing.",
        "A: The map is cream now.",
    )
    assert [item.text for item in found] == [
        "Cream background - warmer than white; Softer labels - dark brown in place of black; "
        "Grain - a light noise over the tiles, let's not add folded edges yet"
    ]
    assert found[0].instead_of == "Optional"


def test_approval_of_an_offered_list_takes_all_of_it() -> None:
    """Of a proposal in parts the names stand in the decision, not one of the remarks under them."""
    found = decisions(
        "U: Shade the contours and mark the trails, what do you think?",
        "W: Looking.",
        f"A: {PARTS}",
        "U: Perfect! Let's try it.",
        "W: Editing.",
        "A: Both are in.",
    )
    assert [item.text for item in found] == ["Contour shading (north side); Red trail markers"]


def test_an_offer_spelled_out_as_a_list_is_taken_as_a_whole() -> None:
    """ "Would you like me to:" with its items, answered by one word."""
    found = decisions(
        "U: Why is the tile server unhealthy?",
        "W: Looking.",
        "A: The probe asks for /health without a slash.\n\nWould you like me to:\n1. Fix the probe's path\n"
        "2. Write the finding into the handbook",
        "U: go ahead",
        "W: Editing.",
        "A: Both done.",
    )
    assert [item.text for item in found] == ["Fix the probe's path; Write the finding into the handbook"]


def test_an_option_is_called_by_what_it_names_and_not_by_its_verb() -> None:
    """ "Update the handbook" is the option about the handbook, not the other one that begins with Update."""
    found = decisions(
        "U: How do we keep this from happening again?",
        "W: Looking.",
        "A: A few options:\n\n1. Add a rule to the handbook\n2. Update the story template\n"
        "3. Extend the nightly check\n\n"
        "The simplest is option 1. Would you like me to add it?",
        "U: Update the handbook and commit",
        "W: Editing.",
        "A: Committed as `1f2e3d4`.",
    )
    assert [item.text for item in found] == ["Add a rule to the handbook"]


def test_a_task_that_says_how_it_is_to_be_done_is_a_decision() -> None:
    """The condition in the first message is told by what was done about it."""
    found = decisions(
        "U: Can the release script be improved? I want the script to ask for the changelog before it tags.",
        "W: Editing.",
        "A: The release script now asks for the changelog and tags only after a yes.",
    )
    assert [item.text for item in found] == ["The release script now asks for the changelog and tags only after a yes."]


def test_a_first_message_that_says_nothing_names_no_session() -> None:
    """Title and summary come from the next message of the person's."""
    made = note(
        "U: ok so what next?",
        "W: Looking.",
        "A: Next is the contract of the tile loader.",
        "U: Why does the loader call the renderer directly?",
        "W: Looking.",
        "A: The loader calls it to save one copy of the tile.",
    )
    assert made.title == "Why does the loader call the renderer directly"
    assert made.summary.startswith("Why does the loader call the renderer directly?")


def test_a_title_and_a_summary_refer_to_nothing_before_them() -> None:
    """Of two sentences the one that stands by itself."""
    made = note(
        "U: We need a cache for tiles in the hiking app. It has to survive a restart. Plan it, tests first.",
        "W: Looking.",
        "A: The tile cache keeps 200 MB on disk.",
    )
    assert made.title == "A cache for tiles in the hiking app"
    assert made.summary.startswith("We need a cache for tiles in the hiking app.")


def test_options_with_a_label_go_before_the_bullets_under_them() -> None:
    """`Option 2` is the labelled paragraph, not the second bullet of the last list."""
    found = decisions(
        "U: Which way to store tiles?",
        "W: Looking.",
        "A: Option 1: PNG folders\n- Easy to inspect\n- Con: many small files\n\n"
        "Option 2: MBTiles\n- One file per region\n- Con: needs SQLite\n\nWhich one?",
        "U: Go with Option 2",
        "W: Editing.",
        "A: Tiles are kept in MBTiles files now.",
    )
    assert [item.text for item in found] == ["MBTiles"]


def test_one_of_two_errands_may_be_named_in_a_word() -> None:
    """ "yes merge" answers "relabel or merge that row?", though merging is an errand elsewhere."""
    found = decisions(
        "U: What is the row Wrap-up in the report?",
        "W: Looking.",
        "A: It holds the closing checks. Want me to relabel or merge that row?",
        "U: yes merge",
        "W: Editing.",
        "A: I merged the Wrap-up row into the Build row.",
    )
    assert [item.text for item in found] == ["Merge that row: Merged the Wrap-up row into the Build row."]
    assert found[0].instead_of == "relabel"


def test_a_question_beside_a_pick_changes_nothing_of_it() -> None:
    """ "option A, but how …?" takes A as it is."""
    found = decisions(
        "U: Tiles flicker while they load",
        "W: Looking.",
        "A: Two ways:\n\n**Option A: Draw the old tile until the new one is there**\n\n**Option B: Fade in**\n\nWhich?",
        "U: option A. but how do you know when the new one is there?",
        "A: The loader tells the view.",
    )
    assert [item.text for item in found] == ["Draw the old tile until the new one is there"]


def test_thinking_aloud_is_no_report() -> None:
    """A second thought in the middle of an answer is not what came of it."""
    found = decisions(
        "U: Tiles flicker",
        "W: Looking.",
        "A: The cache key lacks the zoom level.",
        "U: the key should be built from the path alone, don't add the zoom level",
        "A: Wait, but the path is shared by all zoom levels of a tile, so the key is built from both.",
    )
    assert not any(item.text.startswith("Wait") for item in found)


def test_what_a_plan_calls_a_decision_is_one_and_its_title_names_the_session() -> None:
    """The heading says what was decided about; the plan's own title beats the first remark of the person's."""
    made = note(
        "U: Implement the following plan:\n\n# Plan: Weather station sensors\n\n"
        "## Goal\n\nReal readings on the dashboard.\n\n"
        "## Key decisions\n\n### Parsing\n\n**Decision:** Read the serial lines by hand, no vendor library\n\n"
        "### Local development\n\n**Decision:** Recorded readings in place of the sensor\n\n## Steps\n\nOne by one.",
        "W: Editing.",
        "A: The first step is in.",
        "U: I tried to open it and it shows a blank page",
        "W: Looking.",
        "A: The page read the old port.",
    )
    assert made.title == "Weather station sensors"
    assert [item.text for item in made.items if item.kind == "decision"] == [
        "Weather station sensors: Real readings on the dashboard.",
        "Parsing: Read the serial lines by hand, no vendor library",
        "Local development: Recorded readings in place of the sensor",
    ]


def test_a_label_goes_before_the_numbers_under_another_heading() -> None:
    """ "Option 1" is the heading of that name, not the first of the numbered steps further down."""
    found = decisions(
        "U: Where do the tiles come from?",
        "W: Looking.",
        "A: **Option 1: A tile server of our own**\n- Nothing to pay\n\n**Option 2: A hosted service**\n- Fast\n\n"
        "For either:\n1. Register the domain\n2. Add a certificate\n\nWhich one?",
        "U: Let's go with Option 1.\n\nWhere do I go first?",
        "W: Looking.",
        "A: Start with the machine that serves them.",
    )
    assert [item.text for item in found] == ["A tile server of our own"]


def test_an_option_may_be_named_where_a_list_answers_a_question() -> None:
    """The name alone, with what speaks for it after."""
    found = decisions(
        "U: How should the station send its readings?",
        "W: Looking.",
        "A: Question 2: In which shape?\n1. Send as-is — the raw counts. The page converts them.\n"
        "2. Converted — degrees and percent, ready to show.\n\nMy recommendation: Converted.",
        "U: Send as-is. The chart library can scale the counts on the page.",
        "W: Editing.",
        "A: Raw counts are sent.",
    )
    assert any(item.text.lower().startswith("send as-is") for item in found)


@pytest.mark.parametrize(("heading", "left"), [("Next steps?", 0), ("Next steps", 0), ("Open questions", 1)])
def test_questions_under_the_next_steps_are_no_loops(heading: str, left: int) -> None:
    """What the model asks the person is not what is left to do, unless it is said to be open."""
    made = note(
        "U: Draw the tiles",
        "W: Editing.",
        f"A: Tiles are drawn.\n\n**{heading}**\n\n1. Should the labels of huts be larger on the winter map?",
        "U: thanks",
    )
    assert len([item for item in made.items if item.kind == "loop"]) == left


def test_a_proposal_that_the_model_answers_by_asking_is_not_settled_until_the_go_ahead() -> None:
    """The go-ahead counts at the end of a longer message as well, and what was asked for is one decision."""
    told = [
        "U: Labels overlap",
        "W: Looking.",
        "A: Two labels share a tile there.",
        "U: How about we hide the smaller label of the two whenever they overlap?",
        "W: Looking.",
        "A: Hiding the smaller label needs the sizes before drawing. Want me to implement this?",
    ]
    assert not decisions(*told)
    found = decisions(
        *told,
        "U: The sizes are known once the font is loaded, and it is loaded first. Go ahead and implement it.",
        "W: Editing.",
        "A: The smaller label of two that overlap is hidden now.",
    )
    assert len(found) == 1
    assert "smaller label" in found[0].text


@pytest.mark.parametrize(
    "said",
    [
        "I'm going to keep this list so we can use it later. I want to read through all the drawing code so I "
        "understand the flow of the tiles. This started from a simple idea with the command 'draw' and has to go on.",
        'The readme of the map says "labels of touching tiles must never be drawn twice" in the part on drawing.',
    ],
)
def test_wanting_to_read_and_quoting_direct_nothing(said: str) -> None:
    """Neither asks for anything to be made in a certain way."""
    assert not decisions(
        "U: Draw the tiles",
        "W: Editing.",
        "A: Tiles are drawn.",
        f"U: {said}",
        "W: Reading.",
        "A: It lies in draw.py.",
    )
