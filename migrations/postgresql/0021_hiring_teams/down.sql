ALTER TABLE organizations DROP COLUMN team_jobs_only;
DROP TABLE hiring_teams;
