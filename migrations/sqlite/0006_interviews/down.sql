DROP TABLE service_keys;
DROP TABLE recordings;
ALTER TABLE interviews DROP COLUMN sequence;
