-- The trigram index over both texts of a job, like that of candidates. If the extension is missing, searches walk the list. The
-- program tries this part again at each start.
DO $$
BEGIN
    -- On Citus, IF NOT EXISTS would need the owner of the extension.
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE EXTENSION pg_trgm;
    END IF;
    CREATE INDEX IF NOT EXISTS jobs_search ON jobs USING gin (search_text gin_trgm_ops, details_text gin_trgm_ops);
EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
        RAISE NOTICE 'searches for jobs go without an index: %', SQLERRM;
END
$$;
