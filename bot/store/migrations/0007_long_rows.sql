-- Tables whose rows are long lie in the order of their numbers: without such numbers a row of more than a kilobyte takes
-- a page of four for itself, which made a deal four times as large as what is written in it.

PRAGMA defer_foreign_keys = ON;

CREATE TABLE deals_before AS SELECT * FROM deals;
DROP TABLE deals;
CREATE TABLE deals (
    id     TEXT NOT NULL PRIMARY KEY,
    match  TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    start  TEXT NOT NULL CHECK (json_valid(start)),
    status TEXT NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'void')),
    after  TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT;
INSERT INTO deals (id, match, number, start, status, after)
    SELECT id, match, number, start, status, after FROM deals_before;
DROP TABLE deals_before;
CREATE UNIQUE INDEX deals_of_match ON deals (match, number) WHERE status <> 'void';
CREATE UNIQUE INDEX one_running_deal ON deals (match) WHERE status = 'running';
CREATE INDEX all_deals_of_match ON deals (match, number);

CREATE TABLE card_tables_before AS SELECT * FROM card_tables;
DROP TABLE card_tables;
CREATE TABLE card_tables (
    id      TEXT NOT NULL PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    thread  INTEGER,
    host    INTEGER NOT NULL,
    game    TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    state   TEXT NOT NULL CHECK (json_valid(state)),
    status  TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO card_tables (id, guild, channel, thread, host, game, options, state, status, version)
    SELECT id, guild, channel, thread, host, game, options, state, status, version FROM card_tables_before;
DROP TABLE card_tables_before;
CREATE INDEX open_card_tables ON card_tables (guild, channel) WHERE status <> 'closed';
