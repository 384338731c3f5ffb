DROP TABLE stage_steps;
DROP INDEX candidates_by_stage;
ALTER TABLE candidates DROP COLUMN stage_id;
ALTER TABLE jobs DROP COLUMN stages;
ALTER TABLE organizations DROP COLUMN stage_template;
