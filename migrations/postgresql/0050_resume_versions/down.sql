DROP TABLE resume_versions;
ALTER TABLE score_receipts DROP COLUMN document_digest;
ALTER TABLE resumes DROP COLUMN uploaded_by;
ALTER TABLE resumes DROP COLUMN uploaded_at;
ALTER TABLE resumes DROP COLUMN file_id;
ALTER TABLE resumes DROP COLUMN version;
