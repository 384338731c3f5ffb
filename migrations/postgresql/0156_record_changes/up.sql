-- The last change of each record, for systems that keep copies. `number` is that of the audit log's row, so it only grows. The row
-- of a record outlives the record: it says that it was removed.
CREATE TABLE record_changes (
    organization_id TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    record_id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    job_id TEXT COLLATE "C",
    candidate_id TEXT COLLATE "C",
    changed_at TIMESTAMP NOT NULL,
    removed BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, kind, record_id)
);
CREATE INDEX record_changes_by_number ON record_changes (organization_id, number, kind, record_id);
CREATE INDEX record_changes_of_candidate ON record_changes (organization_id, candidate_id);

-- Records of earlier versions, at the last row of the audit log that names them.
INSERT INTO record_changes (organization_id, kind, record_id, number, job_id, candidate_id, changed_at, removed)
SELECT jobs.organization_id, 'Job', jobs.id, COALESCE(logged.number, 0), jobs.id, NULL, jobs.updated_at, FALSE
FROM jobs LEFT JOIN (
    SELECT organization_id, thing_id, MAX(number) AS number FROM audit_log
    WHERE kind = 'job' AND outcome = 'done' GROUP BY organization_id, thing_id
) AS logged ON logged.organization_id = jobs.organization_id AND logged.thing_id = jobs.id;
INSERT INTO record_changes (organization_id, kind, record_id, number, job_id, candidate_id, changed_at, removed)
SELECT candidates.organization_id, 'Candidate', candidates.id, COALESCE(logged.number, 0), candidates.job_id, NULL, candidates.updated_at, FALSE
FROM candidates LEFT JOIN (
    SELECT organization_id, candidate_id, MAX(number) AS number FROM audit_log
    WHERE candidate_id IS NOT NULL AND outcome = 'done' GROUP BY organization_id, candidate_id
) AS logged ON logged.organization_id = candidates.organization_id AND logged.candidate_id = candidates.id;
INSERT INTO record_changes (organization_id, kind, record_id, number, job_id, candidate_id, changed_at, removed)
SELECT interviews.organization_id, 'Interview', interviews.id, COALESCE(logged.number, 0), interviews.job_id, interviews.candidate_id, interviews.updated_at, FALSE
FROM interviews LEFT JOIN (
    SELECT organization_id, thing_id, MAX(number) AS number FROM audit_log
    WHERE kind = 'interview' AND outcome = 'done' GROUP BY organization_id, thing_id
) AS logged ON logged.organization_id = interviews.organization_id AND logged.thing_id = interviews.id;
INSERT INTO record_changes (organization_id, kind, record_id, number, job_id, candidate_id, changed_at, removed)
SELECT erasures.organization_id, 'Candidate', erasures.candidate_id, COALESCE(logged.number, 0), NULL, NULL, erasures.erased_at, TRUE
FROM erasures LEFT JOIN (
    SELECT organization_id, thing_id, MAX(number) AS number FROM audit_log
    WHERE kind = 'candidate' AND outcome = 'done' GROUP BY organization_id, thing_id
) AS logged ON logged.organization_id = erasures.organization_id AND logged.thing_id = erasures.candidate_id;
INSERT INTO record_changes (organization_id, kind, record_id, number, job_id, candidate_id, changed_at, removed)
SELECT organization_id, 'Job', thing_id, MAX(number), thing_id, NULL, MAX(at), TRUE
FROM audit_log WHERE operation = 'deleteJob' AND kind = 'job' AND outcome = 'done' AND thing_id IS NOT NULL
GROUP BY organization_id, thing_id;
