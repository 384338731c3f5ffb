CREATE INDEX recordings_by_link ON recordings (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_access_hash_key UNIQUE (access_hash);
ALTER TABLE refresh_tokens DROP CONSTRAINT refresh_tokens_by_hash;
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash);
