-- A candidate's resume can be replaced by a newer one. The earlier versions stay, with their files and receipts.
-- The file of a version is stored under `file_id`; without one, under the candidate's own name. `uploaded_at` and `uploaded_by`
-- are missing for resumes of earlier versions of this program, which were uploaded when their candidate was created.
ALTER TABLE resumes ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE resumes ADD COLUMN file_id TEXT;
ALTER TABLE resumes ADD COLUMN uploaded_at TIMESTAMP;
ALTER TABLE resumes ADD COLUMN uploaded_by TEXT;

-- The file that a receipt was computed from. Without one, it is the candidate's current file.
ALTER TABLE score_receipts ADD COLUMN document_digest BLOB;

CREATE TABLE resume_versions (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    file_id TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BLOB NOT NULL,
    uploaded_at TIMESTAMP NOT NULL,
    uploaded_by TEXT,
    replaced_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
