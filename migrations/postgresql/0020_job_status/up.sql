-- The status of a job, why and when it last changed, and the job's identifier in another system.
ALTER TABLE jobs ADD COLUMN status TEXT COLLATE "C" NOT NULL DEFAULT 'Open';
ALTER TABLE jobs ADD COLUMN status_reason TEXT;
ALTER TABLE jobs ADD COLUMN status_changed_at TIMESTAMP;
ALTER TABLE jobs ADD COLUMN external_id TEXT COLLATE "C";
UPDATE jobs SET status = 'Draft' WHERE draft;
CREATE UNIQUE INDEX jobs_by_external_id ON jobs (organization_id, external_id) WHERE external_id IS NOT NULL;

-- Lists of all jobs of an organization, newest first. A filter by the last columns reads no rows.
CREATE INDEX jobs_of_organization_newest ON jobs (organization_id, created_at DESC, id, status, updated_at);
CREATE INDEX jobs_by_status ON jobs (organization_id, status, created_at DESC, id, updated_at);

-- Code, identifier, department, location and attributes, as lists search and filter them: lower case, one line each. The program
-- fills it for jobs from before, because SQLite folds only ASCII letters.
ALTER TABLE jobs ADD COLUMN details_text TEXT COLLATE "C";
CREATE INDEX jobs_without_details ON jobs (organization_id, id) WHERE details_text IS NULL;
