DROP TABLE job_versions;
ALTER TABLE resumes DROP COLUMN read_by;
ALTER TABLE candidates DROP COLUMN scored_version;
ALTER TABLE candidates DROP COLUMN scored_by;
ALTER TABLE candidates DROP COLUMN criterion_values;
ALTER TABLE candidates DROP COLUMN weighting;
