DROP TABLE record_changes;
