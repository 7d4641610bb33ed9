-- What a match has done to a member's rating, to their run of wins or losses, and to their place in the season, as it
-- was when it ended. NULL for house players, for matches of before, and for what it has not changed.

ALTER TABLE results ADD COLUMN rating INTEGER;        -- as people read it, after the match
ALTER TABLE results ADD COLUMN gained INTEGER;        -- by how much it has changed
ALTER TABLE results ADD COLUMN streak INTEGER;        -- at this game: wins above zero, losses below
ALTER TABLE results ADD COLUMN season_place INTEGER;  -- by wins, over all games
ALTER TABLE results ADD COLUMN season_wins INTEGER;
