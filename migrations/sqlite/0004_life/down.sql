DROP INDEX sessions_of_user;
DROP TABLE daily_tasks;
DROP TABLE retention_policies;
DROP TABLE legal_holds;
DROP TABLE erasures;
