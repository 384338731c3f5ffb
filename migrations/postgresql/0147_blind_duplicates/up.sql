-- How many resumes of candidates of blind jobs a user has sent on a day. Each answer reveals that somebody with this address is a candidate.
CREATE TABLE blind_duplicates (
    organization_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    -- The day in UTC, counted from 1970.
    day BIGINT NOT NULL,
    files BIGINT NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
