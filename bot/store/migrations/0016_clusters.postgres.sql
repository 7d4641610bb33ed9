-- Several processes on one database: when each was last known to be running, and whose turn it is to write.
CREATE TABLE beats (
    number BIGINT NOT NULL,
    total BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (number, total)
);

INSERT INTO beats (number, total, at) SELECT 0, 1, at FROM heartbeat;

DROP TABLE heartbeat;

ALTER TABLE beats RENAME TO heartbeat;

CREATE TABLE clusters (
    number BIGINT PRIMARY KEY,
    total BIGINT NOT NULL,
    epoch BIGINT NOT NULL
);
