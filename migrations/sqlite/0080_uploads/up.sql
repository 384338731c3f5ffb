-- The progress of uploads, for about a day each. An upload whose sender does not wait also has its staged files (`token`), its
-- request, and the server that works on it (`holder`), which others replace after `due_at`.
CREATE TABLE uploads (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    counts TEXT NOT NULL,
    problem TEXT,
    token TEXT,
    request BLOB,
    due_at TIMESTAMP,
    holder TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    status INTEGER,
    answer BLOB,
    PRIMARY KEY (organization_id, user_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_due ON uploads (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX uploads_by_start ON uploads (organization_id, started_at);

-- What an upload whose sender does not wait has created, so that a server that takes over creates nothing twice.
CREATE TABLE upload_steps (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    created TEXT NOT NULL,
    PRIMARY KEY (organization_id, user_id, upload_id, number),
    FOREIGN KEY (organization_id, user_id, upload_id) REFERENCES uploads (organization_id, user_id, id) ON DELETE CASCADE
);
