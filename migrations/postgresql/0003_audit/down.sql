DROP TABLE candidate_keys;
DROP TABLE audit_heads;
DROP TABLE audit_log;
DROP FUNCTION refuse_to_change_the_audit_log;
