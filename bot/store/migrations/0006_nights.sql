-- Nights of dealer's choice: announced, running, over. The table of a night has the night's id.

CREATE TABLE nights (
    id      TEXT PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    host    INTEGER NOT NULL,
    name    TEXT NOT NULL,
    starts  INTEGER NOT NULL,
    event   INTEGER,
    status  TEXT NOT NULL DEFAULT 'announced' CHECK (status IN ('announced', 'running', 'over', 'cancelled')),
    terms   TEXT NOT NULL CHECK (json_valid(terms)),
    ended   INTEGER,
    summary TEXT CHECK (summary IS NULL OR json_valid(summary))
) STRICT, WITHOUT ROWID;
CREATE INDEX nights_of_guild ON nights (guild, status, starts);

-- How everybody stood after each deal of a night, for the picture of the evening.

CREATE TABLE night_course (
    night TEXT NOT NULL REFERENCES nights (id),
    n     INTEGER NOT NULL,
    game  TEXT NOT NULL,
    nets  TEXT NOT NULL CHECK (json_valid(nets)),
    PRIMARY KEY (night, n)
) STRICT, WITHOUT ROWID;
