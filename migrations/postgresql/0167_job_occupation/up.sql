-- The occupation that a person set for a job, as JSON, and the one that was set when candidates were scored against a version.
ALTER TABLE jobs ADD COLUMN occupation TEXT;
ALTER TABLE job_versions ADD COLUMN occupation TEXT;
