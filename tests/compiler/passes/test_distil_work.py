"""Decisions of conversations in which the model works with tools: what a person settles in a word, and what holds at
the end."""

from __future__ import annotations

from compiler.passes import verify
from compiler.passes.distil import distil
from tests.compiler.passes.working_sessions import conversation, decisions, note

SUMMARY = """This session is being continued from a previous conversation that ran out of context. The summary:

1. Primary Request and Intent:
   The user asked to add offline maps to the hiking app. The user chose option B: store tiles in one MBTiles file per
   region, instead of a folder of PNG files.

2. Errors and fixes:
   - **Tiles upside down**: rows are counted from the south. Fixed by flipping y.
     - User feedback: the user rejected downloading at start-up because it costs data abroad.

3. Pending Tasks:
   - Write the migration for installed copies
   - None of the icons need work ✅ done
"""
PLAN = """User has approved your plan. You can now start coding.

## Approved Plan:
# Plan: Rate limit for the public API

## Context

The public API is called without limit.

## Approach

A token bucket per API key in Redis, 60 requests a minute. No limit for internal keys.
"""


def test_yes_to_a_question_that_proposes_is_what_it_proposes() -> None:
    """The decision stands in the model's question, not in the yes."""
    found = decisions(
        "U: Add the export button",
        "W: Looking.",
        "A: I added an export button. Should I also remember the last export folder in the settings file?",
        "U: yes please",
        "W: Editing.",
        "A: Done.",
    )
    assert [item.text for item in found] == ["Also remember the last export folder in the settings file"]
    assert found[0].evidence == ("s:1#2", "s:1#3")


def test_a_picked_option_keeps_the_changes_of_the_reply() -> None:
    """`1, but only on CI` is option 1 with its restriction, instead of the one the model recommended."""
    found = decisions(
        "U: Make the build faster",
        "W: Profiling.",
        "A: Two ways:\n\n1. **Cache mounts** for pip\n2. **A base image** built nightly\n\nI recommend 2.",
        "U: 1, but only on CI",
        "W: Editing.",
        "A: Cache mounts are used on CI now.",
    )
    assert [(item.text, item.instead_of) for item in found] == [
        ("Cache mounts for pip, but only on CI", "A base image")
    ]


def test_a_correction_is_told_by_what_was_done_with_the_persons_reason() -> None:
    """A question that proposes, followed at once: the report says what, the person why."""
    found = decisions(
        "U: add a flag for verbosity",
        "W: Editing.",
        "A: Added `--verbose`, which takes a level from 0 to 3.",
        "U: why not just -v and -vv? nobody will remember numbers",
        "W: Changing it.",
        "A: You're right. The flag is now `-v`, repeatable: `-v` shows warnings, `-vv` everything.",
    )
    assert [(item.text, item.reason) for item in found] == [
        ("The flag is now -v, repeatable: -v shows warnings, -vv everything.", "Nobody will remember numbers.")
    ]


def test_what_is_reverted_as_a_whole_is_no_decision() -> None:
    """The last state wins, and its lines do not rest on what was undone."""
    made = note(
        "U: Speed up the tests",
        "W: Looking.",
        "A: I'd use pytest-xdist with four workers.",
        "U: do it",
        "W: Editing.",
        "A: Tests run with four workers now, 50 s instead of 140 s.",
        "U: hmm, they are flaky now. revert that",
        "W: Reverting.",
        "A: Reverted; the tests run serially again.",
    )
    assert not any("four workers" in f"{item.text} {made.summary}" for item in made.items)
    assert any("serially" in item.text for item in made.items)


def test_a_commit_stands_behind_a_choice_and_not_behind_a_mere_change() -> None:
    """Of two reports committed, the one that chose one way over another is a decision."""
    chose = "A: The tests never commit the settings folder, so we use the local exclude file instead."
    assert len(decisions("U: why do they fail? debug", "W: Looking.", chose, "U: commit please")) == 1
    assert not decisions("U: why do they fail? debug", "W: Looking.", "A: I fixed the typo.", "U: commit please")


def test_a_task_that_contrasts_is_decided() -> None:
    """`instead of` in the first message says how."""
    found = decisions("U: use pnpm instead of npm everywhere", "W: Converting.", "A: The lockfile was converted.")
    assert [(item.text, item.instead_of) for item in found] == [("Use pnpm instead of npm everywhere", "npm")]


def test_asking_for_advice_decides_nothing() -> None:
    """A wish with a question for suggestions waits for the answer."""
    assert not decisions(
        "U: The README is too long. It should be more focused, what's your suggestion?",
        "W: Reading.",
        "A: I'd move the commands to docs/usage.md.",
    )


def test_a_proposal_that_the_model_talks_the_person_out_of_is_none() -> None:
    """A question counts only where the answer complies."""
    assert not decisions(
        "U: Cache the forecasts",
        "W: Editing.",
        "A: Forecasts are cached in SQLite now.",
        "U: couldn't we use Redis instead?",
        "A: That would need a server on every machine, and the file is fast enough.",
        "U: thanks, what is the size of the file?",
        "A: 40 kB.",
    )


def test_a_command_to_the_shell_says_nothing() -> None:
    """What stands behind `!` went to the shell."""
    made = note(
        "U: add a README", "W: Writing.", "A: The README is written.", "U: ! npm run build && open dist/index.html"
    )
    assert not any("npm run build" in item.text for item in made.items)


def test_a_continuation_summary_is_read_by_its_sections() -> None:
    """What the person chose and rejected are decisions, what is pending is open; all of it evidenced."""
    held = conversation(f"S: {SUMMARY}", "U: please continue", "W: Writing.", "A: I look at the old tiles next.")
    made = distil(held)
    assert made.title.startswith("Add offline maps to the hiking app")
    assert [item.text for item in made.items if item.kind == "decision"] == [
        "The user chose option B: store tiles in one MBTiles file per region, instead of a folder of PNG files.",
        "The user rejected downloading at start-up because it costs data abroad.",
    ]
    assert [item.text for item in made.items if item.kind == "loop"] == ["Write the migration for installed copies"]
    messages = {message.id: message for message in held.messages}
    assert not [why for item in made.items if (why := verify.doubt(item, messages))]


def test_a_summary_does_not_tell_again_what_the_turns_tell() -> None:
    """The choice is one decision, resting on the turns."""
    found = decisions(
        "U: We need maps offline.",
        "A: Options:\n\nA. A folder of PNG files\nB. One MBTiles file per region\n\nWhich?",
        "U: let's go with B",
        "W: Writing it.",
        f"S: {SUMMARY}",
        "U: go on",
        "A: Rows are flipped now.",
    )
    assert [item.evidence[0] for item in found if "MBTiles" in item.text] == ["s:1#1"]


def test_an_approved_plan_is_a_decision() -> None:
    """Its title with the sentence that says how."""
    found = decisions("U: Add a rate limit", "W: Planning.", f"T: {PLAN}", "W: Starting.", "A: The limit is in place.")
    assert [item.text for item in found] == [
        "Rate limit for the public API: A token bucket per API key in Redis, 60 requests a minute."
    ]


def test_a_letter_says_nothing_about_its_writer() -> None:
    """What stands between greeting and regards is the letter's, in key points and in the summary."""
    made = note(
        "U: Help me ask the harbour office for their gauge data.",
        "A: Here is a draft:\n\nDear harbour office,\n\nI run a small tide table for sea swimmers and pay for it. "
        "May I show your readings?\n\nKind regards\n\nThe gauge is public, so a short letter will do.",
    )
    assert not any("tide table" in f"{item.text} {made.summary}" for item in made.items)


def test_a_yes_with_a_change_is_the_proposal_as_changed() -> None:
    """The proposal stands in the model's message, what the person adds behind it."""
    found = decisions(
        "U: The sync dies when the server limits us",
        "W: Looking at the client.",
        "A: It gives up on the first 429. I'd add a backoff with five tries in `client.go`. Want me to implement it?",
        "U: yes but only for 429 and 503, other errors fail fast",
        "W: Editing.",
        "A: Done. The client tries five times on 429 and 503.",
    )
    assert [item.text for item in found] == [
        "Add a backoff with five tries in client.go, but only for 429 and 503, other errors fail fast"
    ]
    assert found[0].evidence == ("s:1#2", "s:1#3")


def test_what_the_person_takes_of_a_proposal_is_told_with_the_report() -> None:
    """An order that names what was recommended, though it says neither yes nor no."""
    found = decisions(
        "U: The dashboard loads slowly",
        "W: Profiling.",
        "A: The feed has no index on `created_at`. I'd add an index there; alternatively we could cache the feed.",
        "U: add the index, caching can wait",
        "W: Adding.",
        "A: Added a migration with an index on `activity(created_at)`.",
    )
    assert [item.text for item in found] == [
        "Add the index, caching can wait: Added a migration with an index on activity(created_at)."
    ]


def test_a_wish_in_a_question_is_told_with_the_report_and_the_reason_after_it() -> None:
    """What the person says after the question they propose something by is why."""
    found = decisions(
        "U: Move the config loader to viper",
        "W: Reading.",
        "A: I'd do it in two steps.",
        "U: wait, why not use koanf with plain structs? viper pulls in a hundred packages",
        "W: Checking.",
        "A: Good point. The loader uses koanf with plain structs now.",
    )
    assert [(item.text, item.reason) for item in found] == [
        (
            "Use koanf with plain structs: The loader uses koanf with plain structs now.",
            "Viper pulls in a hundred packages.",
        )
    ]


def test_findings_of_a_review_are_taken_up_by_an_order_to_fix_them() -> None:
    """Codex lists findings with a priority; what they ask for stands before the report on it."""
    found = decisions(
        "U: review this branch",
        "A: The cache leaks.\n\nReview comment:\n\n- [P1] Evict entries after their deadline — /src/cache.go:40-52\n"
        "  A key that is never read again stays for ever.",
        "U: implement the changes",
        "W: Editing.",
        "A: A ticker evicts old entries each minute.",
    )
    assert [item.text for item in found] == [
        "Evict entries after their deadline: A ticker evicts old entries each minute."
    ]


def test_a_vague_proposal_says_what_it_is_about() -> None:
    """The thing both speak of stands in front, and the sentence before it is why."""
    found = decisions(
        "U: Add help pages",
        "W: Writing.",
        "A: The pages are there.",
        "U: I'm not sure about so much detail in the manuals",
        "A: The manuals would break with each release, because they name every flag. "
        "Would you prefer something shorter - only purpose and one example?",
        "U: yes please",
        "W: Editing.",
        "A: Done.",
    )
    assert [(item.text, item.reason) for item in found] == [
        (
            "Manuals: something shorter - only purpose and one example",
            "The manuals would break with each release, because they name every flag.",
        )
    ]


def test_a_question_before_the_work_is_no_decision() -> None:
    """After "yes, implement it" the model says that it has questions."""
    assert not decisions(
        "U: Let me see a plan for the importer",
        "A: The plan is in the issue. Should I start implementing?",
        "U: yeah let's implement it please",
        "W: Before I start, I need to clarify a couple of details from the plan.",
        "U: ok",
        "W: Working.",
        "A: The importer is done.",
    )


def test_decisions_that_a_report_lists_count_where_they_say_what_was_not_done() -> None:
    """Under a heading that calls them so; a mere property of the work is none."""
    found = decisions(
        "U: Write the importer for the old archive",
        "W: Writing.",
        "A: The importer reads all four formats.\n\n**Design decisions:**\n"
        "- **Streaming** - reads entry by entry instead of unpacking it\n- **Idempotent** - importing twice is fine\n",
        "U: thanks",
    )
    assert [item.text for item in found] == ["Streaming - reads entry by entry instead of unpacking it"]


def test_a_pick_keeps_the_persons_reason() -> None:
    """What follows the number is why, where it gives grounds."""
    found = decisions(
        "U: how should we store the session tokens?",
        "A: Two options:\n\n1. **Keyring** - safest, needs cgo\n2. **Encrypted file** - portable\n\nWhich one?",
        "U: 2, we can't have cgo in the release build",
        "W: Writing.",
        "A: Done.",
    )
    assert [(item.reason, item.instead_of) for item in found] == [
        ("We can't have cgo in the release build.", "Keyring")
    ]


def test_what_leads_up_to_a_wish_is_not_told() -> None:
    """Neither "to answer your question" nor "I want to"."""
    found = decisions(
        "U: write the dump script",
        "W: Writing.",
        "A: The script is in. Which user should it log in as?",
        "U: to answer your question about the user: no need for a user name in the config",
        "W: Editing.",
        "A: The script now takes only the host alias from the ssh config.",
        "U: i want to only keep the last three dumps on the server",
        "W: Editing.",
        "A: Older dumps are deleted after each run.",
    )
    assert [item.text.split(":")[0] for item in found] == [
        "No need for a user name in the config",
        "Only keep the last three dumps on the server",
    ]


def test_key_points_of_work_are_findings_not_lists_advice_or_checks() -> None:
    """What is worth knowing later is why, not which files changed, what one could do, or that the tests pass."""
    told = [
        item.text
        for item in note(
            "U: the nightly export is empty",
            "W: Looking.",
            "A: The export was empty because the clock ran in UTC and the filter in local time.\n\nWhat changed:\n"
            "- `export.py` reads the zone from the config\n- `filter.py` takes an aware time\n\n"
            "We could also log the zone at the start of each run. All 31 tests pass.",
        ).items
    ]
    assert told == ["The export was empty because the clock ran in UTC and the filter in local time."]


def test_one_of_two_ways_is_taken_by_its_words() -> None:
    """With the other as what it was taken instead of, the report, and the person's reason."""
    found = decisions(
        "U: verify the signatures of webhooks",
        "W: Looking.",
        "A: Either middleware for all routes or a check in the handler.",
        "U: in the handler please, the health page must not fail",
        "W: Adding.",
        "A: The handler checks the signature header with HMAC-SHA256 now.",
    )
    assert [(item.text, item.instead_of, item.reason) for item in found] == [
        (
            "A check in the handler: The handler checks the signature header with HMAC-SHA256 now.",
            "middleware for all routes",
            "The health page must not fail.",
        )
    ]


def test_an_answer_of_fact_takes_no_way() -> None:
    """Where a model asks how things are, what the person says is no choice."""
    assert not decisions(
        "U: the tests fail",
        "W: Looking.",
        "A: Does it fail locally or only on CI?",
        "U: only on CI",
        "W: Checking.",
        "A: The runner has no network, so the schema could not be fetched.",
    )
