-- What an identity provider that provisions users says about a user. Without a name there, the e-mail address is the name.
ALTER TABLE users ADD COLUMN user_name TEXT;
ALTER TABLE users ADD COLUMN folded_user_name TEXT;
ALTER TABLE users ADD COLUMN external_id TEXT;
-- Whether the provider has deleted the user. The account remains, deactivated, because others refer to it.
ALTER TABLE users ADD COLUMN removed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX users_by_user_name ON users (organization_id, folded_user_name);
CREATE INDEX users_by_external_id ON users (organization_id, external_id);

-- The token with which the provider of an organization provisions its users. Only its hash is stored.
CREATE TABLE scim_tokens (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    token_hash BLOB NOT NULL,
    shown_prefix TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    created_by TEXT,
    last_used_at TIMESTAMP
);

-- The groups of the provider.
CREATE TABLE scim_groups (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    display_name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    external_id TEXT,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, folded_name)
);

-- The members of groups.
CREATE TABLE scim_members (
    organization_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, group_id, user_id),
    FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX scim_groups_of_user ON scim_members (organization_id, user_id, group_id);
