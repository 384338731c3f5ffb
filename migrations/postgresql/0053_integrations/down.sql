DROP TABLE access_tokens;
ALTER TABLE users DROP COLUMN integration;
