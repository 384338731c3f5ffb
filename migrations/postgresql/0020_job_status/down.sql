DROP INDEX jobs_without_details;
DROP INDEX jobs_by_status;
DROP INDEX jobs_of_organization_newest;
DROP INDEX jobs_by_external_id;
ALTER TABLE jobs DROP COLUMN details_text;
ALTER TABLE jobs DROP COLUMN external_id;
ALTER TABLE jobs DROP COLUMN status_changed_at;
ALTER TABLE jobs DROP COLUMN status_reason;
ALTER TABLE jobs DROP COLUMN status;
