-- What a superuser does once for a Citus cluster, so that Shortlist needs no superuser. Run it on the coordinator, in Shortlist's
-- database, after the workers were added:
--   psql -X -v role=shortlist -f administrator.sql "host=COORDINATOR dbname=shortlist user=postgres"
-- Then, as that role: shortlist migrate --distribute
\set ON_ERROR_STOP on
\if :{?role}
\else
\set role shortlist
\endif

-- Citus creates the role and the extension on the workers too.
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') AS is_new \gset
\if :is_new
CREATE ROLE :"role" LOGIN;
\endif
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The role owns the tables, which it creates in the schema public. Citus grants the same on the workers.
GRANT USAGE, CREATE ON SCHEMA public TO :"role";
SELECT format('GRANT CREATE, TEMPORARY ON DATABASE %I TO %I', current_database(), :'role') \gexec

-- Machines connect to each other as this role too: allow it in pg_hba.conf of each, or give it a password there with
--   INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, 'shortlist', 'password=…');
