-- What people press in direct messages and another process answers.
CREATE TABLE handed (
    interaction INTEGER PRIMARY KEY,
    cluster INTEGER NOT NULL,
    user INTEGER NOT NULL,
    sent TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'acknowledging', 'acknowledged', 'taken', 'given up')),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX handed_by_time ON handed (at);

CREATE INDEX servers_of_member ON members (user);
