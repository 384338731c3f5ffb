ALTER TABLE sessions DROP COLUMN ends_at;
ALTER TABLE sessions DROP COLUMN last_used_at;
ALTER TABLE sessions DROP COLUMN network;
ALTER TABLE sessions DROP COLUMN system;
ALTER TABLE sessions DROP COLUMN browser;
ALTER TABLE sessions DROP COLUMN kind;
