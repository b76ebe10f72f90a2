-- The version of the redaction rules that a conversation was read under.
ALTER TABLE conversations ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
