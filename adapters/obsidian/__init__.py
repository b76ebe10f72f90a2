"""The person's own notes in Obsidian vaults: a note is a conversation of one message."""

from adapters.obsidian.adapter import ADAPTER

__all__ = ["ADAPTER"]
