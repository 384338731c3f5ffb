-- The offer to a candidate. The amount is in the smallest unit of its currency, such as cents.
CREATE TABLE offers (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    minor_units BIGINT NOT NULL,
    currency TEXT NOT NULL,
    start_date TEXT,
    state TEXT NOT NULL,
    stage_id TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
