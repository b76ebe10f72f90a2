"""The kinds of page, in the order in which they are written."""

from compiler.vault.pages import (
    bases,
    conversations,
    daily,
    decisions,
    entities,
    home,
    loops,
    map,
    profile,
    topics,
    transcripts,
)
from compiler.vault.pages.page import Kind, Page

PAGES: tuple[Kind, ...] = (
    Kind("conversation", conversations.claim, conversations.build),
    Kind("decision", decisions.claim, decisions.build),
    Kind("decisions", decisions.claim_index, decisions.build_index),
    Kind("loops", loops.claim, loops.build),
    Kind("transcript", transcripts.claim, transcripts.build),
    Kind("topic", topics.claim, topics.build),
    Kind("entity", entities.claim, entities.build),
    Kind("day", daily.claim, daily.build),
    Kind("profile", profile.claim, profile.build),
    Kind("map", map.claim, map.build),
    Kind("base", bases.claim, bases.build),
    Kind("home", home.claim, home.build),
)

__all__ = ["PAGES", "Kind", "Page"]
