UPDATE saved_views SET query = replace(replace(query, '&noStatus=New', ''), '&status=New', '');
DELETE FROM daily_counts WHERE figure = 'new';
DROP INDEX candidates_by_scored_version;
ALTER TABLE jobs DROP COLUMN revision;
