-- A member may have credit: a balance goes down to -credit. An account without a limit of its own follows the server's.
-- The table is made anew, for the constraint is a part of it; the postings that refer to it stay as they are.

PRAGMA defer_foreign_keys = ON;

CREATE TABLE accounts_before AS SELECT * FROM accounts;
DROP TABLE accounts;
CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY,
    guild      INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('member', 'escrow', 'pot', 'house', 'mint')),
    card_table TEXT NOT NULL DEFAULT '',
    owner      TEXT NOT NULL DEFAULT '',
    balance    INTEGER NOT NULL DEFAULT 0,
    credit     INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0 AND (credit = 0 OR kind = 'member')),
    own_credit INTEGER NOT NULL DEFAULT 0 CHECK (own_credit IN (0, 1)),
    CONSTRAINT no_overdraft CHECK (balance >= -credit OR kind IN ('house', 'mint')),
    UNIQUE (guild, kind, card_table, owner)
) STRICT;
INSERT INTO accounts (id, guild, kind, card_table, owner, balance)
    SELECT id, guild, kind, card_table, owner, balance FROM accounts_before;
DROP TABLE accounts_before;
CREATE INDEX accounts_of_owner ON accounts (guild, owner);
CREATE INDEX accounts_of_table ON accounts (guild, card_table);

-- The credit of each server's members.

CREATE TABLE credits (
    guild  INTEGER PRIMARY KEY,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT;

-- What managers have decided about chips: who, whom, how much, and why. Nothing here is ever changed but a name erased.

CREATE TABLE decisions (
    id      INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    guild   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    manager INTEGER NOT NULL,
    what    TEXT NOT NULL,
    member  INTEGER,           -- null: everybody
    amount  INTEGER,           -- null: back to the server's
    reason  TEXT NOT NULL
) STRICT;
CREATE INDEX decisions_of_guild ON decisions (guild, id);
