-- Candidates who are or were active by a decision are counted apart from those who never were more than new. What the active and
-- the later ones were before is not known, so they are counted as before.
UPDATE counted_candidates SET reached = reached || ',Active/decided'
WHERE status <> '' AND (',' || reached || ',') LIKE '%,Active,%';
INSERT INTO daily_counts
SELECT organization_id, job_id, 'activated', day, '', COUNT(*) FROM counted_candidates WHERE reached LIKE '%,Active/decided'
GROUP BY organization_id, job_id, day;
