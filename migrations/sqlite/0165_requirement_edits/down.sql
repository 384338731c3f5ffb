ALTER TABLE job_versions DROP COLUMN requirement_edits;
ALTER TABLE jobs DROP COLUMN requirement_edits;
