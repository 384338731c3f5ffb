-- The tokens that replaced a refresh token are derived from it and this random value. So a client that sends the same refresh
-- token twice within seconds gets the same new tokens, and no token is stored.
ALTER TABLE refresh_tokens ADD COLUMN successor_nonce BYTEA;
