DROP INDEX erasures_by_time;
DROP INDEX interviews_by_update;
DROP INDEX jobs_by_update;
