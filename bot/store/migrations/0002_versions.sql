-- A table counts its changes: one that was made on top of a change that never reached the disk is refused.

ALTER TABLE card_tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- When the card room was last known to be running, so that a start can tell how long it was away.

CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
