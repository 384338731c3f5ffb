-- Whether a key was taken back for good: it stays so on a clock that is set back to before `revoked_at`.
ALTER TABLE api_keys ADD COLUMN ended BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE api_keys SET ended = TRUE WHERE revoked_at <= now() AT TIME ZONE 'utc';
