-- What candidates are searched in, by three letters at a time. The extension comes with PostgreSQL's contrib modules, and the owner
-- of a database may create it; where it is not there or not allowed, searches read the candidates instead. The program says so
-- and tries this part again at each start.
DO $$
BEGIN
    -- On Citus, IF NOT EXISTS would need the owner of the extension.
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE EXTENSION pg_trgm;
    END IF;
    CREATE INDEX IF NOT EXISTS candidates_search ON candidates USING gin (search_text gin_trgm_ops);
EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
        RAISE NOTICE 'searches go without an index: %', SQLERRM;
END
$$;

-- Most candidates have no status: those who have one are found without walking past the others.
CREATE INDEX IF NOT EXISTS candidates_by_status ON candidates (organization_id, status, created_at DESC, id)
    WHERE status IS NOT NULL;
CREATE INDEX IF NOT EXISTS candidates_of_job_by_status ON candidates (organization_id, job_id, status, created_at DESC, id)
    WHERE status IS NOT NULL;
