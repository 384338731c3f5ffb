-- The identifiers in other systems of candidates in blind jobs. They are not unique, because a conflict would say who has one.
ALTER TABLE candidates ADD COLUMN masked_external_id TEXT;
UPDATE candidates SET masked_external_id = candidates.external_id, external_id = NULL
FROM jobs j
WHERE j.organization_id = candidates.organization_id AND j.id = candidates.job_id AND j.blind
    AND candidates.external_id IS NOT NULL;
-- Filters by what is masked leave out the candidates of these jobs.
CREATE INDEX blind_jobs ON jobs (organization_id, id) WHERE blind;
