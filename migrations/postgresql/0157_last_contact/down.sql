ALTER TABLE candidates DROP COLUMN contacted_at;
