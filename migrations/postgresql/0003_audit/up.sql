-- What was done, refused, read out and erased, one row each, in one chain for each organization: `hash` is over the row and
-- the hash before it. `changes` holds what changed in words; of candidates it is `sealed` with a key of that candidate.
CREATE TABLE audit_log (
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    number BIGINT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor TEXT NOT NULL,
    user_id TEXT COLLATE "C",
    key_id TEXT COLLATE "C",
    address TEXT,
    operation TEXT COLLATE "C" NOT NULL,
    outcome TEXT NOT NULL,
    kind TEXT NOT NULL,
    thing_id TEXT COLLATE "C",
    candidate_id TEXT COLLATE "C",
    reason TEXT,
    changes TEXT,
    sealed BYTEA,
    hash BYTEA NOT NULL,
    PRIMARY KEY (organization_id, number)
);
CREATE INDEX audit_log_by_time ON audit_log (organization_id, at, number);
CREATE INDEX audit_log_by_user ON audit_log (organization_id, user_id, at, number);
CREATE INDEX audit_log_by_operation ON audit_log (organization_id, operation, at, number);
CREATE INDEX audit_log_by_thing ON audit_log (organization_id, thing_id, at, number);
CREATE INDEX audit_log_by_candidate ON audit_log (organization_id, candidate_id, at, number) WHERE candidate_id IS NOT NULL;

CREATE FUNCTION refuse_to_change_the_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only added to';
END
$$;
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    EXECUTE FUNCTION refuse_to_change_the_audit_log();

-- The end of each chain. Whoever writes to a chain holds its row until the transaction ends, so that no chain forks; a chain
-- that was cut at its end is told by it.
CREATE TABLE audit_heads (
    organization_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES organizations (id),
    number BIGINT NOT NULL,
    hash BYTEA NOT NULL
);

-- What a candidate's values in the audit log are sealed with. Erasing the candidate destroys the key, and the values with it.
CREATE TABLE candidate_keys (
    organization_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    sealing_key BYTEA NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
);
