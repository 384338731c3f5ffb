-- What is left of a candidate who was erased: that it was done, when and why, and nothing of the person. `completed_at` is
-- null until the file is gone too; what a crash left undone is done by the next run.
CREATE TABLE erasures (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    candidate_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    erased_at TIMESTAMP NOT NULL,
    completed_at TIMESTAMP,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
CREATE INDEX erasures_unfinished ON erasures (organization_id, candidate_id) WHERE completed_at IS NULL;

-- Candidates who may not be erased.
CREATE TABLE legal_holds (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
) WITHOUT ROWID;

-- How many days after the last contact a candidate is erased; an organization without a row keeps all.
CREATE TABLE retention_policies (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    days INTEGER NOT NULL,
    set_at TIMESTAMP NOT NULL
) WITHOUT ROWID;

-- What is done once a day by one of all servers: whoever changes the row does it.
CREATE TABLE daily_tasks (
    name TEXT NOT NULL PRIMARY KEY,
    begun_at TIMESTAMP NOT NULL
) WITHOUT ROWID;

-- A password that changes and a user who leaves end all sessions of that user.
CREATE INDEX sessions_of_user ON sessions (organization_id, user_id);
