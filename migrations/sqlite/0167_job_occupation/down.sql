ALTER TABLE job_versions DROP COLUMN occupation;
ALTER TABLE jobs DROP COLUMN occupation;
