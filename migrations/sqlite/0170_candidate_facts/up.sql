-- The words by which people are searched, from their current resumes with the corrections: employers, titles, the place,
-- languages and education. The words of one value have its number. `created_at` is that of the candidate, so that the index
-- has the order of the list.
CREATE TABLE candidate_facts (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    word TEXT NOT NULL,
    entry SMALLINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, kind, word, entry),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
) WITHOUT ROWID;
CREATE INDEX candidates_of_fact ON candidate_facts (organization_id, kind, word, created_at DESC, candidate_id, entry);
