-- Messages and tool output have indexes of their own: the bulk of tool output would drown the words of people.
CREATE VIEW message_chunks AS SELECT row, text FROM chunks WHERE kind = 'message';
CREATE VIEW tool_chunks AS SELECT row, text FROM chunks WHERE kind = 'tool';
CREATE VIRTUAL TABLE message_words USING fts5(text, content = 'message_chunks', content_rowid = 'row',
    tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE message_trigrams USING fts5(text, content = 'message_chunks', content_rowid = 'row',
    tokenize = 'trigram', detail = none);
CREATE VIRTUAL TABLE tool_words USING fts5(text, content = 'tool_chunks', content_rowid = 'row',
    tokenize = 'porter unicode61 remove_diacritics 2');
-- Scripts written without spaces, as overlapping pairs of characters; filled by `store.chunks`.
CREATE VIRTUAL TABLE wide_words USING fts5(pairs, tokenize = "unicode61 categories 'L* M* N* Co'");
CREATE VIRTUAL TABLE message_vocabulary USING fts5vocab(message_words, 'row');
CREATE TRIGGER message_chunk_added AFTER INSERT ON chunks WHEN new.kind = 'message' BEGIN
    INSERT INTO message_words(rowid, text) VALUES (new.row, new.text);
    INSERT INTO message_trigrams(rowid, text) VALUES (new.row, new.text);
END;
CREATE TRIGGER message_chunk_gone AFTER DELETE ON chunks WHEN old.kind = 'message' BEGIN
    INSERT INTO message_words(message_words, rowid, text) VALUES ('delete', old.row, old.text);
    INSERT INTO message_trigrams(message_trigrams, rowid, text) VALUES ('delete', old.row, old.text);
    DELETE FROM wide_words WHERE rowid = old.row;
    DELETE FROM embedded WHERE row = old.row;
END;
CREATE TRIGGER tool_chunk_added AFTER INSERT ON chunks WHEN new.kind = 'tool' BEGIN
    INSERT INTO tool_words(rowid, text) VALUES (new.row, new.text);
END;
CREATE TRIGGER tool_chunk_gone AFTER DELETE ON chunks WHEN old.kind = 'tool' BEGIN
    INSERT INTO tool_words(tool_words, rowid, text) VALUES ('delete', old.row, old.text);
END;
CREATE TABLE embedded(row INTEGER PRIMARY KEY);  -- chunks whose row in the vec0 table is theirs;
                                                 -- a vector whose row is missing here is stale
CREATE TABLE passages(                  -- of notes: what a note says, a text each
    row INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    item_id TEXT,                       -- NULL for the title and summary
    kind TEXT NOT NULL,                 -- 'note' or an item's kind
    text TEXT NOT NULL,
    vector BLOB                         -- float32, unit length; NULL where it could not be embedded
);
CREATE INDEX passages_by_conversation ON passages(conversation_id);
CREATE VIRTUAL TABLE passage_words USING fts5(text, content = 'passages', content_rowid = 'row',
    tokenize = 'porter unicode61 remove_diacritics 2');
CREATE TRIGGER passage_added AFTER INSERT ON passages BEGIN
    INSERT INTO passage_words(rowid, text) VALUES (new.row, new.text);
END;
CREATE TRIGGER passage_gone AFTER DELETE ON passages BEGIN
    INSERT INTO passage_words(passage_words, rowid, text) VALUES ('delete', old.row, old.text);
END;
-- What is forgotten leaves the index at once, not at the next merge.
INSERT INTO message_words(message_words, rank) VALUES ('secure-delete', 1);
INSERT INTO message_trigrams(message_trigrams, rank) VALUES ('secure-delete', 1);
INSERT INTO wide_words(wide_words, rank) VALUES ('secure-delete', 1);
INSERT INTO tool_words(tool_words, rank) VALUES ('secure-delete', 1);
INSERT INTO passage_words(passage_words, rank) VALUES ('secure-delete', 1);
