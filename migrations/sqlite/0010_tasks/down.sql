CREATE TABLE daily_tasks (
    name TEXT NOT NULL PRIMARY KEY,
    begun_at TIMESTAMP NOT NULL
);
DROP TABLE tasks;
