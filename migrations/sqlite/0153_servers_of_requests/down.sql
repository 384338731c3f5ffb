DROP INDEX uploads_by_server;
ALTER TABLE uploads DROP COLUMN server;
DROP INDEX idempotent_requests_by_server;
ALTER TABLE idempotent_requests DROP COLUMN server;
