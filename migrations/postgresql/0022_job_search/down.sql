DROP INDEX IF EXISTS jobs_search;
