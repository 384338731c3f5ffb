DROP INDEX candidates_of_job_by_status;
DROP INDEX candidates_by_status;
DROP INDEX IF EXISTS candidates_search;
