"""The one SQLite file. All SQL lives here: `connection` opens it, `migrations` shapes it, a module a table group."""
