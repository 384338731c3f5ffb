-- What the candidate's score is made of, beside the receipt with its words, so that many can be ranked anew without reading
-- those: the weights in force and the measured values as JSON ([[criterion, millionths], …]), the engine, and the job's version.
-- Candidates of before have none and are measured anew when they are scored again.
ALTER TABLE candidates ADD COLUMN weighting TEXT;
ALTER TABLE candidates ADD COLUMN criterion_values TEXT NOT NULL DEFAULT '[]';
ALTER TABLE candidates ADD COLUMN scored_by TEXT NOT NULL DEFAULT '';
ALTER TABLE candidates ADD COLUMN scored_version INTEGER NOT NULL DEFAULT 0;

-- The engine that read the file: another may read it otherwise.
ALTER TABLE resumes ADD COLUMN read_by TEXT NOT NULL DEFAULT '';

-- What a job said and what was read out of it, kept from the moment that a candidate is scored against it.
CREATE TABLE job_versions (
    organization_id TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    engine_version TEXT COLLATE "C" NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    skills TEXT NOT NULL,
    requirements TEXT NOT NULL,
    kept_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, job_id, version, engine_version),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id)
);
