DROP INDEX reviews_by_time;
DROP INDEX stage_steps_by_time;
DROP INDEX stage_steps_of_job;
ALTER TABLE stage_steps DROP COLUMN seconds;
ALTER TABLE stage_steps DROP COLUMN from_status;
ALTER TABLE stage_steps DROP COLUMN job_id;
DROP TABLE counted_candidates;
DROP TABLE daily_counts;
