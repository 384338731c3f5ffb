-- The decisions that end an application. A record has no text about the person, and outlives their erasure.
CREATE TABLE decisions (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    -- The number of the step in the candidate's history.
    number INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    job_version INTEGER NOT NULL,
    status TEXT NOT NULL,
    user_id TEXT,
    decided_at TIMESTAMP NOT NULL,
    score_tenths SMALLINT NOT NULL,
    engine_version TEXT NOT NULL,
    receipt_digest TEXT NOT NULL,
    -- The criteria with weights and values, as JSON.
    criteria TEXT NOT NULL,
    -- When an explanation is due; empty if it was given, or if the decision was changed.
    due_at TIMESTAMP,
    explained_at TIMESTAMP,
    explained_by TEXT,
    PRIMARY KEY (organization_id, candidate_id, number)
);
CREATE INDEX decisions_due ON decisions (organization_id, due_at);
CREATE INDEX decisions_by_time ON decisions (organization_id, decided_at);

-- How an organization explains decisions, and how long it keeps their records.
CREATE TABLE decision_policies (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    contact TEXT,
    record_years INTEGER NOT NULL
);
