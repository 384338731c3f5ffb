-- Tenant data: every table carries organization_id and every index begins with it, so that a tenant's rows can be
-- moved to a machine of their own. Times are UTC text of one format; identifiers compare byte by byte.
-- `seq` is what a full-text index can point at; no query orders by it.

CREATE TABLE organizations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE users (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    full_name TEXT NOT NULL,
    email TEXT NOT NULL,
    folded_email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, folded_email)
);

-- A key, a token or a session is looked up by its hash before the tenant is known: these unique keys alone do not
-- begin with the organization.
CREATE TABLE api_keys (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    shown_prefix TEXT NOT NULL,
    secret_hash BLOB NOT NULL UNIQUE,
    permissions TEXT NOT NULL,
    environment TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    UNIQUE (organization_id, id)
);

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    access_hash BLOB NOT NULL UNIQUE,
    access_expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    UNIQUE (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);

-- Used refresh tokens are kept until they expire: showing one again gives a theft away.
CREATE TABLE refresh_tokens (
    token_hash BLOB NOT NULL PRIMARY KEY,
    organization_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id)
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (organization_id, session_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

CREATE TABLE login_failures (
    seq INTEGER PRIMARY KEY,
    login_key TEXT NOT NULL,
    failed_at TIMESTAMP NOT NULL
);
CREATE INDEX login_failures_by_key ON login_failures (login_key, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    recruiter_id TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    skills TEXT NOT NULL,
    code TEXT NOT NULL,
    folded_code TEXT NOT NULL,
    place_key BLOB NOT NULL,
    department TEXT,
    location TEXT,
    employment_type TEXT,
    employment_kind TEXT,
    draft BOOLEAN NOT NULL,
    attributes TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    search_text TEXT NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, folded_code),
    FOREIGN KEY (organization_id, recruiter_id) REFERENCES users (organization_id, id)
);
CREATE INDEX jobs_by_place ON jobs (organization_id, place_key);
CREATE INDEX jobs_newest ON jobs (organization_id, recruiter_id, created_at DESC, id, draft);

CREATE TABLE job_code_numbers (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    prefix TEXT NOT NULL,
    last_number INTEGER NOT NULL,
    PRIMARY KEY (organization_id, prefix)
) WITHOUT ROWID;

CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    code TEXT NOT NULL,
    job_id TEXT NOT NULL,
    recruiter_id TEXT NOT NULL,
    identity TEXT NOT NULL,
    file_digest BLOB NOT NULL,
    full_name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    skills TEXT NOT NULL,
    status TEXT,
    score_tenths SMALLINT NOT NULL,
    manual_tenths SMALLINT,
    sort_name TEXT NOT NULL,
    receipt_number INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    search_text TEXT NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, code),
    UNIQUE (organization_id, job_id, identity),
    UNIQUE (organization_id, job_id, file_digest),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id),
    FOREIGN KEY (organization_id, recruiter_id) REFERENCES users (organization_id, id)
);
CREATE INDEX candidates_newest ON candidates (organization_id, created_at DESC, id, status);
CREATE INDEX candidates_of_job_newest ON candidates (organization_id, job_id, created_at DESC, id, status);
CREATE INDEX candidates_of_job_by_id ON candidates (organization_id, job_id, id);
CREATE INDEX candidates_by_score ON candidates (organization_id, job_id, score_tenths DESC, sort_name, id);
CREATE INDEX candidates_by_reviews ON candidates (organization_id, job_id, manual_tenths DESC, sort_name, id)
    WHERE manual_tenths IS NOT NULL;

CREATE TABLE resumes (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BLOB NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

-- The receipt that counts is the one with the candidate's receipt_number; older ones are history.
CREATE TABLE score_receipts (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    job_version INTEGER NOT NULL,
    score_tenths SMALLINT NOT NULL,
    record TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

CREATE TABLE interviews (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    interviewer_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    status TEXT NOT NULL,
    has_report BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, candidate_id, interviewer_id, held_at),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, interviewer_id) REFERENCES users (organization_id, id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id)
);
CREATE INDEX interviews_latest ON interviews (organization_id, held_at DESC, id);
CREATE INDEX interviews_of_candidate ON interviews (organization_id, candidate_id, held_at DESC, id);
CREATE INDEX interviews_of_interviewer ON interviews (organization_id, interviewer_id, held_at DESC, id);
CREATE INDEX interviews_of_job ON interviews (organization_id, job_id, held_at DESC, id);

CREATE TABLE interview_reports (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    feedback TEXT,
    questions TEXT NOT NULL,
    transcription TEXT,
    video_playback_link TEXT,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, interview_id),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id)
);

CREATE TABLE reviews (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    reviewer_id TEXT NOT NULL,
    score_tenths SMALLINT NOT NULL,
    comment TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, reviewer_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, reviewer_id) REFERENCES users (organization_id, id)
);
