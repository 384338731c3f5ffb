DROP TRIGGER jobs_search_update;
DROP TRIGGER jobs_search_delete;
DROP TRIGGER jobs_search_insert;
DROP TABLE jobs_search;
