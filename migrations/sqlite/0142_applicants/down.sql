ALTER TABLE upload_usage DROP COLUMN day_applications;
ALTER TABLE upload_usage DROP COLUMN application_day;
ALTER TABLE candidate_documents DROP COLUMN competes;
ALTER TABLE application_forms DROP COLUMN form_bytes;
ALTER TABLE application_forms DROP COLUMN kept;
