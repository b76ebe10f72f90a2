CREATE TABLE replies(                   -- what a model answered, so that nothing is asked twice
    request_hash TEXT PRIMARY KEY,
    conversation_id TEXT REFERENCES conversations(id) ON DELETE CASCADE,   -- NULL: asked about several
    model TEXT NOT NULL, purpose TEXT NOT NULL, text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX replies_by_conversation ON replies(conversation_id);
-- An answer about several conversations may repeat any of them.
CREATE TRIGGER shared_replies_gone AFTER DELETE ON conversations BEGIN
    DELETE FROM replies WHERE conversation_id IS NULL;
END;
CREATE TABLE model_notes(               -- how a model's note came about
    conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    made_with TEXT NOT NULL,            -- hash of prompt, schema and version
    dropped INTEGER NOT NULL            -- entries without support in the conversation
) WITHOUT ROWID;
