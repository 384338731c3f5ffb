-- The views of the ranking that users have saved: a name, and the query of its address. They end with their user.
CREATE TABLE saved_views (
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    query TEXT NOT NULL,
    PRIMARY KEY (organization_id, user_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views (organization_id, user_id, folded_name);
