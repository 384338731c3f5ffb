-- Requests that came with a name (`Idempotency-Key`), one row each for a day: without an answer while they run, then with it.
CREATE TABLE idempotent_requests (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    key_id TEXT NOT NULL,
    name_hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    token TEXT NOT NULL,
    claimed_at TIMESTAMP NOT NULL,
    answer BLOB,
    PRIMARY KEY (organization_id, key_id, name_hash)
);
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (claimed_at);
CREATE UNIQUE INDEX idempotent_requests_by_token ON idempotent_requests (token);
