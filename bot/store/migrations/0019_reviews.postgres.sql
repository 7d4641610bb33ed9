-- What a member's decisions in a match were worth, and which rows a house player has made in somebody's place.
CREATE TABLE reviews (
    guild  BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    match  TEXT COLLATE "C" NOT NULL,
    judge  BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    found  TEXT COLLATE "C" NOT NULL CHECK (found::json IS NOT NULL),
    PRIMARY KEY (guild, "user", match)
);

ALTER TABLE deal_rows ADD COLUMN stand_in BIGINT NOT NULL DEFAULT 0;
