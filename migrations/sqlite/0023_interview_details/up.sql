-- How long an interview takes, where it takes place, and in which time zone its time is shown.
ALTER TABLE interviews ADD COLUMN duration_minutes INTEGER NOT NULL DEFAULT 60;
ALTER TABLE interviews ADD COLUMN place TEXT;
ALTER TABLE interviews ADD COLUMN meeting_link TEXT;
ALTER TABLE interviews ADD COLUMN time_zone TEXT;

-- A panel is several interviews of one candidate at one time, one for each interviewer. They share the identifier of the first.
ALTER TABLE interviews ADD COLUMN panel_id TEXT;
CREATE INDEX interviews_of_panel ON interviews (organization_id, panel_id, id) WHERE panel_id IS NOT NULL;
