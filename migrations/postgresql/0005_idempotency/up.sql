-- Requests that came with a name (`Idempotency-Key`), one row each for a day: without an answer while they run, then with it.
CREATE TABLE idempotent_requests (
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    key_id TEXT COLLATE "C" NOT NULL,
    name_hash BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    token TEXT COLLATE "C" NOT NULL,
    claimed_at TIMESTAMP NOT NULL,
    answer BYTEA,
    PRIMARY KEY (organization_id, key_id, name_hash)
);
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (claimed_at);
CREATE UNIQUE INDEX idempotent_requests_by_token ON idempotent_requests (token);
