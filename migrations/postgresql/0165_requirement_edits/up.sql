-- What people set about the requirements of a job, as JSON, and what was set when candidates were scored against a version.
ALTER TABLE jobs ADD COLUMN requirement_edits TEXT;
ALTER TABLE job_versions ADD COLUMN requirement_edits TEXT;
