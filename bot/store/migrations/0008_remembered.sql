-- What outlives a member whose data is erased: what was granted, lent and given, for as long as a limit on it runs. `who`
-- is a keyed hash of the server and the member, made when it is needed and kept nowhere else; the key is made with the
-- first of them.

CREATE TABLE hash_key (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

CREATE TABLE remembered (
    who    BLOB NOT NULL,
    what   TEXT NOT NULL,     -- why chips moved; 'refill:' and the day; 'grant', 'debt' and 'credit'
    until  INTEGER NOT NULL,  -- when the limit has run out, in milliseconds; 0 for never
    amount INTEGER NOT NULL,  -- hundredths of a white chip
    PRIMARY KEY (who, what, until)
) STRICT, WITHOUT ROWID;
CREATE INDEX remembered_until ON remembered (until) WHERE until > 0;
