DROP INDEX blind_jobs;
UPDATE candidates SET external_id = masked_external_id
WHERE masked_external_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM candidates other
    WHERE other.organization_id = candidates.organization_id AND other.id <> candidates.id
        AND COALESCE(other.source, '') = COALESCE(candidates.source, '')
        AND (other.external_id = candidates.masked_external_id OR other.masked_external_id = candidates.masked_external_id)
);
ALTER TABLE candidates DROP COLUMN masked_external_id;
