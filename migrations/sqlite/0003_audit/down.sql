DROP TABLE candidate_keys;
DROP TABLE audit_heads;
DROP TABLE audit_log;
