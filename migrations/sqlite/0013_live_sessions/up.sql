-- The live sessions of a user in the order of their last refresh: those beyond what a user may have end.
-- A password that changes and a user who leaves end all of them.
DROP INDEX sessions_of_user;
CREATE INDEX live_sessions_of_user ON sessions (organization_id, user_id, access_expires_at DESC, id DESC) WHERE revoked_at IS NULL;
