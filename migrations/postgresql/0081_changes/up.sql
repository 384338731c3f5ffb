-- What has changed since a time, the earliest change first.
CREATE INDEX jobs_by_update ON jobs (organization_id, recruiter_id, updated_at, id);
CREATE INDEX interviews_by_update ON interviews (organization_id, updated_at, id);
CREATE INDEX erasures_by_time ON erasures (organization_id, erased_at, candidate_id);
