ALTER TABLE sessions DROP COLUMN passkey_challenge_at;
DROP TABLE passkeys;
