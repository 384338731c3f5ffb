-- How users of an organization sign in with its identity provider. The secret authenticates this service to the provider, so it is
-- stored as it is. No answer and no log contains it.
CREATE TABLE identity_providers (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    issuer TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_secret TEXT,
    mode TEXT NOT NULL,
    -- Who may use a password although the provider is enforced.
    emergency_admin TEXT,
    default_role TEXT,
    -- The groups at the provider and their roles, as JSON.
    group_roles TEXT NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- The domains of the e-mail addresses that a provider is for. A sign-in looks them up before the organization is known.
CREATE TABLE provider_domains (
    organization_id TEXT NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
    domain TEXT NOT NULL,
    PRIMARY KEY (organization_id, domain)
);
CREATE INDEX providers_of_domain ON provider_domains (domain, organization_id);

-- Which user a user of a provider is. The e-mail address decides only once, when the row is written.
CREATE TABLE external_identities (
    organization_id TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, issuer, subject),
    UNIQUE (organization_id, issuer, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- Sign-ins that have begun and that the browser has not come back from. Each is deleted when it is finished, so it works once.
CREATE TABLE provider_sign_ins (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    state_hash BLOB NOT NULL,
    browser_hash BLOB NOT NULL,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    redirect TEXT NOT NULL,
    next_page TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, state_hash)
);
CREATE INDEX provider_sign_ins_by_expiry ON provider_sign_ins (organization_id, expires_at);

-- Sessions that were opened by a provider, so that its notices end them.
CREATE TABLE provider_sessions (
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- The provider's name of its session.
    provider_session TEXT,
    PRIMARY KEY (organization_id, session_id),
    FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX provider_sessions_of_subject ON provider_sessions (organization_id, issuer, subject);
CREATE INDEX provider_sessions_by_name ON provider_sessions (organization_id, issuer, provider_session);

-- Notices of providers that were handled, so that each works once.
CREATE TABLE provider_logouts (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    notice_hash BLOB NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, notice_hash)
);
CREATE INDEX provider_logouts_by_expiry ON provider_logouts (organization_id, expires_at);
