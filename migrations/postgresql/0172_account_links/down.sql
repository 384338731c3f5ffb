ALTER TABLE users DROP COLUMN invited;
DROP TABLE account_links;
