-- A match may be one of a night's; so are its results. A match of no night has none.

ALTER TABLE matches ADD COLUMN night TEXT;
CREATE INDEX matches_of_night ON matches (night) WHERE night IS NOT NULL;
ALTER TABLE results ADD COLUMN night TEXT;
CREATE INDEX results_of_night ON results (night) WHERE night IS NOT NULL;

-- A leaderboard since any day, and a member's form, are read from these alone.

DROP INDEX results_by_time;
CREATE INDEX results_by_time ON results (guild, finished, game, user, outcome, net, strikes) WHERE user IS NOT NULL;
DROP INDEX results_of_member;
CREATE INDEX results_of_member ON results (guild, user, finished, game, outcome, net) WHERE user IS NOT NULL;

-- Seasons: at most one runs. What counts for one stays when it is over.

CREATE TABLE seasons (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name  TEXT NOT NULL COLLATE NOCASE,
    began INTEGER NOT NULL,
    ended INTEGER,
    UNIQUE (guild, name)
) STRICT;
CREATE UNIQUE INDEX one_running_season ON seasons (guild) WHERE ended IS NULL;

-- A period is a month (year * 12 + month - 1, in UTC), for ever (0), or a season (its id, negative).

ALTER TABLE standings RENAME COLUMN month TO period;
ALTER TABLE standings ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0;
UPDATE standings SET strikes = coalesce((
    SELECT sum(r.strikes) FROM results r
    WHERE r.guild = standings.guild AND r.user = standings.user AND (standings.game = '' OR r.game = standings.game)
        AND (standings.period = 0 OR standings.period
            = strftime('%Y', r.finished / 1000, 'unixepoch') * 12 + strftime('%m', r.finished / 1000, 'unixepoch') - 1)
), 0);

-- How good members are, by the places of each match among them: for ever (period 0) and for each season.

CREATE TABLE ratings (
    guild   INTEGER NOT NULL,
    period  INTEGER NOT NULL,
    game    TEXT NOT NULL,     -- '' is all games
    user    INTEGER NOT NULL,
    mu      REAL NOT NULL,
    sigma   REAL NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild, period, game, user)
) STRICT, WITHOUT ROWID;

-- What each night has brought each member so far: the sum over its matches, at each game and at all ('').

CREATE TABLE night_nets (
    guild INTEGER NOT NULL,
    game  TEXT NOT NULL,
    user  INTEGER NOT NULL,
    night TEXT NOT NULL,
    began INTEGER NOT NULL,    -- when its first match ended
    net   INTEGER NOT NULL,
    PRIMARY KEY (guild, game, user, night)
) STRICT, WITHOUT ROWID;
CREATE INDEX best_nights ON night_nets (guild, game, user, net);
CREATE INDEX nights_by_time ON night_nets (guild, game, began, user, net);

-- Runs of wins and losses: the one that goes on (of losses below zero), and the longest.

CREATE TABLE streaks (
    guild       INTEGER NOT NULL,
    user        INTEGER NOT NULL,
    game        TEXT NOT NULL,     -- '' is all games
    streak      INTEGER NOT NULL,
    most_wins   INTEGER NOT NULL,
    most_losses INTEGER NOT NULL,
    PRIMARY KEY (guild, user, game)
) STRICT, WITHOUT ROWID;
INSERT INTO streaks (guild, user, game, streak, most_wins, most_losses)
    WITH played AS (
        SELECT guild, user, game, finished, match, outcome FROM results WHERE user IS NOT NULL
        UNION ALL SELECT guild, user, '', finished, match, outcome FROM results WHERE user IS NOT NULL
    ),
    numbered AS (
        SELECT guild, user, game, outcome,
            row_number() OVER (PARTITION BY guild, user, game ORDER BY finished, match) AS n,
            row_number() OVER (PARTITION BY guild, user, game, outcome ORDER BY finished, match) AS k
        FROM played
    ),
    runs AS (
        SELECT guild, user, game, outcome, count(*) AS length, max(n) AS last FROM numbered
        GROUP BY guild, user, game, outcome, n - k
    ),
    longest AS (
        SELECT guild, user, game, max(last) AS last, max(iif(outcome = 'W', length, 0)) AS wins,
            max(iif(outcome = 'L', length, 0)) AS losses
        FROM runs GROUP BY guild, user, game
    )
    SELECT guild, user, game, length * (outcome = 'W') - length * (outcome = 'L'), wins, losses
    FROM longest JOIN runs USING (guild, user, game, last);

-- Two members at the same tables: how often the one with the smaller id came out ahead of the other.

CREATE TABLE rivals (
    guild     INTEGER NOT NULL,
    user      INTEGER NOT NULL,
    other     INTEGER NOT NULL CHECK (user < other),
    game      TEXT NOT NULL,     -- each game's own; over all games they are added up
    matches   INTEGER NOT NULL,
    ahead     INTEGER NOT NULL,
    behind    INTEGER NOT NULL,
    net       INTEGER NOT NULL,
    other_net INTEGER NOT NULL,
    PRIMARY KEY (guild, user, other, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rivals_of_other ON rivals (guild, other);
INSERT INTO rivals (guild, user, other, game, matches, ahead, behind, net, other_net)
    SELECT a.guild, a.user, b.user, a.game, count(*), sum(a.place < b.place), sum(a.place > b.place), sum(a.net), sum(b.net)
    FROM results a JOIN results b ON b.match = a.match AND b.user > a.user WHERE a.user IS NOT NULL
    GROUP BY a.guild, a.user, b.user, a.game;
