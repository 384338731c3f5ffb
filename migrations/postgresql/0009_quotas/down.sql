DROP TABLE upload_usage;
