DROP INDEX live_sessions_of_user;
CREATE INDEX sessions_of_user ON sessions (organization_id, user_id);
