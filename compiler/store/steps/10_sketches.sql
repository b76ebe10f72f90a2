CREATE TABLE signs(                     -- one bit a dimension of each chunk vector, to choose whom to compare
    block INTEGER PRIMARY KEY,          -- chunk row / 1024
    bits BLOB NOT NULL                  -- 64-bit words, little-endian: the first of each of the 1024 rows, the second …
);
CREATE TABLE sketches(                  -- one byte a dimension, to compare those
    row INTEGER PRIMARY KEY,            -- of `embedded`
    bytes BLOB NOT NULL                 -- float32 scale, then int8: their product is the vector, to half a step
);
CREATE TRIGGER sketch_gone AFTER DELETE ON embedded BEGIN
    DELETE FROM sketches WHERE row = old.row;
END;
