-- Sessions and tokens are looked up in the organization of the caller's API key, or of the cookie. So their keys contain the
-- organization, and Citus can keep them with the organization's other rows: a sign-in or a refresh then writes on one machine.
-- The tables are made again instead of changed, because clusters may have them as reference tables.
ALTER TABLE refresh_tokens RENAME TO earlier_refresh_tokens;
ALTER TABLE sessions RENAME TO earlier_sessions;
ALTER TABLE access_tokens RENAME TO earlier_access_tokens;
DROP INDEX refresh_tokens_by_session;
DROP INDEX refresh_tokens_by_expiry;
DROP INDEX live_sessions_of_user;
DROP INDEX tokens_of_user;

CREATE TABLE sessions (
    organization_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    access_hash BYTEA NOT NULL,
    access_expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    CONSTRAINT sessions_by_id PRIMARY KEY (organization_id, id),
    CONSTRAINT sessions_by_hash UNIQUE (organization_id, access_hash),
    CONSTRAINT sessions_of_users FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
INSERT INTO sessions (organization_id, id, user_id, access_hash, access_expires_at, created_at, revoked_at)
SELECT organization_id, id, user_id, access_hash, access_expires_at, created_at, revoked_at FROM earlier_sessions;
CREATE INDEX live_sessions_of_user ON sessions (organization_id, user_id, access_expires_at DESC, id DESC) WHERE revoked_at IS NULL;

CREATE TABLE refresh_tokens (
    organization_id TEXT COLLATE "C" NOT NULL,
    token_hash BYTEA NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    successor_nonce BYTEA,
    CONSTRAINT refresh_tokens_by_hash PRIMARY KEY (organization_id, token_hash),
    CONSTRAINT refresh_tokens_of_sessions FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id)
);
INSERT INTO refresh_tokens (organization_id, token_hash, session_id, expires_at, used_at, successor_nonce)
SELECT organization_id, token_hash, session_id, expires_at, used_at, successor_nonce FROM earlier_refresh_tokens;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (organization_id, session_id, expires_at);

CREATE TABLE access_tokens (
    organization_id TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    shown_prefix TEXT NOT NULL,
    token_hash BYTEA NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    CONSTRAINT access_tokens_by_id PRIMARY KEY (organization_id, id),
    CONSTRAINT access_tokens_by_hash UNIQUE (organization_id, token_hash),
    CONSTRAINT access_tokens_of_users FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
INSERT INTO access_tokens (
    organization_id, id, user_id, name, shown_prefix, token_hash, created_at, expires_at, revoked_at, last_used_at
)
SELECT organization_id, id, user_id, name, shown_prefix, token_hash, created_at, expires_at, revoked_at, last_used_at
FROM earlier_access_tokens;
CREATE INDEX tokens_of_user ON access_tokens (organization_id, user_id, created_at DESC, id);

DROP TABLE earlier_refresh_tokens;
DROP TABLE earlier_sessions;
DROP TABLE earlier_access_tokens;

-- Links to recordings name the organization.
DROP INDEX recordings_by_link;
