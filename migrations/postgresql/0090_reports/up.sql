-- What reports add up: for each job and UTC day, the candidates who were added on it, by what they are now, and the files that added
-- nobody. `figure` says what `bucket` is: the status, the stage, a stage that was reached, the band
-- of the score, nothing (for candidates without a decision), or why a file added nobody.
-- Rows without a job are the sums of all jobs. The numbers of what waits in a job have no day (0), because they are not reported by day.
CREATE TABLE daily_counts (
    organization_id TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,
    figure TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    bucket TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (organization_id, job_id, figure, day, bucket)
);
CREATE INDEX daily_counts_by_day ON daily_counts (organization_id, figure, day, job_id, bucket, number);

-- As what each candidate is counted, so that a change or an erasure takes it back. There is no reference to the candidate, because
-- the row is removed after the candidate's. `status` is empty without a decision. `reached` is a list of stages with commas.
CREATE TABLE counted_candidates (
    organization_id TEXT COLLATE "C" NOT NULL,
    candidate_id TEXT COLLATE "C" NOT NULL,
    job_id TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    stage_id TEXT COLLATE "C" NOT NULL,
    band SMALLINT NOT NULL,
    reached TEXT NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
);
INSERT INTO counted_candidates
SELECT candidates.organization_id, candidates.id, candidates.job_id, FLOOR(EXTRACT(EPOCH FROM candidates.created_at) / 86400)::bigint,
    COALESCE(candidates.status, ''), COALESCE(candidates.stage_id, candidates.status, 'Active'), LEAST(candidates.score_tenths / 100, 9),
    string_agg(DISTINCT visited.stage, ',' ORDER BY visited.stage)
FROM candidates
LEFT JOIN stage_steps ON stage_steps.organization_id = candidates.organization_id AND stage_steps.candidate_id = candidates.id
CROSS JOIN LATERAL unnest(ARRAY[
    COALESCE(candidates.stage_id, candidates.status, 'Active') COLLATE "C", stage_steps.from_id COLLATE "C", stage_steps.to_id COLLATE "C"
]) AS visited (stage)
WHERE visited.stage IS NOT NULL
GROUP BY candidates.organization_id, candidates.id;
INSERT INTO daily_counts
SELECT organization_id, job_id, 'status', day, COALESCE(NULLIF(status, ''), 'Active'), COUNT(*)
FROM counted_candidates GROUP BY organization_id, job_id, day, COALESCE(NULLIF(status, ''), 'Active');
INSERT INTO daily_counts
SELECT organization_id, job_id, 'undecided', 0, '', COUNT(*) FROM counted_candidates WHERE status = '' GROUP BY organization_id, job_id;
INSERT INTO daily_counts
SELECT organization_id, job_id, 'total', 0, '', COUNT(*) FROM counted_candidates GROUP BY organization_id, job_id;
INSERT INTO daily_counts
SELECT organization_id, job_id, 'stage', day, stage_id, COUNT(*) FROM counted_candidates GROUP BY organization_id, job_id, day, stage_id;
INSERT INTO daily_counts
SELECT organization_id, job_id, 'score', day, CAST(band AS TEXT), COUNT(*) FROM counted_candidates GROUP BY organization_id, job_id, day, band;
INSERT INTO daily_counts
SELECT organization_id, job_id, 'reached', day, stage, COUNT(*)
FROM counted_candidates, unnest(string_to_array(reached, ',')) AS stage
GROUP BY organization_id, job_id, day, stage;
INSERT INTO daily_counts
SELECT organization_id, '', figure, day, bucket, CAST(SUM(number) AS BIGINT) FROM daily_counts
WHERE figure IN ('status', 'score') GROUP BY organization_id, figure, day, bucket;

-- How long each stay in a stage was, which ends with the step. Reports read nothing but the indexes.
ALTER TABLE stage_steps ADD COLUMN job_id TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE stage_steps ADD COLUMN from_status TEXT COLLATE "C" NOT NULL DEFAULT 'Active';
ALTER TABLE stage_steps ADD COLUMN seconds BIGINT NOT NULL DEFAULT 0;
UPDATE stage_steps SET
    job_id = (
        SELECT candidates.job_id FROM candidates
        WHERE candidates.organization_id = stage_steps.organization_id AND candidates.id = stage_steps.candidate_id
    ),
    from_status = COALESCE((
        SELECT earlier.status FROM stage_steps AS earlier
        WHERE earlier.organization_id = stage_steps.organization_id AND earlier.candidate_id = stage_steps.candidate_id
            AND earlier.number = stage_steps.number - 1
    ), CASE WHEN from_id IN ('Active', 'OnHold', 'Rejected', 'Hired', 'Withdrawn') THEN from_id ELSE 'Active' END),
    seconds = GREATEST(0, FLOOR(EXTRACT(EPOCH FROM moved_at)) - FLOOR(EXTRACT(EPOCH FROM COALESCE((
        SELECT earlier.moved_at FROM stage_steps AS earlier
        WHERE earlier.organization_id = stage_steps.organization_id AND earlier.candidate_id = stage_steps.candidate_id
            AND earlier.number = stage_steps.number - 1
    ), (
        SELECT candidates.created_at FROM candidates
        WHERE candidates.organization_id = stage_steps.organization_id AND candidates.id = stage_steps.candidate_id
    )))))::bigint;
CREATE INDEX stage_steps_of_job ON stage_steps (organization_id, job_id, moved_at, from_id, from_status, seconds);
CREATE INDEX stage_steps_by_time ON stage_steps (organization_id, moved_at, job_id, from_id, from_status, seconds);
CREATE INDEX reviews_by_time ON reviews (organization_id, created_at, candidate_id, reviewer_id, score_tenths);
