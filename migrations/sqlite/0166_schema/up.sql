-- The schema of the first release, in the same order as for PostgreSQL.
-- Every table with rows of an organization has the column organization_id, and its keys and indexes begin with it, so
-- that organizations can be distributed over machines. Texts compare byte by byte. Times are UTC.
-- A full-text index refers to rows by `seq`. No query sorts by it.

-- == Organizations and their policies ==

CREATE TABLE organizations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- Whether recruiters have access only to the jobs of their teams.
    team_jobs_only BOOLEAN NOT NULL DEFAULT FALSE,
    -- The stages of new jobs, a JSON list of identifier, name and status.
    stage_template TEXT,
    created_at TIMESTAMP NOT NULL
);

-- How many days after the last contact a candidate is erased. An organization without a row keeps all candidates.
CREATE TABLE retention_policies (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    days INTEGER NOT NULL,
    set_at TIMESTAMP NOT NULL
) WITHOUT ROWID;

-- The reasons that a rejection can have, as a JSON array in the order of the list.
CREATE TABLE rejection_policies (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    reasons TEXT NOT NULL,
    required BOOLEAN NOT NULL
);

-- How an organization explains decisions, and how long it keeps their records.
CREATE TABLE decision_policies (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    contact TEXT,
    record_years INTEGER NOT NULL
);

-- What an organization stores and has uploaded on a day, and its own limits; 0 means no limit, null the limit of the
-- operator. The transactions that create and erase candidates update it, because adding up all files for each upload
-- takes too long. Days are counted from 1970.
CREATE TABLE upload_usage (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    stored_bytes BIGINT NOT NULL,
    counted_day BIGINT NOT NULL,
    day_resumes BIGINT NOT NULL,
    application_day BIGINT NOT NULL DEFAULT 0,
    day_applications BIGINT NOT NULL DEFAULT 0,
    max_stored_mib BIGINT,
    max_daily_resumes BIGINT
) WITHOUT ROWID;

-- == Users, keys and sessions ==

CREATE TABLE users (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    full_name TEXT NOT NULL,
    email TEXT NOT NULL,
    folded_email TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    -- Whether it is a user for machines, which has no password and calls the API with access tokens.
    integration BOOLEAN NOT NULL DEFAULT FALSE,
    active BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, folded_email)
);
-- A sign-in in the web app names no organization, so accounts are found by the e-mail address.
CREATE INDEX users_by_email ON users (folded_email, organization_id);

-- A key is looked up by its hash before the organization is known, so this unique key does not begin with it.
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
    -- Whether the key was revoked for good. It stays revoked if the clock is set back to before `revoked_at`.
    ended BOOLEAN NOT NULL DEFAULT FALSE,
    last_used_at TIMESTAMP,
    -- Whether an event announced that the key expires. Each key has one such event.
    expiry_announced BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (organization_id, id)
);

-- Sessions and tokens are looked up in the organization of the API key, or of the cookie.
CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    access_hash BLOB NOT NULL,
    access_expires_at TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, access_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
-- The live sessions of a user in the order of their last refresh, of which only a number may exist. A changed password
-- ends them all.
CREATE INDEX live_sessions_of_user ON sessions (organization_id, user_id, access_expires_at DESC, id DESC)
    WHERE revoked_at IS NULL;

-- Used refresh tokens are kept until they expire, because a token that is presented twice was stolen.
CREATE TABLE refresh_tokens (
    organization_id TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    session_id TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at TIMESTAMP,
    -- The tokens that replaced this one are derived from it and this random value. So a client that sends it twice
    -- within seconds gets the same new tokens, and no token is stored.
    successor_nonce BLOB,
    PRIMARY KEY (organization_id, token_hash),
    FOREIGN KEY (organization_id, session_id) REFERENCES sessions (organization_id, id)
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (organization_id, session_id, expires_at);

-- The access tokens of integrations. Several can be valid at once.
CREATE TABLE access_tokens (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    shown_prefix TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, token_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX tokens_of_user ON access_tokens (organization_id, user_id, created_at DESC, id);

CREATE TABLE login_failures (
    seq INTEGER PRIMARY KEY,
    login_key TEXT NOT NULL,
    failed_at TIMESTAMP NOT NULL
);
CREATE INDEX login_failures_by_key ON login_failures (login_key, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

-- The devices from which users have signed in, so that failures of strangers do not lock them out. The key is a hash of
-- the account and of a secret that only the device has, so a row names nobody.
CREATE TABLE known_devices (
    device_key BLOB NOT NULL PRIMARY KEY,
    used_at TIMESTAMP NOT NULL
) WITHOUT ROWID;
CREATE INDEX known_devices_by_time ON known_devices (used_at);

-- Keys of the service itself, which all servers share. They are created when they are first needed.
CREATE TABLE service_keys (
    name TEXT NOT NULL PRIMARY KEY,
    key BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- == Jobs ==

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
    external_id TEXT,
    -- The status, and why and when it last changed.
    status TEXT NOT NULL DEFAULT 'Open',
    status_reason TEXT,
    status_changed_at TIMESTAMP,
    -- Whether candidates appear by code.
    blind BOOLEAN NOT NULL DEFAULT FALSE,
    attributes TEXT NOT NULL,
    -- What people set about the requirements, as JSON.
    requirement_edits TEXT,
    -- The stages, a JSON list of identifier, name and status. A job without a list has one stage for each status, which
    -- has the status's name as its identifier.
    stages TEXT,
    -- The version of the texts, and the revision, which grows with each change, so that a change that was based on an
    -- earlier one is refused.
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    search_text TEXT NOT NULL,
    -- Code, identifier, department, location and attributes, as lists search and filter them: folded, one line each.
    details_text TEXT NOT NULL,
    UNIQUE (organization_id, id),
    UNIQUE (organization_id, folded_code),
    FOREIGN KEY (organization_id, recruiter_id) REFERENCES users (organization_id, id)
);
CREATE INDEX jobs_by_place ON jobs (organization_id, place_key);
CREATE INDEX jobs_newest ON jobs (organization_id, recruiter_id, created_at DESC, id, status);
CREATE UNIQUE INDEX jobs_by_external_id ON jobs (organization_id, external_id) WHERE external_id IS NOT NULL;
-- Lists of all jobs of an organization. A filter by the last columns reads no rows.
CREATE INDEX jobs_of_organization_newest ON jobs (organization_id, created_at DESC, id, status, updated_at);
CREATE INDEX jobs_by_status ON jobs (organization_id, status, created_at DESC, id, updated_at);
-- What has changed since a time, the earliest change first.
CREATE INDEX jobs_by_update ON jobs (organization_id, recruiter_id, updated_at, id);
-- Filters by what is masked leave out the candidates of these jobs.
CREATE INDEX blind_jobs ON jobs (organization_id, id) WHERE blind;

-- Searches use an index of three letters (https://sqlite.org/fts5.html#the_trigram_tokenizer). The texts stay in their
-- table. The index contains only which rows have which letters. Texts are folded before they are stored, so it keeps
-- letter case.
CREATE VIRTUAL TABLE jobs_search USING fts5(
    search_text,
    details_text,
    content = 'jobs',
    content_rowid = 'seq',
    tokenize = 'trigram case_sensitive 1',
    detail = 'none'
);
CREATE TRIGGER jobs_search_insert AFTER INSERT ON jobs
BEGIN
    INSERT INTO jobs_search (rowid, search_text, details_text) VALUES (new.seq, new.search_text, new.details_text);
END;
CREATE TRIGGER jobs_search_delete AFTER DELETE ON jobs
BEGIN
    INSERT INTO jobs_search (jobs_search, rowid, search_text, details_text)
    VALUES ('delete', old.seq, old.search_text, old.details_text);
END;
CREATE TRIGGER jobs_search_update AFTER UPDATE OF search_text, details_text ON jobs
WHEN old.search_text IS NOT new.search_text OR old.details_text IS NOT new.details_text
BEGIN
    INSERT INTO jobs_search (jobs_search, rowid, search_text, details_text)
    VALUES ('delete', old.seq, old.search_text, old.details_text);
    INSERT INTO jobs_search (rowid, search_text, details_text) VALUES (new.seq, new.search_text, new.details_text);
END;

-- What a job said and the requirements that were read from it, stored when a candidate is scored against this version.
CREATE TABLE job_versions (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    engine_version TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    skills TEXT NOT NULL,
    requirements TEXT NOT NULL,
    requirement_edits TEXT,
    kept_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, job_id, version, engine_version),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id)
);

-- The last number that was given to a code with each prefix.
CREATE TABLE job_code_numbers (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    prefix TEXT NOT NULL,
    last_number INTEGER NOT NULL,
    PRIMARY KEY (organization_id, prefix)
) WITHOUT ROWID;

-- The questions that applicants for a job answer, as a JSON array in the order in which they are asked.
CREATE TABLE job_questions (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    questions TEXT NOT NULL,
    PRIMARY KEY (organization_id, job_id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id)
);

-- The users who work on a job. The recruiter who owns it is always one of them.
CREATE TABLE hiring_teams (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, job_id, user_id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) WITHOUT ROWID;

-- == Candidates ==

CREATE TABLE candidates (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    code TEXT NOT NULL,
    job_id TEXT NOT NULL,
    recruiter_id TEXT NOT NULL,
    identity TEXT NOT NULL,
    file_digest BLOB NOT NULL,
    external_id TEXT,
    -- The identifier in another system of a candidate in a blind job. It is not unique, because a conflict would say
    -- who has it.
    masked_external_id TEXT,
    source TEXT,
    full_name TEXT NOT NULL,
    sort_name TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    -- The experience when the resume was uploaded.
    months_worked INTEGER,
    skills TEXT NOT NULL,
    status TEXT,
    -- A candidate without a stored stage is in the stage that has the name of the status.
    stage_id TEXT,
    status_reason TEXT,
    score_tenths SMALLINT NOT NULL,
    -- What the score consists of, so that many candidates can be ranked again without their receipts: the weights, the
    -- measured values as JSON ([[criterion, millionths], …]), the engine, and the version of the job.
    weighting TEXT NOT NULL,
    criterion_values TEXT NOT NULL,
    scored_by TEXT NOT NULL,
    scored_version INTEGER NOT NULL,
    receipt_number INTEGER NOT NULL,
    manual_tenths SMALLINT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    -- When the candidate was last contacted, if something that is no contact changed it afterwards, such as a new
    -- score. Retention then counts from this time.
    contacted_at TIMESTAMP,
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
-- Most candidates have no status. Those with one are found without reading the others.
CREATE INDEX candidates_by_status ON candidates (organization_id, status, created_at DESC, id)
    WHERE status IS NOT NULL;
CREATE INDEX candidates_of_job_by_status ON candidates (organization_id, job_id, status, created_at DESC, id)
    WHERE status IS NOT NULL;
CREATE UNIQUE INDEX candidates_by_external_id ON candidates (organization_id, external_id, COALESCE(source, ''))
    WHERE external_id IS NOT NULL;
CREATE INDEX candidates_by_source ON candidates (organization_id, source, created_at DESC, id)
    WHERE source IS NOT NULL;
CREATE INDEX candidates_by_update ON candidates (organization_id, updated_at, id);
CREATE INDEX candidates_by_stage
    ON candidates (organization_id, job_id, (COALESCE(stage_id, status, 'Active')), created_at DESC, id);
-- The orders of candidates by name and by experience (candidates/ordered.rs).
CREATE INDEX candidates_by_name ON candidates (organization_id, job_id, sort_name, id);
CREATE INDEX candidates_by_experience
    ON candidates (organization_id, job_id, (COALESCE(months_worked, -1)) DESC, sort_name, id);
-- The trigram index finds a word of two letters with the character before it, which the first word of a text lacks.
CREATE INDEX candidates_by_first_letters ON candidates (substr(search_text, 1, 2));
-- Finds the candidates whose scores are older than the texts of their job.
CREATE INDEX candidates_by_scored_version ON candidates (organization_id, job_id, scored_version);

-- Searches for candidates use the same kind of index. With secure-delete, a deleted text leaves it at once instead of at
-- a later merge.
CREATE VIRTUAL TABLE candidates_search USING fts5(
    search_text,
    content = 'candidates',
    content_rowid = 'seq',
    tokenize = 'trigram case_sensitive 1',
    detail = 'none'
);
INSERT INTO candidates_search (candidates_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER candidates_search_insert AFTER INSERT ON candidates
BEGIN
    INSERT INTO candidates_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;
CREATE TRIGGER candidates_search_delete AFTER DELETE ON candidates
BEGIN
    INSERT INTO candidates_search (candidates_search, rowid, search_text) VALUES ('delete', old.seq, old.search_text);
END;
CREATE TRIGGER candidates_search_update AFTER UPDATE OF search_text ON candidates
WHEN old.search_text IS NOT new.search_text
BEGIN
    INSERT INTO candidates_search (candidates_search, rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO candidates_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;

-- The current resume of each candidate.
CREATE TABLE resumes (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- The file's name; null if it is the candidate's identifier.
    file_id TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BLOB NOT NULL,
    uploaded_at TIMESTAMP NOT NULL,
    uploaded_by TEXT,
    -- The engine that read the file. Another one may read it differently.
    read_by TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

-- Earlier versions of resumes. Their files and receipts stay.
CREATE TABLE resume_versions (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- The file's name; null if it is the candidate's identifier.
    file_id TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BLOB NOT NULL,
    uploaded_at TIMESTAMP NOT NULL,
    uploaded_by TEXT,
    replaced_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

-- What candidates state instead of what was read from a version of their resume.
CREATE TABLE resume_corrections (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    resume_version INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    field TEXT NOT NULL,
    parsed TEXT,
    stated TEXT NOT NULL,
    user_id TEXT,
    corrected_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

-- The receipt that counts is the one with the candidate's receipt_number. The others are history.
CREATE TABLE score_receipts (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    job_version INTEGER NOT NULL,
    score_tenths SMALLINT NOT NULL,
    -- The file that the receipt was computed from; null if it is the candidate's current file.
    document_digest BLOB,
    record TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

CREATE TABLE candidate_tags (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    folded_tag TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, folded_tag),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX candidates_of_tag ON candidate_tags (organization_id, folded_tag, candidate_id);

-- `mentions` is a JSON array of the users whom a note addresses.
CREATE TABLE candidate_notes (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    text TEXT NOT NULL,
    mentions TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
);
CREATE INDEX notes_of_candidate ON candidate_notes (organization_id, candidate_id, created_at, id);

-- Further documents of a candidate, such as a cover letter. They are never scored.
CREATE TABLE candidate_documents (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    file_digest BLOB NOT NULL,
    uploaded_at TIMESTAMP NOT NULL,
    uploaded_by TEXT,
    -- Whether it is a resume from outside that competes with the current one until somebody chooses. Anyone can send
    -- one with the address of a candidate.
    competes BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX documents_of_candidate ON candidate_documents (organization_id, candidate_id, uploaded_at, id);

-- The fields that organizations define for their candidates, in the order of their position. `options` is a JSON array.
CREATE TABLE custom_fields (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    required BOOLEAN NOT NULL,
    archived BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, key)
);

-- The values of custom fields. Filters compare texts and options in plain letters, and numbers, dates, and yes and no
-- as one number.
CREATE TABLE custom_values (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    field_key TEXT NOT NULL,
    text TEXT NOT NULL,
    folded_text TEXT,
    number BIGINT,
    PRIMARY KEY (organization_id, candidate_id, field_key),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, field_key) REFERENCES custom_fields (organization_id, key)
);
CREATE INDEX custom_values_by_text ON custom_values (organization_id, field_key, folded_text, candidate_id);
CREATE INDEX custom_values_by_number ON custom_values (organization_id, field_key, number, candidate_id)
    WHERE number IS NOT NULL;

-- What people said about their sex and their race or ethnicity. Only bias audits and the person's own export read it.
CREATE TABLE self_identifications (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    sex TEXT,
    race_ethnicity TEXT,
    recorded_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE
);

-- The keys that seal candidates' values in the audit log. Erasing a candidate destroys the key, and the values with it.
CREATE TABLE candidate_keys (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    sealing_key BLOB NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;

-- Candidates who may not be erased.
CREATE TABLE legal_holds (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
) WITHOUT ROWID;

-- What is left of an erased candidate: that, when and why it was erased, and nothing of the person. `completed_at` is
-- null until the files are removed, too. The next run completes what a crash interrupted.
CREATE TABLE erasures (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    candidate_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    erased_at TIMESTAMP NOT NULL,
    completed_at TIMESTAMP,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
CREATE INDEX erasures_unfinished ON erasures (organization_id, candidate_id) WHERE completed_at IS NULL;
CREATE INDEX erasures_by_time ON erasures (organization_id, erased_at, candidate_id);

-- == Applications from outside ==

-- Applications as they arrived. The receipt number follows from what was sent, so the same application is found again.
-- `answers` is a JSON array with the questions as they were asked.
CREATE TABLE application_forms (
    organization_id TEXT NOT NULL,
    receipt_number TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    answers TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    consent_version TEXT NOT NULL,
    consent_given_at TEXT,
    full_name TEXT,
    email TEXT,
    phone TEXT,
    source TEXT NOT NULL,
    -- Whether the content was stored, which it is not over the daily limit of its candidate.
    kept BOOLEAN NOT NULL DEFAULT TRUE,
    -- The size of its texts, which counts as stored.
    form_bytes BIGINT NOT NULL DEFAULT 0,
    received_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, receipt_number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX applications_of_candidate
    ON application_forms (organization_id, candidate_id, received_at, receipt_number);

-- Accepted applications whose resume is a scan that has not been recognized yet. The files are staged in the folder
-- `token`. From `due_at` on, any server may work on one.
CREATE TABLE pending_applications (
    organization_id TEXT NOT NULL,
    receipt_number TEXT NOT NULL,
    token TEXT NOT NULL,
    request BLOB NOT NULL,
    due_at TIMESTAMP NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (organization_id, receipt_number),
    FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE INDEX pending_applications_by_due ON pending_applications (due_at);

-- == Stages, offers and decisions ==

-- Each change of a candidate's stage, numbered from 1, with the names of that time. It ends a stay of `seconds` in the
-- stage `from_id`. Reports read only the indexes.
CREATE TABLE stage_steps (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    from_id TEXT NOT NULL,
    from_name TEXT NOT NULL,
    from_status TEXT NOT NULL,
    to_id TEXT NOT NULL,
    to_name TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    user_id TEXT,
    moved_at TIMESTAMP NOT NULL,
    seconds BIGINT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
) WITHOUT ROWID;
CREATE INDEX stage_steps_of_job ON stage_steps (organization_id, job_id, moved_at, from_id, from_status, seconds);
CREATE INDEX stage_steps_by_time ON stage_steps (organization_id, moved_at, job_id, from_id, from_status, seconds);

-- The offer to a candidate. The amount is in the smallest unit of its currency, such as cents.
CREATE TABLE offers (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    minor_units BIGINT NOT NULL,
    currency TEXT NOT NULL,
    start_date TEXT,
    state TEXT NOT NULL,
    stage_id TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);

-- The decisions that end an application. A record contains no text about the person, and outlives their erasure.
CREATE TABLE decisions (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    -- The number of the step in the candidate's history.
    number INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    job_version INTEGER NOT NULL,
    status TEXT NOT NULL,
    user_id TEXT,
    decided_at TIMESTAMP NOT NULL,
    score_tenths SMALLINT NOT NULL,
    engine_version TEXT NOT NULL,
    receipt_digest TEXT NOT NULL,
    -- The criteria with weights and values, as JSON.
    criteria TEXT NOT NULL,
    -- When an explanation is due; null if it was given, or if the decision was changed.
    due_at TIMESTAMP,
    explained_at TIMESTAMP,
    explained_by TEXT,
    PRIMARY KEY (organization_id, candidate_id, number)
);
CREATE INDEX decisions_due ON decisions (organization_id, due_at);
CREATE INDEX decisions_by_time ON decisions (organization_id, decided_at);

-- == People ==

-- The person of each application, with the folded contact data that group applications. A person is the set of
-- applications with the same person_id, so no row is left after the last of them is erased. There is no reference to
-- the candidate: every change of these rows locks the organization's audit log, so no row outlives its candidate, and a
-- reference would be locked in the opposite order. by_hand protects what somebody merged or split from being grouped
-- again.
CREATE TABLE person_applications (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    email_key TEXT,
    phone_key TEXT,
    by_hand BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
CREATE INDEX applications_of_person ON person_applications (organization_id, person_id, candidate_id, by_hand);
CREATE INDEX applications_by_email ON person_applications (organization_id, email_key, person_id)
    WHERE email_key IS NOT NULL;
CREATE INDEX applications_by_phone ON person_applications (organization_id, phone_key, person_id)
    WHERE phone_key IS NOT NULL;

-- People whose applications may not be erased.
CREATE TABLE person_holds (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    person_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, person_id)
) WITHOUT ROWID;

-- == Blind review ==

-- Who revealed which candidate. A reveal ends with its user and with its candidate.
CREATE TABLE reveals (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    revealed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, user_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX reveals_by_user ON reveals (organization_id, user_id);

-- How many resumes of candidates of blind jobs a user has sent on a day. Each answer reveals that somebody with this
-- address is a candidate.
CREATE TABLE blind_duplicates (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    -- The day in UTC, counted from 1970.
    day BIGINT NOT NULL,
    files BIGINT NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);

-- == Interviews and reviews ==

CREATE TABLE interviews (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    interviewer_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    duration_minutes INTEGER NOT NULL DEFAULT 60,
    place TEXT,
    meeting_link TEXT,
    time_zone TEXT,
    -- A panel is several interviews of one candidate at one time, one for each interviewer. They share the identifier
    -- of the first.
    panel_id TEXT,
    status TEXT NOT NULL,
    has_report BOOLEAN NOT NULL,
    -- How often the interview was moved, cancelled or resumed. It tells a calendar which of two copies is newer.
    sequence INTEGER NOT NULL DEFAULT 0,
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
CREATE INDEX interviews_of_panel ON interviews (organization_id, panel_id, id) WHERE panel_id IS NOT NULL;
CREATE INDEX interviews_by_update ON interviews (organization_id, updated_at, id);

-- The report of an interview that says that it has none is a draft.
CREATE TABLE interview_reports (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    -- How many versions there were, and who saved this one.
    version INTEGER NOT NULL DEFAULT 1,
    saved_by TEXT,
    feedback TEXT,
    questions TEXT NOT NULL,
    transcription TEXT,
    video_playback_link TEXT,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, interview_id),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id)
);

-- What the report of an interview was before it was saved again. `saved_by` and `saved_at` belong to that version.
CREATE TABLE report_versions (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    saved_by TEXT,
    saved_at TIMESTAMP NOT NULL,
    feedback TEXT,
    questions TEXT NOT NULL,
    transcription TEXT,
    video_playback_link TEXT,
    PRIMARY KEY (organization_id, interview_id, version),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id)
);

-- A recording of an interview is one file, which has this identifier in the folder of files.
CREATE TABLE recordings (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    digest BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, interview_id),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX recordings_of_candidate ON recordings (organization_id, candidate_id);
CREATE UNIQUE INDEX recordings_by_id ON recordings (organization_id, id);

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
CREATE INDEX reviews_by_time ON reviews (organization_id, created_at, candidate_id, reviewer_id, score_tenths);

-- == Audit log and events ==

-- What was done, refused, exported and erased. The rows of an organization form a chain: `hash` covers the row and the
-- hash of the row before it. `changes` contains what changed. Changes of candidates are `sealed` with a key of that
-- candidate.
CREATE TABLE audit_log (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    number BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor TEXT NOT NULL,
    user_id TEXT,
    key_id TEXT,
    address TEXT,
    operation TEXT NOT NULL,
    outcome TEXT NOT NULL,
    kind TEXT NOT NULL,
    thing_id TEXT,
    candidate_id TEXT,
    reason TEXT,
    changes TEXT,
    sealed BLOB,
    hash BLOB NOT NULL,
    PRIMARY KEY (organization_id, number)
) WITHOUT ROWID;
CREATE INDEX audit_log_by_time ON audit_log (organization_id, at, number);
CREATE INDEX audit_log_by_user ON audit_log (organization_id, user_id, at, number);
CREATE INDEX audit_log_by_operation ON audit_log (organization_id, operation, at, number);
CREATE INDEX audit_log_by_thing ON audit_log (organization_id, thing_id, at, number);
CREATE INDEX audit_log_by_candidate ON audit_log (organization_id, candidate_id, at, number)
    WHERE candidate_id IS NOT NULL;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_log_is_not_cut BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;

-- The end of each chain. A transaction that writes to a chain holds its row until it ends, so no chain forks. A chain
-- that was cut does not end at this row.
CREATE TABLE audit_heads (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    number BIGINT NOT NULL,
    hash BLOB NOT NULL,
    -- The number of the organization's last event. It is in this row because every change locks it anyway.
    last_event BIGINT NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- The last change of each record, for systems that keep copies. `number` is that of the audit log's row, so it only
-- grows. The row of a record outlives the record: it says that it was removed.
CREATE TABLE record_changes (
    organization_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    record_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    job_id TEXT,
    candidate_id TEXT,
    changed_at TIMESTAMP NOT NULL,
    removed BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, kind, record_id)
) WITHOUT ROWID;
CREATE INDEX record_changes_by_number ON record_changes (organization_id, number, kind, record_id);
CREATE INDEX record_changes_of_candidate ON record_changes (organization_id, candidate_id);

-- What other systems learn: one row for each change, written in its transaction. It contains identifiers and names of
-- fields, and no values. There is no reference to the candidate or the job, because an event outlives them.
CREATE TABLE events (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    sequence BIGINT NOT NULL,
    id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    occurred_at TIMESTAMP NOT NULL,
    kind TEXT NOT NULL,
    thing_id TEXT NOT NULL,
    candidate_id TEXT,
    job_id TEXT,
    changed_fields TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence)
) WITHOUT ROWID;
CREATE INDEX events_by_time ON events (organization_id, occurred_at, sequence);

-- The addresses that receive events. event_types and job_ids are JSON lists. An empty list selects everything.
CREATE TABLE webhooks (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    description TEXT,
    event_types TEXT NOT NULL,
    job_ids TEXT NOT NULL,
    secret BLOB NOT NULL,
    earlier_secret BLOB,
    earlier_secret_until TIMESTAMP,
    disabled TEXT,
    failing_since TIMESTAMP,
    after_sequence BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, id)
) WITHOUT ROWID;

-- The event up to which an organization's deliveries exist.
CREATE TABLE event_positions (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    sequence BIGINT NOT NULL
) WITHOUT ROWID;

-- An event for a webhook. `attempts` counts all attempts, `failures` those since the event or the last replay.
-- `replays` counts how often it was made due again, so that the result of an earlier attempt does not end a replay.
CREATE TABLE webhook_deliveries (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    replays INTEGER NOT NULL,
    next_attempt_at TIMESTAMP,
    PRIMARY KEY (organization_id, webhook_id, sequence),
    FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, sequence) REFERENCES events (organization_id, sequence) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, next_attempt_at, sequence)
    WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (organization_id, webhook_id, state, sequence);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (organization_id, sequence);

CREATE TABLE webhook_attempts (
    organization_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    number INTEGER NOT NULL,
    at TIMESTAMP NOT NULL,
    duration_millis INTEGER NOT NULL,
    status SMALLINT,
    failure TEXT,
    response TEXT,
    PRIMARY KEY (organization_id, webhook_id, sequence, number),
    FOREIGN KEY (organization_id, webhook_id, sequence)
        REFERENCES webhook_deliveries (organization_id, webhook_id, sequence) ON DELETE CASCADE
) WITHOUT ROWID;

-- == Requests, uploads and tasks ==

-- Requests with an `Idempotency-Key`, for a day each: without an answer while they run, then with it.
CREATE TABLE idempotent_requests (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    key_id TEXT NOT NULL,
    name_hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    token TEXT NOT NULL,
    -- The server that runs the request, so that what it has begun can be ended if it is killed.
    server TEXT,
    claimed_at TIMESTAMP NOT NULL,
    answer BLOB,
    PRIMARY KEY (organization_id, key_id, name_hash)
);
CREATE UNIQUE INDEX idempotent_requests_by_token ON idempotent_requests (organization_id, token);
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (organization_id, claimed_at);
-- A killed server does not belong to one organization.
CREATE INDEX idempotent_requests_by_server ON idempotent_requests (server) WHERE server IS NOT NULL;

-- The progress of uploads, for about a day each. An upload whose sender does not wait also has its staged files
-- (`token`), its request, and the server that works on it (`holder`), which others replace after `due_at`.
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
    -- The server that received the upload, so that what it has begun can be ended if it is killed.
    server TEXT,
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
-- A killed server does not belong to one organization.
CREATE INDEX uploads_by_server ON uploads (server) WHERE server IS NOT NULL;

-- What an upload whose sender does not wait has created, so that a server that takes over creates nothing twice.
CREATE TABLE upload_steps (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    created TEXT NOT NULL,
    PRIMARY KEY (organization_id, user_id, upload_id, number),
    FOREIGN KEY (organization_id, user_id, upload_id)
        REFERENCES uploads (organization_id, user_id, id) ON DELETE CASCADE
);

-- Work that one of all servers does for each organization. The holder writes into `due_at` when others may take over. A
-- finished task has no holder and is due again later.
CREATE TABLE tasks (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    name TEXT NOT NULL,
    due_at TIMESTAMP NOT NULL,
    holder TEXT,
    PRIMARY KEY (organization_id, name)
) WITHOUT ROWID;
CREATE INDEX tasks_by_time ON tasks (name, due_at);

-- The views of the ranking that users have saved: a name, and the query of its address. They end with their user.
CREATE TABLE saved_views (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    query TEXT NOT NULL,
    PRIMARY KEY (organization_id, user_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views (organization_id, user_id, folded_name);

-- == Figures of reports ==

-- What reports add up: for each job and UTC day, the candidates who were added on it, by what they are now, and the
-- files that added nobody. `figure` says what `bucket` is: the status, the stage, a stage that was reached, the band of
-- the score, nothing (for candidates without a decision), or why a file added nobody. Rows without a job are the sums
-- of all jobs. The numbers of what waits in a job have no day (0), because they are not reported by day.
CREATE TABLE daily_counts (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    figure TEXT NOT NULL,
    day BIGINT NOT NULL,
    bucket TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (organization_id, job_id, figure, day, bucket)
) WITHOUT ROWID;
CREATE INDEX daily_counts_by_day ON daily_counts (organization_id, figure, day, job_id, bucket, number);

-- As what each candidate is counted, so that a change or an erasure takes it back. There is no reference to the
-- candidate, because the row is removed after the candidate's. `status` is empty without a decision. `reached` is a
-- list of stages with commas.
CREATE TABLE counted_candidates (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    day BIGINT NOT NULL,
    status TEXT NOT NULL,
    stage_id TEXT NOT NULL,
    band SMALLINT NOT NULL,
    reached TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
