CREATE TABLE source_files(
    source TEXT NOT NULL, unit TEXT NOT NULL, path TEXT NOT NULL,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    hash TEXT,                          -- of the content, where it was small enough to be worth it
    adapter_version INTEGER NOT NULL,
    PRIMARY KEY(source, unit, path)
) WITHOUT ROWID;
CREATE TABLE contributions(
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    source TEXT NOT NULL, unit TEXT NOT NULL,
    PRIMARY KEY(conversation_id, source, unit)
) WITHOUT ROWID;
CREATE INDEX contributions_by_unit ON contributions(source, unit);
CREATE TABLE problems(
    source TEXT NOT NULL, unit TEXT NOT NULL, place TEXT NOT NULL, what TEXT NOT NULL, detail TEXT NOT NULL,
    count INTEGER NOT NULL              -- more than 1: that many of a kind, the first shown
);
CREATE INDEX problems_by_unit ON problems(source, unit);
CREATE TABLE skipped(
    source TEXT NOT NULL, unit TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL
);
CREATE INDEX skipped_by_unit ON skipped(source, unit);
CREATE TABLE seen(
    source TEXT NOT NULL, unit TEXT NOT NULL, type TEXT NOT NULL, version TEXT NOT NULL, count INTEGER NOT NULL
);
CREATE INDEX seen_by_unit ON seen(source, unit);
CREATE TABLE imports(path TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY(path, source)) WITHOUT ROWID;
CREATE TABLE forgotten(id_hash TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE redactions(
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    kind TEXT NOT NULL, count INTEGER NOT NULL, rules INTEGER NOT NULL,
    PRIMARY KEY(conversation_id, kind)
) WITHOUT ROWID;
