ALTER TABLE vault_files ADD COLUMN seen TEXT NOT NULL DEFAULT '';   -- hash of the bytes last read or written
ALTER TABLE vault_files ADD COLUMN size INTEGER NOT NULL DEFAULT -1;  -- the file's stamp at that moment
ALTER TABLE vault_files ADD COLUMN mtime_ns INTEGER NOT NULL DEFAULT -1;
CREATE TABLE vault_names(id TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;   -- frozen when first given
CREATE TABLE vault_past(                -- hashes of everything ever written
    hash TEXT PRIMARY KEY,
    recorded INTEGER NOT NULL           -- 0: about to be written, the manifest does not know it yet
) WITHOUT ROWID;
