-- The second factors of users: the secret that an app shares with the service. Codes are computed from it, so it cannot be a hash.
CREATE TABLE second_factors (
    organization_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    secret BYTEA NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- The session that began to set it up, which alone may confirm it.
    session_id TEXT COLLATE "C",
    -- When a code has confirmed that the app has the secret. Before that, it does not count.
    confirmed_at TIMESTAMP,
    -- The time step of the last code that was accepted.
    last_step BIGINT,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
-- Codes for users who have lost their app. Each works once, and only its hash is stored.
CREATE TABLE recovery_codes (
    organization_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash BYTEA NOT NULL,
    created_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    PRIMARY KEY (organization_id, user_id, code_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
-- The roles whose users must have a second factor, separated by commas.
ALTER TABLE organizations ADD COLUMN second_factor_roles TEXT;
-- When a code was last typed in the session.
ALTER TABLE sessions ADD COLUMN second_factor_at TIMESTAMP;
-- Whether the session was opened without a password, so that it never asks for a code.
ALTER TABLE sessions ADD COLUMN second_factor_waived BOOLEAN NOT NULL DEFAULT FALSE;
