-- The users who work on a job. The recruiter who owns it is always one of them.
CREATE TABLE hiring_teams (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (organization_id, job_id, user_id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
) WITHOUT ROWID;
INSERT INTO hiring_teams (organization_id, job_id, user_id) SELECT organization_id, id, recruiter_id FROM jobs;

-- Whether recruiters have access only to the jobs of their teams.
ALTER TABLE organizations ADD COLUMN team_jobs_only BOOLEAN NOT NULL DEFAULT FALSE;
