-- The server that runs a request or an upload, so that what it has begun can be ended if it is killed. A killed server is not of one
-- organization, so the indexes are not either.
ALTER TABLE idempotent_requests ADD COLUMN server TEXT;
CREATE INDEX idempotent_requests_by_server ON idempotent_requests (server) WHERE server IS NOT NULL;
ALTER TABLE uploads ADD COLUMN server TEXT;
CREATE INDEX uploads_by_server ON uploads (server) WHERE server IS NOT NULL;
