DROP INDEX external_identities_of_user;
ALTER TABLE external_identities DROP COLUMN last_used_at;
