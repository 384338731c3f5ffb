DROP INDEX interviews_of_panel;
ALTER TABLE interviews DROP COLUMN panel_id;
ALTER TABLE interviews DROP COLUMN time_zone;
ALTER TABLE interviews DROP COLUMN meeting_link;
ALTER TABLE interviews DROP COLUMN place;
ALTER TABLE interviews DROP COLUMN duration_minutes;
