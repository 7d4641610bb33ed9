-- How strong a house player was; NULL for people, and for house players of before, who all played as well as they could.

ALTER TABLE results ADD COLUMN strength TEXT COLLATE "C";
