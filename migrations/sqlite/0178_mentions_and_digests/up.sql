-- Whether users get a mail if somebody mentions them in a note, and the daily digest. A user without a row gets no digest.
ALTER TABLE mail_preferences ADD COLUMN mentions BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE mail_preferences ADD COLUMN daily_digest BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX digests_of_organization ON mail_preferences (organization_id, daily_digest, user_id);
