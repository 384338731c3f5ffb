DROP INDEX digests_of_organization;
ALTER TABLE mail_preferences DROP COLUMN daily_digest;
ALTER TABLE mail_preferences DROP COLUMN mentions;
