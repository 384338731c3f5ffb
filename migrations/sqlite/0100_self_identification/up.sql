-- What people said about their sex and their race or ethnicity. Only bias audits and the person's own export read it.
CREATE TABLE self_identifications (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    sex TEXT,
    race_ethnicity TEXT,
    recorded_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE
);
