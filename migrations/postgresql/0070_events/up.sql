-- The number of the organization's last event. It is in this row because every change locks it anyway.
ALTER TABLE audit_heads ADD COLUMN last_event BIGINT NOT NULL DEFAULT 0;

-- Whether an event told of the key's expiry. Each key has one such event.
ALTER TABLE api_keys ADD COLUMN expiry_announced BOOLEAN NOT NULL DEFAULT FALSE;

-- What other systems are told: one row for each change, written in its transaction. It contains identifiers and names of fields, and no
-- values. There is no reference to the candidate or the job, because an event outlives them.
CREATE TABLE events (
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    sequence BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    event_type TEXT COLLATE "C" NOT NULL,
    occurred_at TIMESTAMP NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    thing_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C",
    job_id TEXT COLLATE "C",
    changed_fields TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (organization_id, sequence)
);
CREATE INDEX events_by_time ON events (organization_id, occurred_at, sequence);

-- The addresses that receive events. event_types and job_ids are JSON lists; an empty one selects everything.
CREATE TABLE webhooks (
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    id TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C",
    event_types TEXT COLLATE "C" NOT NULL,
    job_ids TEXT COLLATE "C" NOT NULL,
    secret BYTEA NOT NULL,
    earlier_secret BYTEA,
    earlier_secret_until TIMESTAMP,
    disabled TEXT COLLATE "C",
    failing_since TIMESTAMP,
    after_sequence BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id)
);

-- Up to which event each organization's deliveries exist.
CREATE TABLE event_positions (
    organization_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id),
    sequence BIGINT NOT NULL
);

-- An event for a webhook. attempts counts all attempts, failures those since the event or the last replay. replays counts how often it
-- was made due again, so that the result of an earlier attempt does not end a replay.
CREATE TABLE webhook_deliveries (
    organization_id TEXT COLLATE "C" NOT NULL,
    webhook_id TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    replays INTEGER NOT NULL,
    next_attempt_at TIMESTAMP,
    PRIMARY KEY (organization_id, webhook_id, sequence),
    FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, sequence) REFERENCES events (organization_id, sequence) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, next_attempt_at, sequence) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (organization_id, webhook_id, state, sequence);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (organization_id, sequence);

CREATE TABLE webhook_attempts (
    organization_id TEXT COLLATE "C" NOT NULL,
    webhook_id TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL,
    number INTEGER NOT NULL,
    at TIMESTAMP NOT NULL,
    duration_millis INTEGER NOT NULL,
    status SMALLINT,
    failure TEXT COLLATE "C",
    response TEXT COLLATE "C",
    PRIMARY KEY (organization_id, webhook_id, sequence, number),
    FOREIGN KEY (organization_id, webhook_id, sequence)
        REFERENCES webhook_deliveries (organization_id, webhook_id, sequence) ON DELETE CASCADE
);
