-- Whoever has their data erased leaves a number behind, below zero as no member's is, and nothing that leads to them.

CREATE TABLE tombstones (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL
) STRICT;
