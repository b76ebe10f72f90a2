CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE conversations(
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    title TEXT,
    project TEXT,
    created_at TEXT,
    updated_at TEXT,
    source_ref TEXT NOT NULL,
    parent TEXT,
    kind TEXT NOT NULL,
    attrs TEXT NOT NULL DEFAULT '{}',
    content_hash TEXT NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0     -- 1: no source that was there still holds it
) WITHOUT ROWID;
CREATE INDEX conversations_by_source ON conversations(source, kind);
CREATE INDEX conversations_by_parent ON conversations(parent) WHERE parent IS NOT NULL;

CREATE TABLE messages(
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    native_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    role TEXT NOT NULL,
    origin TEXT,
    branch TEXT,
    text TEXT NOT NULL,
    tool_calls TEXT NOT NULL DEFAULT '[]',
    created_at TEXT,
    place TEXT NOT NULL DEFAULT '',
    unit TEXT NOT NULL,                 -- the unit that told us last
    copy_of TEXT                        -- the same record in the conversation it came from
);
CREATE INDEX messages_by_conversation ON messages(conversation_id, seq);
CREATE INDEX messages_by_native ON messages(native_id);
