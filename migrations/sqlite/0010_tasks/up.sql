-- Work that is done now and then for each organization by one of all servers. Whoever does it writes into `due_at` when others may
-- take it for given up, and signs as its holder; done, it is due again later and nobody's.
CREATE TABLE tasks (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    name TEXT NOT NULL,
    due_at TIMESTAMP NOT NULL,
    holder TEXT,
    PRIMARY KEY (organization_id, name)
) WITHOUT ROWID;
CREATE INDEX tasks_by_time ON tasks (name, due_at);

DROP TABLE daily_tasks;
