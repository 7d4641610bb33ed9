-- What people have answered to the announcement of a night; until now it stood among the night's terms. Whoever has
-- only pressed Interested in Discord's calendar is a Maybe that has not pressed here.

CREATE TABLE night_guests (
    night   TEXT NOT NULL REFERENCES nights (id),
    guild   INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    name    TEXT NOT NULL DEFAULT '',
    answer  TEXT NOT NULL CHECK (answer IN ('in', 'maybe', 'out')),
    since   INTEGER NOT NULL,             -- in milliseconds: the list is in this order
    pressed INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (night, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_of_member ON night_guests (guild, user);
INSERT INTO night_guests (night, guild, user, answer, since)
    SELECT n.id, n.guild, c.value, 'in', c.key FROM nights n, json_each(n.terms, '$.coming') c WHERE c.value > 0;
UPDATE nights SET terms = json_remove(terms, '$.coming');

-- Evenings that are voted on, and for which of them each person is. When the vote ends; NULL where the evening is fixed.

CREATE TABLE night_moments (
    night  TEXT NOT NULL REFERENCES nights (id),
    guild  INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    PRIMARY KEY (night, starts)
) STRICT, WITHOUT ROWID;
CREATE TABLE night_votes (
    night  TEXT NOT NULL REFERENCES nights (id),
    guild  INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    name   TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (night, starts, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_of_member ON night_votes (guild, user);
ALTER TABLE nights ADD COLUMN decides INTEGER;

-- Nights that come again. `rule` is as RFC 5545 writes it, and counts from `first`, a time on the wall clock of the
-- server's zone (2026-11-27T20:00).

CREATE TABLE series (
    id      TEXT PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host    INTEGER NOT NULL,
    name    TEXT NOT NULL,
    rule    TEXT NOT NULL,
    first   TEXT NOT NULL,
    terms   TEXT NOT NULL CHECK (json_valid(terms)),
    empty   INTEGER NOT NULL DEFAULT 0,  -- so many evenings in a row had fewer than two people
    ended   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX series_of_host ON series (guild, host);
ALTER TABLE nights ADD COLUMN series TEXT;
CREATE INDEX nights_of_series ON nights (series, starts) WHERE series IS NOT NULL;

-- What is to be done for a night, and when: the same as deadlines are for a table. A row goes when it is done.

CREATE TABLE night_plans (
    night TEXT NOT NULL REFERENCES nights (id),
    guild INTEGER NOT NULL,
    what  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (night, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX plans_by_time ON night_plans (at);
INSERT INTO night_plans (night, guild, what, at)
    SELECT n.id, n.guild, w.key, n.starts + w.value FROM nights n,
        json_each('{"day": -86400000, "hour": -3600000, "open": -3600000, "lapse": 43200000}') w
    WHERE n.status = 'announced';

-- Messages that have called people for a night, so that none is sent twice, and those that are no longer wanted go.
-- `user` is 0 for a message in the channel; `message` is NULL until Discord has taken it.

CREATE TABLE night_calls (
    night   TEXT NOT NULL REFERENCES nights (id),
    guild   INTEGER NOT NULL,
    what    TEXT NOT NULL,
    user    INTEGER NOT NULL DEFAULT 0,
    starts  INTEGER NOT NULL,  -- the evening that was meant
    channel INTEGER NOT NULL,
    message INTEGER,
    PRIMARY KEY (night, what, user)
) STRICT, WITHOUT ROWID;

-- Whatever message is deleted, and whatever becomes of an event, is looked up here.

CREATE INDEX announced_in ON nights (channel) WHERE status = 'announced';
CREATE INDEX announced_by_event ON nights (event) WHERE status = 'announced';
