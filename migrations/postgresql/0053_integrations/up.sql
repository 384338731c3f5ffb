-- Users for machines. They have no password, and call the API with access tokens, several of which may be valid at once. Only the
-- hash of a token is stored.
ALTER TABLE users ADD COLUMN integration BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE access_tokens (
    organization_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    shown_prefix TEXT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX tokens_of_user ON access_tokens (organization_id, user_id, created_at DESC, id);
