-- Sessions and tokens are looked up in the organization of the caller's API key, or of the cookie. In PostgreSQL their keys then
-- contain the organization, so that they can be distributed with it. A SQLite file is not distributed: its keys stay as they are.
-- Links to recordings name the organization.
DROP INDEX recordings_by_link;
