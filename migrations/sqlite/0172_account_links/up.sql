-- Links by which users set a password. Only the hash of a link's secret is stored. The secret is derived from the identifier and a
-- key of the service when its mail is written.
CREATE TABLE account_links (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    -- When a newer link, another password or a deactivation has ended it.
    ended_at TIMESTAMP,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, token_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX links_of_user ON account_links (organization_id, user_id);
CREATE INDEX links_by_expiry ON account_links (organization_id, expires_at);
-- Whether the user was invited and has not chosen a password yet.
ALTER TABLE users ADD COLUMN invited BOOLEAN NOT NULL DEFAULT FALSE;
