-- The revision of a job grows with each change, so that a change that was based on an earlier one is refused.
ALTER TABLE jobs ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;

-- Finds the candidates whose scores are older than the texts of their job.
CREATE INDEX candidates_by_scored_version ON candidates (organization_id, job_id, scored_version);

-- Candidates without a decision are counted by the day on which they were added, too. Until now they were counted only as active.
INSERT INTO daily_counts
SELECT organization_id, job_id, 'new', day, '', COUNT(*) FROM counted_candidates WHERE status = '' GROUP BY organization_id, job_id, day;
INSERT INTO daily_counts
SELECT organization_id, '', 'new', day, '', COUNT(*) FROM counted_candidates WHERE status = '' GROUP BY organization_id, day;

-- On pages, candidates without a decision are no longer among the active ones. Saved views keep those whom they showed.
UPDATE saved_views SET query = replace(replace(query, 'noStatus=Active', 'noStatus=Active&noStatus=New'), 'status=Active', 'status=Active&status=New');
