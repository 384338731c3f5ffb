-- The orders of a job's candidates by name and by experience (candidates/ordered.rs).
CREATE INDEX candidates_by_name ON candidates (organization_id, job_id, sort_name, id);
CREATE INDEX candidates_by_experience
    ON candidates (organization_id, job_id, (COALESCE(months_worked, -1)) DESC, sort_name, id);
