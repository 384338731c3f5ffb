-- What an organization keeps and has sent on a day, counted from 1970, and what it may, where that is not what the operator
-- set for all; 0 is without a bound. Kept in the transactions that create and erase candidates: a sum over all files would
-- have to be made for each upload.
CREATE TABLE upload_usage (
    organization_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id),
    stored_bytes BIGINT NOT NULL,
    counted_day BIGINT NOT NULL,
    day_resumes BIGINT NOT NULL,
    max_stored_mib BIGINT,
    max_daily_resumes BIGINT
);

INSERT INTO upload_usage (organization_id, stored_bytes, counted_day, day_resumes)
SELECT organization_id, SUM(file_bytes)::BIGINT, 0, 0 FROM resumes GROUP BY organization_id;
