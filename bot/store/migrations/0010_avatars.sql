-- People's own pictures, made small, as each server's tables show them.

CREATE TABLE avatars (
    guild   INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    source  TEXT NOT NULL,     -- Discord's name of the picture that it was made from
    at      INTEGER NOT NULL,  -- when it was looked at last, in milliseconds
    picture BLOB,              -- a JPEG file; NULL where it was no picture that can be shown
    PRIMARY KEY (guild, user)
) STRICT;
