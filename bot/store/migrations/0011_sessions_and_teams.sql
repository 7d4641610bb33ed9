-- What somebody has played at a table that has no end of its own counts as a session: a result like those of matches,
-- with what they have brought and how long they sat there. Partners share a team's number.

ALTER TABLE results ADD COLUMN kind TEXT NOT NULL DEFAULT 'match' CHECK (kind IN ('match', 'session'));
ALTER TABLE results ADD COLUMN team INTEGER;                        -- NULL for whoever has no partner
ALTER TABLE results ADD COLUMN bought INTEGER NOT NULL DEFAULT 0;   -- of a session: hundredths of a white chip
ALTER TABLE results ADD COLUMN hands INTEGER NOT NULL DEFAULT 0;    -- of a session: so many were dealt in to them
ALTER TABLE results ADD COLUMN seated INTEGER NOT NULL DEFAULT 0;   -- of a session: milliseconds

ALTER TABLE standings ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0;  -- so many of the matches are sessions

DROP INDEX results_by_time;
CREATE INDEX results_by_time ON results (guild, finished, game, user, outcome, net, strikes, kind) WHERE user IS NOT NULL;
CREATE INDEX sessions_of_member ON results (guild, user, game, bought, net, hands, seated)
    WHERE kind = 'session' AND user IS NOT NULL;
CREATE INDEX matches_by_end ON matches (guild, finished, id) WHERE finished IS NOT NULL;

-- What is made anew in steps while play goes on, and how far each server has come: its tables that were closed before
-- sessions counted, the last of them in alphabetical order, and all ratings, up to a match that has ended. The new
-- ratings stand beside the old ones until they are complete.

CREATE TABLE upkeep (
    what  TEXT NOT NULL CHECK (what IN ('sessions', 'ratings')),
    guild INTEGER NOT NULL,
    at    INTEGER NOT NULL DEFAULT 0,
    match TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (what, guild)
) STRICT, WITHOUT ROWID;
INSERT INTO upkeep (what, guild) SELECT DISTINCT 'sessions', guild FROM matches WHERE finished IS NULL;
INSERT INTO upkeep (what, guild) SELECT DISTINCT 'ratings', guild FROM matches;

CREATE TABLE ratings_anew (
    guild   INTEGER NOT NULL,
    period  INTEGER NOT NULL,
    game    TEXT NOT NULL,
    user    INTEGER NOT NULL,
    mu      REAL NOT NULL,
    sigma   REAL NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild, period, game, user)
) STRICT, WITHOUT ROWID;
