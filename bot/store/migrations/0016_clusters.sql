-- Several processes on one database: when each was last known to be running, and whose turn it is to write.
CREATE TABLE beats (
    number INTEGER NOT NULL,
    total INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (number, total)
) STRICT;

INSERT INTO beats (number, total, at) SELECT 0, 1, at FROM heartbeat;

DROP TABLE heartbeat;

ALTER TABLE beats RENAME TO heartbeat;

CREATE TABLE clusters (
    number INTEGER PRIMARY KEY,
    total INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;
