DROP TABLE provider_logouts;
DROP TABLE provider_sessions;
DROP TABLE provider_sign_ins;
DROP TABLE external_identities;
DROP TABLE provider_domains;
DROP TABLE identity_providers;
