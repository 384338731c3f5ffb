DROP TABLE report_versions;
ALTER TABLE interview_reports DROP COLUMN version;
ALTER TABLE interview_reports DROP COLUMN saved_by;
