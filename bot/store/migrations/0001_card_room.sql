-- Amounts are hundredths of a white chip. Times are whole milliseconds since 1970, but a row's `at`, which is table time.

CREATE TABLE members (
    guild INTEGER NOT NULL,
    user  INTEGER NOT NULL,
    name  TEXT NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

-- The bank: a double-entry ledger. A balance changes by a posting and in no other way.

CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY,
    guild      INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('member', 'escrow', 'pot', 'house', 'mint')),
    card_table TEXT NOT NULL DEFAULT '',
    owner      TEXT NOT NULL DEFAULT '',
    balance    INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT no_overdraft CHECK (balance >= 0 OR kind IN ('house', 'mint')),
    UNIQUE (guild, kind, card_table, owner)
) STRICT;
CREATE INDEX accounts_of_owner ON accounts (guild, owner);
CREATE INDEX accounts_of_table ON accounts (guild, card_table);

CREATE TABLE transfers (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL UNIQUE,
    guild INTEGER NOT NULL,
    why   TEXT NOT NULL,
    at    INTEGER NOT NULL
) STRICT;
CREATE INDEX transfers_of_guild ON transfers (guild, at);

CREATE TABLE postings (
    transfer INTEGER NOT NULL REFERENCES transfers (id),
    account  INTEGER NOT NULL REFERENCES accounts (id),
    amount   INTEGER NOT NULL CHECK (amount <> 0 AND abs(amount) <= 1000000000000000),
    PRIMARY KEY (transfer, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_of_account ON postings (account, transfer);

CREATE TRIGGER posting_moves_balance AFTER INSERT ON postings BEGIN
    UPDATE accounts SET balance = balance + new.amount WHERE id = new.account;
END;
CREATE TRIGGER posting_is_final BEFORE UPDATE ON postings BEGIN
    SELECT raise(ABORT, 'a posting is final');
END;
CREATE TRIGGER posting_stays BEFORE DELETE ON postings BEGIN
    SELECT raise(ABORT, 'a posting is final');
END;

-- Tables, and the time by which each must act.

CREATE TABLE card_tables (
    id      TEXT PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    thread  INTEGER,
    host    INTEGER NOT NULL,
    game    TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    state   TEXT NOT NULL CHECK (json_valid(state)),
    status  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_card_tables ON card_tables (guild, channel) WHERE status <> 'closed';

CREATE TABLE deadlines (
    card_table TEXT PRIMARY KEY REFERENCES card_tables (id),
    at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The journal: a deal is rebuilt from its start and its rows. Rows are never deleted; an undo is a row of its own.

CREATE TABLE matches (
    id         TEXT PRIMARY KEY,
    card_table TEXT NOT NULL REFERENCES card_tables (id),
    guild      INTEGER NOT NULL,
    game       TEXT NOT NULL,
    options    TEXT NOT NULL CHECK (json_valid(options)),
    started    INTEGER NOT NULL,
    finished   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_of_table ON matches (card_table, started);

CREATE TABLE deals (
    id     TEXT PRIMARY KEY,
    match  TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    start  TEXT NOT NULL CHECK (json_valid(start)),
    status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'void')),
    after  TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX deals_of_match ON deals (match, number) WHERE status <> 'void';
CREATE UNIQUE INDEX one_running_deal ON deals (match) WHERE status = 'running';
CREATE INDEX all_deals_of_match ON deals (match, number);

CREATE TABLE deal_rows (
    deal    TEXT NOT NULL REFERENCES deals (id),
    n       INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    move    TEXT NOT NULL CHECK (json_valid(move)),
    at      INTEGER NOT NULL,
    pressed INTEGER NOT NULL,
    lapsed  INTEGER NOT NULL CHECK (lapsed IN (0, 1)),
    digest  TEXT NOT NULL,
    PRIMARY KEY (deal, n)
) STRICT, WITHOUT ROWID;

-- Records: one result per seat and match. `standings` and `tallies` are sums over the results of members, kept by the
-- same transaction that stores the results, so that a leaderboard need not read a million of them: each result counts
-- in its month and for ever (month 0), at its game and at all games (game '').

CREATE TABLE results (
    match    TEXT NOT NULL REFERENCES matches (id),
    seat     INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    game     TEXT NOT NULL,
    finished INTEGER NOT NULL,
    user     INTEGER,
    name     TEXT NOT NULL,
    place    INTEGER NOT NULL,
    outcome  TEXT NOT NULL CHECK (outcome IN ('W', 'L', 'D')),
    score    INTEGER NOT NULL,
    net      INTEGER NOT NULL,
    strikes  INTEGER NOT NULL,
    humans   INTEGER NOT NULL,
    counts   TEXT NOT NULL CHECK (json_valid(counts)),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX member_once_a_match ON results (match, user) WHERE user IS NOT NULL;
CREATE INDEX results_of_member ON results (guild, user, finished) WHERE user IS NOT NULL;
CREATE INDEX results_by_time ON results (guild, finished, game, user, outcome, net) WHERE user IS NOT NULL;

CREATE TABLE standings (
    guild   INTEGER NOT NULL,
    month   INTEGER NOT NULL,  -- year * 12 + month - 1, in UTC; 0 is all time
    game    TEXT NOT NULL,     -- '' is all games
    user    INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins    INTEGER NOT NULL,
    losses  INTEGER NOT NULL,
    draws   INTEGER NOT NULL,
    net     INTEGER NOT NULL,
    best    INTEGER NOT NULL,  -- the greatest net of one match
    PRIMARY KEY (guild, month, game, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_of_member ON standings (guild, user, game) WHERE month = 0;

CREATE TABLE tallies (
    guild INTEGER NOT NULL,
    user  INTEGER NOT NULL,
    game  TEXT NOT NULL,
    name  TEXT NOT NULL,
    total INTEGER NOT NULL,
    best  INTEGER NOT NULL,
    PRIMARY KEY (guild, user, game, name)
) STRICT, WITHOUT ROWID;

-- What servers and people have set.

CREATE TABLE settings (
    guild INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE prefs (
    user  INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE dms (
    user    INTEGER PRIMARY KEY,
    channel INTEGER,
    flagged INTEGER NOT NULL CHECK (flagged IN (0, 1))
) STRICT;
