"""Musubi's compiler: conversations in, one SQLite file in the middle, a linked vault out."""
