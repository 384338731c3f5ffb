-- What is unique is so within an organization, so that tenants can be spread over machines: each keeps its own keys. A link names
-- a recording and nothing else; it is looked for by an index that need not be unique, since identifiers are drawn by chance.
DROP INDEX recordings_by_id;
CREATE UNIQUE INDEX recordings_by_id ON recordings (organization_id, id);
CREATE INDEX recordings_by_link ON recordings (id);

DROP INDEX idempotent_requests_by_token;
CREATE UNIQUE INDEX idempotent_requests_by_token ON idempotent_requests (organization_id, token);
DROP INDEX idempotent_requests_by_time;
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (organization_id, claimed_at);
