DROP INDEX candidates_of_job_by_status;
DROP INDEX candidates_by_status;
DROP TRIGGER candidates_search_update;
DROP TRIGGER candidates_search_delete;
DROP TRIGGER candidates_search_insert;
DROP TABLE candidates_search;
