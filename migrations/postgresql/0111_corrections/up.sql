-- What candidates state instead of what was read from a version of their resume.
CREATE TABLE resume_corrections (
    organization_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    number INTEGER NOT NULL,
    resume_version INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    field TEXT COLLATE "C" NOT NULL,
    parsed TEXT,
    stated TEXT NOT NULL,
    user_id TEXT COLLATE "C",
    corrected_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
