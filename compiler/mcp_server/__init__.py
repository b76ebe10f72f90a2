"""The second composition root: agents ask the store over the Model Context Protocol, read-only, on this machine."""
