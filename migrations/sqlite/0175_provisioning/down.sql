DROP TABLE scim_members;
DROP TABLE scim_groups;
DROP TABLE scim_tokens;
DROP INDEX users_by_external_id;
DROP INDEX users_by_user_name;
ALTER TABLE users DROP COLUMN removed;
ALTER TABLE users DROP COLUMN external_id;
ALTER TABLE users DROP COLUMN folded_user_name;
ALTER TABLE users DROP COLUMN user_name;
