-- The number of the organization's last event. It is in this row because every change locks it anyway.
ALTER TABLE audit_heads ADD COLUMN last_event BIGINT NOT NULL DEFAULT 0;

-- Whether an event told of the key's expiry. Each key has one such event.
ALTER TABLE api_keys ADD COLUMN expiry_announced BOOLEAN NOT NULL DEFAULT FALSE;

-- What other systems are told: one row for each change, written in its transaction. It contains identifiers and names of fields, and no
-- values. There is no reference to the candidate or the job, because an event outlives them.
CREATE TABLE events (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    sequence BIGINT NOT NULL,
    id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    occurred_at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL,
    thing_id TEXT NOT NULL,
    candidate_id TEXT,
    job_id TEXT,
    changed_fields TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence)
) WITHOUT ROWID;
CREATE INDEX events_by_time ON events (organization_id, occurred_at, sequence);

-- The addresses that receive events. event_types and job_ids are JSON lists; an empty one selects everything.
CREATE TABLE webhooks (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    description TEXT,
    event_types TEXT NOT NULL,
    job_ids TEXT NOT NULL,
    secret BLOB NOT NULL,
    earlier_secret BLOB,
    earlier_secret_until TIMESTAMP,
    disabled TEXT,
    failing_since TIMESTAMP,
    after_sequence BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id)
) WITHOUT ROWID;

-- Up to which event each organization's deliveries exist.
CREATE TABLE event_positions (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    sequence BIGINT NOT NULL
) WITHOUT ROWID;

-- An event for a webhook. attempts counts all attempts, failures those since the event or the last replay. replays counts how often it
-- was made due again, so that the result of an earlier attempt does not end a replay.
CREATE TABLE webhook_deliveries (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    replays INTEGER NOT NULL,
    next_attempt_at TIMESTAMP,
    PRIMARY KEY (organization_id, webhook_id, sequence),
    FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, sequence) REFERENCES events (organization_id, sequence) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, next_attempt_at, sequence) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (organization_id, webhook_id, state, sequence);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (organization_id, sequence);

CREATE TABLE webhook_attempts (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    number INTEGER NOT NULL,
    at TIMESTAMP NOT NULL,
    duration_millis INTEGER NOT NULL,
    status SMALLINT,
    failure TEXT,
    response TEXT,
    PRIMARY KEY (organization_id, webhook_id, sequence, number),
    FOREIGN KEY (organization_id, webhook_id, sequence)
        REFERENCES webhook_deliveries (organization_id, webhook_id, sequence) ON DELETE CASCADE
) WITHOUT ROWID;
