-- Searches use indexes of three letters. The extension comes with PostgreSQL's contrib modules, and the owner of a database may
-- create it. If it is missing or not allowed, searches read the candidates and jobs instead. The program warns of this, and runs
-- these statements again at each start until they succeed.
DO $$
BEGIN
    -- On Citus, IF NOT EXISTS would need the owner of the extension.
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE EXTENSION pg_trgm;
    END IF;
    CREATE INDEX IF NOT EXISTS candidates_search ON candidates USING gin (search_text gin_trgm_ops);
    CREATE INDEX IF NOT EXISTS jobs_search ON jobs USING gin (search_text gin_trgm_ops, details_text gin_trgm_ops);
EXCEPTION
    WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
        RAISE NOTICE 'searches go without an index: %', SQLERRM;
END
$$
