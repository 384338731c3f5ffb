-- Blind review: jobs whose candidates appear by code, and who revealed whom. A reveal ends with its user and with its candidate.
ALTER TABLE jobs ADD COLUMN blind BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE reveals (
    organization_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    reason TEXT NOT NULL,
    revealed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, user_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX reveals_by_user ON reveals (organization_id, user_id);
