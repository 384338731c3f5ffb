-- Mails that wait to be sent, and the outcome of earlier ones. The identifier names the cause, so that a change causes a mail once. A mail
-- contains no text and no secret: it is written when it is sent. It ends with its candidate, or with its link.
CREATE TABLE mails (
    organization_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Whom it is to, unless it is to the candidate.
    user_id TEXT,
    -- The candidate whom it is about. Mails with a link are about none.
    candidate_id TEXT,
    -- The link by which the user sets a password.
    link_id TEXT,
    -- The interview, as it was when the mail was caused.
    interview_id TEXT,
    sequence INTEGER,
    begins_at TIMESTAMP,
    previous_at TIMESTAMP,
    duration_minutes INTEGER,
    place TEXT,
    meeting_link TEXT,
    time_zone TEXT,
    state TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- When it is attempted next. Mails that do not wait have none.
    next_attempt_at TIMESTAMP,
    attempts INTEGER NOT NULL,
    -- Why the last attempt failed, by its name, and what the mail server answered.
    failure TEXT,
    failure_detail TEXT,
    sent_at TIMESTAMP,
    message_id TEXT,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX mails_due ON mails (organization_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_of_candidate ON mails (organization_id, candidate_id, created_at, id);
CREATE INDEX mails_by_time ON mails (organization_id, created_at, id);
CREATE INDEX mails_by_state ON mails (organization_id, state, created_at, id);
