ALTER TABLE sessions DROP COLUMN second_factor_waived;
ALTER TABLE sessions DROP COLUMN second_factor_at;
ALTER TABLE organizations DROP COLUMN second_factor_roles;
DROP TABLE recovery_codes;
DROP TABLE second_factors;
