-- What each member had, did and won in a deal of a game that keeps such figures: a row for each deal and person, written
-- when the deal ends. Of deals that were over before, the rows are made from the journal while play goes on.

CREATE TABLE hands (
    guild      INTEGER NOT NULL,
    user       INTEGER NOT NULL,
    at         INTEGER NOT NULL,  -- in milliseconds
    deal       TEXT NOT NULL,
    card_table TEXT NOT NULL,
    game       TEXT NOT NULL,
    seat       INTEGER NOT NULL,
    what       TEXT NOT NULL,     -- what was played, as people call it
    position   TEXT NOT NULL,
    cards      TEXT NOT NULL,     -- the member's own, as far as they knew them
    board      TEXT NOT NULL,
    pot        INTEGER NOT NULL,  -- hundredths of a white chip, as the two that follow
    unit       INTEGER NOT NULL,  -- what pots and nets are measured by
    net        INTEGER NOT NULL,
    showdown   TEXT NOT NULL CHECK (showdown IN ('', 'won', 'lost')),
    counts     TEXT NOT NULL CHECK (json_valid(counts)),
    PRIMARY KEY (guild, user, at, deal)
) STRICT, WITHOUT ROWID;
CREATE INDEX hands_of_deal ON hands (deal);

ALTER TABLE upkeep RENAME TO upkeep_before;
CREATE TABLE upkeep (
    what  TEXT NOT NULL CHECK (what IN ('sessions', 'ratings', 'hands')),
    guild INTEGER NOT NULL,
    at    INTEGER NOT NULL DEFAULT 0,
    match TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (what, guild)
) STRICT, WITHOUT ROWID;
INSERT INTO upkeep SELECT what, guild, at, match FROM upkeep_before;
DROP TABLE upkeep_before;
INSERT INTO upkeep (what, guild) SELECT DISTINCT 'hands', guild FROM matches;
