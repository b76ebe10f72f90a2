"""The store's shape, as numbered steps, each run once in a transaction that also records it.

Readable by any `sqlite3` from 3.42: built-in tokenizers only. A store from a newer Musubi is refused, not guessed at.
"""

from __future__ import annotations

from pathlib import Path

import apsw

from compiler.errors import StoreError

STEPS: tuple[tuple[str, str], ...] = (
    (
        "conversations",
        """
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
        """,
    ),
    (
        "sources",
        """
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
        """,
    ),
    (
        "derived",
        """
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
        """,
    ),
    (
        "search",
        """
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
        """,
    ),
    (
        "vault",
        """
        ALTER TABLE vault_files ADD COLUMN seen TEXT NOT NULL DEFAULT '';   -- hash of the bytes last read or written
        ALTER TABLE vault_files ADD COLUMN size INTEGER NOT NULL DEFAULT -1;  -- the file's stamp at that moment
        ALTER TABLE vault_files ADD COLUMN mtime_ns INTEGER NOT NULL DEFAULT -1;
        CREATE TABLE vault_names(id TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;   -- frozen when first given
        CREATE TABLE vault_past(                -- hashes of everything ever written
            hash TEXT PRIMARY KEY,
            recorded INTEGER NOT NULL           -- 0: about to be written, the manifest does not know it yet
        ) WITHOUT ROWID;
        """,
    ),
    (
        "search by conversation",
        """
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
        """,
    ),
    (
        "corpus",
        """
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
        """,
    ),
    (
        "model",
        """
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
        """,
    ),
    (
        "rules",
        """
        -- The version of the redaction rules that a conversation was read under.
        ALTER TABLE conversations ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
        """,
    ),
)


def version(connection: apsw.Connection) -> int:
    return int(connection.pragma("user_version"))


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Bring the store to the newest shape. Takes a backup first when there is something to lose."""
    current = version(connection)
    _refuse_newer(current, path)
    if current == len(STEPS):
        return
    if current:
        from compiler.store.backup import back_up

        back_up(connection, path, reason=f"before-v{len(STEPS)}")
    for number, (_, sql) in enumerate(STEPS[current:], start=current + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version(connection) < number:
                connection.execute(sql)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # an error of the disk has rolled back already
                connection.execute("ROLLBACK")
            raise


def require_current(connection: apsw.Connection, path: Path) -> None:
    current = version(connection)
    _refuse_newer(current, path)
    if current < len(STEPS):
        raise StoreError(f"The store {path} is from an older Musubi; run `musubi compile` once to bring it up to date.")


def _refuse_newer(current: int, path: Path) -> None:
    if current > len(STEPS):
        raise StoreError(
            f"The store {path} was written by a newer Musubi (version {current}, this one knows {len(STEPS)}); "
            "update Musubi."
        )
