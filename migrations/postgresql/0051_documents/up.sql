-- Further documents of a candidate, such as a cover letter. They are never scored.
CREATE TABLE candidate_documents (
    organization_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    kind TEXT NOT NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BYTEA NOT NULL,
    uploaded_at TIMESTAMP NOT NULL,
    uploaded_by TEXT COLLATE "C",
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX documents_of_candidate ON candidate_documents (organization_id, candidate_id, uploaded_at, id);
