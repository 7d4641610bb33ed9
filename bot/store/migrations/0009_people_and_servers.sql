-- When we have opened somebody's direct messages ourselves, in milliseconds: Discord takes a bot that opens many for a
-- spammer, after a restart too.

ALTER TABLE dms ADD COLUMN opened INTEGER;
CREATE INDEX dms_opened ON dms (opened) WHERE opened IS NOT NULL;

-- Servers that have removed the bot, and when that was noticed, in milliseconds: what is kept of them is erased a while
-- later. The books of such a server may be closed for good; of every other a posting is final.

CREATE TABLE departures (
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT;

DROP TRIGGER posting_stays;
CREATE TRIGGER posting_stays BEFORE DELETE ON postings
WHEN NOT EXISTS (SELECT 1 FROM transfers JOIN departures USING (guild) WHERE transfers.id = old.transfer) BEGIN
    SELECT raise(ABORT, 'a posting is final');
END;
