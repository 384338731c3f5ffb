-- Passkeys of users: the public keys of pairs that their devices keep.
CREATE TABLE passkeys (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- What the device names it. A sign-in finds it before the organization is known, so no two are equal.
    credential_id BLOB NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    transports INTEGER NOT NULL,
    counter BIGINT NOT NULL,
    backup TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP,
    -- When the last challenge was made that it has answered. Only later ones are accepted, so none works twice.
    last_challenge_at TIMESTAMP,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX passkeys_of_user ON passkeys (organization_id, user_id, id);
-- When the last challenge was made by which the session added a passkey.
ALTER TABLE sessions ADD COLUMN passkey_challenge_at TIMESTAMP;
