-- The stages of jobs, as JSON lists of identifier, name and status. A job without a list has one stage for each status, and each of
-- them has the status's name as its identifier.
ALTER TABLE organizations ADD COLUMN stage_template TEXT;
ALTER TABLE jobs ADD COLUMN stages TEXT;

-- A candidate without a stored stage is in the stage that has the name of the status, so no row must be rewritten.
ALTER TABLE candidates ADD COLUMN stage_id TEXT;
CREATE INDEX candidates_by_stage
    ON candidates (organization_id, job_id, (COALESCE(stage_id, status, 'Active')), created_at DESC, id);

-- Each change of a candidate's stage, numbered from 1, with the names of that time.
CREATE TABLE stage_steps (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    from_id TEXT NOT NULL,
    from_name TEXT NOT NULL,
    to_id TEXT NOT NULL,
    to_name TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    user_id TEXT,
    moved_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
) WITHOUT ROWID;
