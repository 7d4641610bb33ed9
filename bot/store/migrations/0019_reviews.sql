-- What a member's decisions in a match were worth, and which rows a house player has made in somebody's place.
CREATE TABLE reviews (
    guild INTEGER NOT NULL,
    user  INTEGER NOT NULL,
    match TEXT NOT NULL,
    judge INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    found TEXT NOT NULL CHECK (json_valid(found)),
    PRIMARY KEY (guild, user, match)
) STRICT;

ALTER TABLE deal_rows ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;
