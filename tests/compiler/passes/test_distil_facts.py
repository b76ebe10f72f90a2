"""The one-year test: durable traits pass, everything else does not."""

import pytest

from compiler.passes.distil import distil
from compiler.passes.distil.durable import durable, rejected
from compiler.records import Conversation, Message

TRAITS = [
    "I'm a pharmacist and I've worked night shifts for eleven years.",
    "I am a left-handed guitarist.",
    "I work as a translator in Lisbon.",
    "I grew up in Tromsø.",
    "I'm originally from Ghana.",
    "My daughter is allergic to peanuts.",
    "My brother Tomás lives in Rosario.",
    "I have two sons.",
    "I'm married.",
    "I'm severely allergic to penicillin.",
    "I have type 1 diabetes.",
    "I don't eat pork.",
    "I speak Portuguese and Danish.",
    "My native language is Welsh.",
    "I've been a violin maker for twenty years.",
    "I've been vegan since 2019.",
    "My birthday is on 4 March.",
    "I prefer trains over planes.",
    "My favourite composer is Bartók.",
    "I always use metric units.",
    "I own a cargo bike.",
    "Our team uses Kotlin for everything.",
    "We deploy every Tuesday.",
    "My business runs on voice notes.",
    "I have mild asthma.",
    "I learn best from worked examples.",
    "I swim in the sea all year.",
    "I keep bees at the edge of town.",
    "I'm really into bouldering.",
    "I'm colour blind.",
    "My laptop is a 2019 MacBook Air.",
    "I don't drive.",
    "I handle client relations.",
    "My key responsibilities are budgets and hiring.",
    "In my last role, I trained the night staff.",
    "I used to work as a translator for the UN.",
    "I'm the only developer in my company.",
    "I'm a widow with three grandchildren.",
    "I'm a businessman.",
    "I'm in my late fifties.",
    "I'm Portuguese.",
    "I'm not a morning person.",
    "I can't stand loud restaurants.",
    "I have no patience for small talk.",
    "I don't have a car.",
    "I tend to overthink emails.",
    "I'm fluent in Spanish.",
    "Honesty is very important to me.",
    "I value privacy over convenience.",
    "I rarely eat breakfast before ten.",
    "I wake up at five every day.",
    "I still live in Porto.",
    "I already use Facebook for my business.",
    "I do all my banking on my phone.",
    "I use a paper diary to plan my week.",
    "I mostly code in Kotlin.",
    "I have suffered from migraines since 2011.",
    "My gross salary is about 30,000 kroner a month.",
    "In my family, we eat late.",
    "We're a team of six.",
    "Our CI runs on self-hosted runners in Frankfurt.",
    "We never deploy on Fridays.",
    "We only merge with two approvals.",
    "We don't gitignore lock files.",
    "My sister loves opera!",
    "I'm a Canadian citizen.",
    "I'm a director of a small choir.",
    "I have a knee injury.",
    "I follow a low-salt diet.",
    "My 14:10 window runs from 9 AM to 7 PM.",
    "I've been a farrier (horses only) for 14 yrs.",
]
PASSING = [
    ("I'm so tired today.", "passing time"),
    ("I feel stuck with this chapter.", "passing state"),
    ("If I lived in Norway, I would buy a boat.", "hypothetical"),
    ("I'm going to start running.", "plan"),
    ("I love how you phrased the ending.", "idiom"),
    ("Do you think I am too old?", "question"),
    ("I always keep the draft short.", "about the work"),
    ("This is my favourite of the three.", "dangling"),
    ("I want you to always answer in French.", "request"),
    ("Because I live in a small town.", "opening"),
    ("I'm a nurse, and I still have to finish my shift.", "passing time"),
    ("My brother lives with her.", "dangling"),
]
TIED = [
    "I can't deal with another rewrite.",
    "I'm a paying customer.",
    "I use Redis to store the sessions.",
    "I handle it in the catch block.",
    "I manage to compile it.",
    "I always thought so.",
    "I never got an answer.",
    "Speed matters more to me than looks.",
    "I don't have a second opinion.",
    "I have high hopes.",
    "My sister-in-law is visiting.",
    "My favourite is the blue one.",
    "My approach is to use recursion.",
    "My role is undefined after login.",
    "My main job is failing in CI.",
    "Our database is down.",
    "Our tests are failing on main.",
    "We don't know the reason.",
    "We use it in the parser.",
    "We don't agree with the second reviewer.",
    "I'm a new person.",
    "My wife is always right.",
    "I tend to forget about everything else.",
    "I get an error every call.",
    "I speak about jobs in the backup tool.",
    "I'm a new developer.",
    "I'm currently a novice programmer.",
    "Explain tides like I'm ten years old.",
    "We go above and beyond for every guest.",
    "We live in an age of noise.",
    "The samples we use are small.",
    "My favourite method was to draw the lines by hand.",
]
"""What looks like a lasting trait in its form and is about the matter in hand."""


@pytest.mark.parametrize("sentence", TRAITS)
def test_durable_trait_is_never_rejected(sentence: str) -> None:
    """A list of true traits: a rule that catches one is wrong."""
    assert rejected(sentence) is None
    assert durable(sentence) is not None


@pytest.mark.parametrize(("sentence", "reason"), PASSING)
def test_what_passes_is_rejected_by_name(sentence: str, reason: str) -> None:
    """What will not hold in a year fails, for the reason one would give."""
    assert durable(sentence) is None
    assert rejected(sentence) == reason


@pytest.mark.parametrize("sentence", TIED)
def test_what_is_about_the_matter_in_hand_is_no_trait(sentence: str) -> None:
    """A breakdown, a piece of code, one occasion."""
    assert durable(sentence) is None


STATED = [
    ("By the way, I live in Trondheim now, so I test the page from there.", "User lives in Trondheim."),
    ("I'm allergic to latex, so the seals matter.", "User is allergic to latex."),
    ("I live in Bergen and swim in the sea all year.", "User lives in Bergen and swims in the sea all year."),
    ("I'm a vegetarian, what can I eat in Vienna?", "User is a vegetarian."),
    ("Keep it short, I'm a nurse.", "User is a nurse."),
    ("We have two kids, 4 and 7, but no car.", "User has two kids, 4 and 7."),
    ("I'm a retired teacher looking for a hobby.", "User is a retired teacher."),
    ("I run a small bakery in Ghent and need help with invoices.", "User runs a small bakery in Ghent."),
    (
        "We use Rust because we're small and our users wait.",
        "The team uses Rust because they are small and their users wait.",
    ),
    ("My whole shop runs on one till, you know?", "User's whole shop runs on one till."),
    ("Look, my friend, you know I'm a carpenter, not an architect.", "User is a carpenter, not an architect."),
    ("Please remember my dog is called Pixel.", "User's dog is called Pixel."),
    ("Since I'm a nurse, what shoes do I need?", "User is a nurse."),
    ("Given our stack is mostly Python, I want plain tools.", "The team's stack is mostly Python."),
    (
        "Hi! I'm a 45-year-old high school teacher in Oregon and I need a plan.",
        "User is a 45-year-old high school teacher in Oregon.",
    ),
    ("I've been a nurse for 12 years but I'm thinking of leaving.", "User has been a nurse for 12 years."),
    ("I drive a 2015 Fiat and the heater is broken.", "User drives a 2015 Fiat."),
    ("My 8 year old son loves dinosaurs lol", "User's 8 year old son loves dinosaurs."),
    (
        "At work we use Jira and deploy to our own machines.",
        "At work the team uses Jira and deploys to their own machines.",
    ),
    ("We run a small hotel on the coast.", "User runs a small hotel on the coast."),
    ("We're a charity in Leeds, what form do we need?", "User's company is a charity in Leeds."),
    ("FYI, we never deploy on Fridays.", "The team never deploys on Fridays."),
    ("Our CI runs on our own machines.", "The team's CI runs on their own machines."),
    ("Our team uses Kotlin for everything.", "The team uses Kotlin for everything."),
    ("I work for a florist and I want to write to hotels.", "User works for a florist."),
    ("I'm a recruiter and I'm learning about tides, can you explain them?", "User is a recruiter."),
    ("I am from Ghana and when i looked i found big firms there.", "User is from Ghana."),
    ("No pizza please as I have a gluten intolerance", "User has a gluten intolerance."),
    ("We're a travel company and we're looking for a driver.", "User's company is a travel company."),
    ("We live in Ghent, the weather is good so we prefer something outdoors.", "User lives in Ghent."),
    ("I'm a retired nurse that discovered that she needs more money.", "User is a retired nurse."),
    ("1) the pan is small 2) i'm lactose intolerant 3) no garlic please", "User is lactose intolerant."),
    ("I should mention that I have a heart condition.", "User has a heart condition."),
    ("You should know I don't drink alcohol.", "User doesn't drink alcohol."),
    ("im vegan and i cant eat honey, any tips?", "User is vegan and they can't eat honey."),
    (
        "our shop is called Little Acorn and we sell used toys",
        "Their shop is called Little Acorn and the team sells used toys.",
    ),
    ("A correct answer agrees with my statement. I have two lovely dogs.", "User has two lovely dogs."),
]
IMPLIED = [
    ("What can I cook for my vegan daughter this weekend?", "User has a vegan daughter."),
    ("Where do my wife Aiko and our two kids get visas?", "User has a wife, Aiko and two kids."),
    ("My husband is out of town, what can I cook?", "User has a husband."),
    ("My cat keeps scratching the sofa.", "User has a cat."),
    ("My wife is asleep, so keep it short.", "User has a wife."),
    ("How do I restring my violin?", "User has a violin."),
    ("Why does my MacBook Air get so hot?", "User has a MacBook Air."),
    ("Which compost is right for my vegetable garden?", "User has a vegetable garden."),
    ("How do I price a cake in my bakery?", "User has a bakery."),
    ("My catering business needs a logo.", "User has a catering business."),
    ("A logo for My Dog Walking Business", "User has a Dog Walking Business."),
    ("Which cake would my son in law like?", "User has a son in law."),
    ("As a night nurse, I wonder which shoes are best.", "User is a night nurse."),
    ("With the power going out all the time here in Accra, which battery is best?", "User is based in Accra."),
]
WISHES = [
    ("From now on, always answer in British English.", "User wants the model to always answer in British English."),
    ("Please don't use emojis in your answers.", "User wants the model never to use emojis in its answers."),
    ("Always ask me before you delete files.", "User wants the model to always ask them before it deletes files."),
    ("Keep your answers short and plain.", "User wants the model to keep its answers short and plain."),
    ("Short and direct, just how I like it.", "User likes things short and direct."),
    ("No long talk, just action.", "User prefers no long talk, just action."),
]
UNSAID = [
    "Imagine I am a knight and I live in a castle.",
    "My sister said: I live in the wrong town.",
    "I play it every day, this song.",
    "I work on the login page at the moment.",
    "Imagine I run a circus. I have three elephants and my wife is a clown.",
    "This is the email I got: thank you, we only accept checks.",
    "My child process dies when I send SIGTERM.",
    "In my dog class, add a method that barks.",
    "My business plan is too long.",
    "My brother, you are right about that.",
    "My late husband left me a clock.",
    "As a user, I want to log in with a link.",
    "As a next step, I want the tests.",
    "We are here in Paris for two days.",
    "Always return a promise from this function.",
    "Never use it before the next chapter.",
    "In future, I will ask first.",
    "No changes, just a rename.",
    "My shop is on fire right now.",
    'Which fallacy is in "My kids hate me and never call"?',
    "Talk to me like you're my wife.",
    "Customer: I'm a bus driver.\nAgent: How can I help?",
    "The scenario is simple: I'm a hotel manager and a guest complains.",
    "As a wedding planner, I can create the perfect day for you.",
    "We had a better routine at my last startup.",
    "[Style: plain words. Avoid jargon.]",
    "Keep your answers on the given topic.",
    "From now on give me questions about capitals one by one.",
    "From now on, in English, play the captain.",
    "Dana Whitlock: I usually remove the valve core.",
    "I have three dogs each with four legs and two cats. How many legs?",
    "When I was 3 my sister was double my age.",
    "As for my favourite songs, that's a tough one.",
    "Why is my laptop camera black?",
    "I want to open a small bakery. Which oven is best for my bakery?",
]


def facts(typed: str) -> list[str]:
    """The facts of a conversation in which the person says one thing."""
    message = Message("s:1#0", "user", typed, origin="person")
    note = distil(Conversation("s:1", "s", None, None, None, None, "", (message,)))
    return [item.text for item in note.items if item.kind == "fact"]


@pytest.mark.parametrize(("typed", "fact"), IMPLIED)
def test_what_a_sentence_takes_for_granted_is_a_fact(typed: str, fact: str) -> None:
    """A question about somebody's daughter says that there is one."""
    assert facts(typed) == [fact]


@pytest.mark.parametrize(("typed", "fact"), WISHES)
def test_a_standing_wish_is_a_fact_about_the_person(typed: str, fact: str) -> None:
    """How somebody wants to be answered holds beyond the conversation."""
    assert facts(typed) == [fact]


@pytest.mark.parametrize(("typed", "fact"), STATED)
def test_a_plain_statement_is_a_fact_without_what_is_concluded_from_it(typed: str, fact: str) -> None:
    """The durable clause stands alone, whole, in the third person."""
    assert facts(typed) == [fact]


def test_an_example_of_the_models_that_the_person_copies_is_no_fact() -> None:
    """What the model said first is not the person's word about themselves."""
    example = "I enjoy volunteering as a mentor for a local rowing club."
    talk = (
        Message("s:1#0", "user", "Which hobbies count?", origin="person"),
        Message("s:1#1", "assistant", f"For example: {example}", origin="model"),
        Message("s:1#2", "user", example, origin="person"),
    )
    note = distil(Conversation("s:1", "s", None, None, None, None, "", talk))
    assert all(item.kind != "fact" for item in note.items)
    assert facts(example) == [example.replace("I enjoy", "User enjoys")]


@pytest.mark.parametrize("typed", UNSAID)
def test_what_is_supposed_quoted_or_about_the_work_is_no_fact(typed: str) -> None:
    """A clause counts only where its sentence is the person's own word about themselves."""
    assert facts(typed) == []
