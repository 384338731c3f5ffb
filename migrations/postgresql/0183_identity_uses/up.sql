-- When a user last signed in with a user of a provider, for the list that they see. Those from before have none until the next sign-in.
ALTER TABLE external_identities ADD COLUMN last_used_at TIMESTAMP;
CREATE INDEX external_identities_of_user ON external_identities (organization_id, user_id);
