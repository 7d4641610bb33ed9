-- When we have opened somebody's direct messages ourselves, in milliseconds: Discord takes a bot that opens many for a
-- spammer, after a restart too.

ALTER TABLE dms ADD COLUMN opened INTEGER;
CREATE INDEX dms_opened ON dms (opened) WHERE opened IS NOT NULL;
