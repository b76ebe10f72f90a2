"""Tolerant reading, shared by the adapters: fields of unknown shape, torn JSON, read-only SQLite, safe zips."""
