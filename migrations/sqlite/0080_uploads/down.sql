DROP TABLE upload_steps;
DROP TABLE uploads;
