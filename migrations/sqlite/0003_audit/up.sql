-- What was done, refused, read out and erased, one row each, in one chain for each organization: `hash` is over the row and
-- the hash before it. `changes` holds what changed in words; of candidates it is `sealed` with a key of that candidate.
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
CREATE INDEX audit_log_by_candidate ON audit_log (organization_id, candidate_id, at, number) WHERE candidate_id IS NOT NULL;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_log_is_not_cut BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only added to');
END;

-- The end of each chain. Whoever writes to a chain holds its row until the transaction ends, so that no chain forks; a chain
-- that was cut at its end is told by it.
CREATE TABLE audit_heads (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    number BIGINT NOT NULL,
    hash BLOB NOT NULL
) WITHOUT ROWID;

-- What a candidate's values in the audit log are sealed with. Erasing the candidate destroys the key, and the values with it.
CREATE TABLE candidate_keys (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    sealing_key BLOB NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
