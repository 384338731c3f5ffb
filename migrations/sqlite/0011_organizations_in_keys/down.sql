DROP INDEX idempotent_requests_by_time;
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (claimed_at);
DROP INDEX idempotent_requests_by_token;
CREATE UNIQUE INDEX idempotent_requests_by_token ON idempotent_requests (token);
DROP INDEX recordings_by_link;
DROP INDEX recordings_by_id;
CREATE UNIQUE INDEX recordings_by_id ON recordings (id);
