-- How often an interview was moved, called off or taken up again: what tells a calendar which of two copies is newer.
ALTER TABLE interviews ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;

-- What was recorded of interviews: one file each, which lies under this identifier in the folder of files.
CREATE TABLE recordings (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    digest BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, interview_id),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
-- A link names a recording and nothing else.
CREATE UNIQUE INDEX recordings_by_id ON recordings (id);
CREATE INDEX recordings_of_candidate ON recordings (organization_id, candidate_id);

-- Keys of the service itself, made when they are first needed and shared by all servers on this database.
CREATE TABLE service_keys (
    name TEXT NOT NULL PRIMARY KEY,
    key BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL
);
