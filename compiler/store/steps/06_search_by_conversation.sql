ALTER TABLE chunks ADD COLUMN person INTEGER NOT NULL DEFAULT 0;   -- 1: the person's own words
CREATE INDEX chunks_by_person ON chunks(row) WHERE person = 1;
CREATE TABLE centroids(                 -- the mean of a conversation's chunk vectors, unit length
    conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    whole BLOB NOT NULL,
    person BLOB NOT NULL                -- of the person's own words
);
CREATE TRIGGER centroid_grew AFTER INSERT ON chunks WHEN new.kind = 'message' BEGIN
    DELETE FROM centroids WHERE conversation_id = new.conversation_id;
END;
CREATE TRIGGER centroid_shrank AFTER DELETE ON chunks WHEN old.kind = 'message' BEGIN
    DELETE FROM centroids WHERE conversation_id = old.conversation_id;
END;
