CREATE TABLE ledger(
    pass TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, output_hash TEXT NOT NULL,
    PRIMARY KEY(pass, key)
) WITHOUT ROWID;
CREATE TABLE chunks(
    row INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,                 -- 'message' (embedded) or 'tool' (keyword only)
    text TEXT NOT NULL
);
CREATE INDEX chunks_by_conversation ON chunks(conversation_id);
CREATE TABLE notes(
    conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    maker TEXT NOT NULL,                -- 'rules' or a model's id
    awaiting INTEGER NOT NULL DEFAULT 0,-- 1: a model made the note before, the conversation changed since
    content_hash TEXT NOT NULL          -- the conversation's, when the note was made
) WITHOUT ROWID;
CREATE TABLE items(
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES notes(conversation_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    reason TEXT,
    instead_of TEXT,
    quote TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    score REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX items_by_conversation ON items(conversation_id, seq);
CREATE TABLE evidence(
    item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY(item_id, seq)
) WITHOUT ROWID;
CREATE INDEX evidence_by_message ON evidence(message_id);
CREATE TABLE note_entities(
    conversation_id TEXT NOT NULL REFERENCES notes(conversation_id) ON DELETE CASCADE,
    seq INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
    PRIMARY KEY(conversation_id, seq)
) WITHOUT ROWID;
CREATE TABLE note_topics(
    conversation_id TEXT NOT NULL REFERENCES notes(conversation_id) ON DELETE CASCADE,
    seq INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY(conversation_id, seq)
) WITHOUT ROWID;
CREATE TABLE overrides(
    kind TEXT NOT NULL, target TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY(kind, target)
) WITHOUT ROWID;
CREATE TABLE token_usage(
    model TEXT NOT NULL, purpose TEXT NOT NULL, requests INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL,
    PRIMARY KEY(model, purpose)
) WITHOUT ROWID;
CREATE TABLE vault_files(
    path TEXT PRIMARY KEY,              -- below the vault, NFC, with /
    id TEXT NOT NULL,                   -- of what it shows: a conversation, item, topic, entity or page
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,                 -- of the bytes last written
    bytes BLOB NOT NULL                 -- them, compressed: the base for telling a person's edit from ours
) WITHOUT ROWID;
CREATE INDEX vault_files_by_id ON vault_files(id);
