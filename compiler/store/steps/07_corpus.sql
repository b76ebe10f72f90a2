-- What one note says, in a form that can be compared with what the others say; goes with the note.
CREATE TABLE marks(
    id TEXT PRIMARY KEY,                -- an item's; a statement's: conversation + '!' + number
    conversation_id TEXT NOT NULL REFERENCES notes(conversation_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,                 -- decision, loop, fact, or 'done': says that something is finished
    text TEXT NOT NULL,
    message_id TEXT,                    -- first evidence
    denied INTEGER NOT NULL,            -- 1: says that something is not so, or not done
    key TEXT NOT NULL,                  -- hash of the terms
    terms BLOB NOT NULL                 -- uint32 each, sorted
) WITHOUT ROWID;
CREATE INDEX marks_by_conversation ON marks(conversation_id);
CREATE INDEX marks_by_kind ON marks(kind, key);
CREATE TABLE alike(                     -- keys that say about the same; of kind 'done': b finishes a
    kind TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL,
    shared REAL NOT NULL,               -- of all their terms; of kind 'done': of a's
    PRIMARY KEY(kind, a, b)
) WITHOUT ROWID;
CREATE TABLE compared(kind TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY(kind, key)) WITHOUT ROWID;
CREATE TABLE choices(                   -- what a decision takes (chosen 1) and what it turns down (0)
    mark TEXT NOT NULL REFERENCES marks(id) ON DELETE CASCADE,
    option TEXT NOT NULL, chosen INTEGER NOT NULL,
    PRIMARY KEY(mark, option, chosen)
) WITHOUT ROWID;
CREATE TABLE traits(                    -- what a fact is about: its theme, and the slot it fills, if any
    mark TEXT PRIMARY KEY REFERENCES marks(id) ON DELETE CASCADE,
    theme TEXT NOT NULL, slot TEXT NOT NULL, value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE mentions(
    conversation_id TEXT NOT NULL REFERENCES notes(conversation_id) ON DELETE CASCADE,
    key TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
    PRIMARY KEY(conversation_id, key, name)
) WITHOUT ROWID;
CREATE INDEX mentions_by_key ON mentions(key);
CREATE TABLE entities(key TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
    conversations INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE topics(                    -- the standing taxonomy; it also lies in musubi.lock
    id TEXT PRIMARY KEY, name TEXT NOT NULL, maker TEXT NOT NULL,
    made_of INTEGER NOT NULL,           -- conversations that there were when it was proposed
    centre BLOB NOT NULL                -- int8, one a dimension
) WITHOUT ROWID;
CREATE TABLE topic_of(
    conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    topic_id TEXT, similarity REAL NOT NULL    -- topic NULL: Unsorted
) WITHOUT ROWID;
CREATE TABLE related(
    conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    other TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    similarity REAL NOT NULL,
    PRIMARY KEY(conversation_id, seq)
) WITHOUT ROWID;
CREATE INDEX related_by_other ON related(other);
CREATE TABLE related_seen(conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE,
    vector TEXT NOT NULL) WITHOUT ROWID;       -- how many, and the hash of the vector it was made of
CREATE TABLE threads(                   -- items that are one entry, and what became of the entry
    item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
    entry TEXT NOT NULL,                -- the item that stands for all of them
    ended_by TEXT,                      -- the decision that replaced it, the mark that closed it
    ended_why TEXT
) WITHOUT ROWID;
CREATE TABLE profile(                   -- one row a fact shown; `facts` its items, best first
    entry TEXT PRIMARY KEY, theme TEXT NOT NULL, text TEXT NOT NULL, facts TEXT NOT NULL,
    conversations INTEGER NOT NULL, since TEXT, before TEXT NOT NULL DEFAULT '[]',
    trust TEXT NOT NULL                 -- 'said', or 'remembered' by a product and not borne out
) WITHOUT ROWID;
CREATE TABLE map_places(id TEXT PRIMARY KEY, x INTEGER NOT NULL, y INTEGER NOT NULL) WITHOUT ROWID;
