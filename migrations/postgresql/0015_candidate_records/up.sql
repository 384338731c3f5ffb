-- What other systems and colleagues add to a candidate. `months_worked` is the experience when the resume was uploaded;
-- a task fills it for candidates of earlier versions.
ALTER TABLE candidates ADD COLUMN external_id TEXT COLLATE "C";
ALTER TABLE candidates ADD COLUMN source TEXT COLLATE "C";
ALTER TABLE candidates ADD COLUMN status_reason TEXT;
ALTER TABLE candidates ADD COLUMN months_worked INTEGER;
CREATE UNIQUE INDEX candidates_by_external_id ON candidates (organization_id, external_id, COALESCE(source, ''))
    WHERE external_id IS NOT NULL;
CREATE INDEX candidates_by_source ON candidates (organization_id, source, created_at DESC, id) WHERE source IS NOT NULL;
-- The expression is that of the filter, which SQLite must not answer by its own index (candidates/filters.rs).
CREATE INDEX candidates_by_update ON candidates (organization_id, (COALESCE(updated_at, created_at)), id);

CREATE TABLE candidate_tags (
    organization_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    folded_tag TEXT COLLATE "C" NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, folded_tag),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX candidates_of_tag ON candidate_tags (organization_id, folded_tag, candidate_id);

-- `mentions` is a JSON array of the users whom a note addresses.
CREATE TABLE candidate_notes (
    organization_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    author_id TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    mentions TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
);
CREATE INDEX notes_of_candidate ON candidate_notes (organization_id, candidate_id, created_at, id);

-- The reasons that a rejection may have, as a JSON array in the order of the list.
CREATE TABLE rejection_policies (
    organization_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id),
    reasons TEXT NOT NULL,
    required BOOLEAN NOT NULL
);
