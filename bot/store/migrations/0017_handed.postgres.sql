-- What people press in direct messages and another process answers.
CREATE TABLE handed (
    interaction BIGINT PRIMARY KEY,
    cluster BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    sent TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL
        CHECK (state IN ('waiting', 'acknowledging', 'acknowledged', 'taken', 'given up')),
    at BIGINT NOT NULL
);

CREATE INDEX handed_by_time ON handed (at);

CREATE INDEX servers_of_member ON members ("user");
