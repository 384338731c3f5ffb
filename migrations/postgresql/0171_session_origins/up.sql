-- From where a session was opened and when it was last used, for the list that its user sees. The browser and the system are names and
-- the network is coarse: neither the header nor the whole address is stored. Sessions from before have none until they are refreshed.
ALTER TABLE sessions ADD COLUMN kind TEXT;
ALTER TABLE sessions ADD COLUMN browser TEXT;
ALTER TABLE sessions ADD COLUMN system TEXT;
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE sessions ADD COLUMN last_used_at TIMESTAMP;
-- When the session ends unless it is used again. The access token of the API ends earlier.
ALTER TABLE sessions ADD COLUMN ends_at TIMESTAMP;
