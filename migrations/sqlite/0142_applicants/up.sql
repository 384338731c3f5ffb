-- Applications from outside have limits of their own. An application over the daily limit of its candidate is stored without its
-- content (`kept`). The size of its texts counts as stored.
ALTER TABLE application_forms ADD COLUMN kept BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE application_forms ADD COLUMN form_bytes BIGINT NOT NULL DEFAULT 0;

-- Anyone can send a resume with the address of a candidate. It competes with the current one until somebody chooses.
ALTER TABLE candidate_documents ADD COLUMN competes BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE candidate_documents SET competes = TRUE WHERE kind = 'Resume' AND uploaded_by IS NULL;

-- The applications of a day, counted from 1970. They do not count as uploads of recruiters.
ALTER TABLE upload_usage ADD COLUMN application_day BIGINT NOT NULL DEFAULT 0;
ALTER TABLE upload_usage ADD COLUMN day_applications BIGINT NOT NULL DEFAULT 0;
