-- Members who may not sit down at a server's tables for a time. What their managers decided, and why, stands with the
-- other decisions.

CREATE TABLE bars (
    guild INTEGER NOT NULL,
    user  INTEGER NOT NULL,
    until INTEGER NOT NULL,  -- in milliseconds
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

-- What managers decide about tables and settings is written down as well: about which table, or what a setting is now.

ALTER TABLE decisions ADD COLUMN about TEXT NOT NULL DEFAULT '';

-- When a night was announced, in milliseconds, so that nobody announces too many; null for those of before.

ALTER TABLE nights ADD COLUMN announced INTEGER;
CREATE INDEX nights_of_host ON nights (guild, host);
