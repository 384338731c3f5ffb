DROP TABLE resume_corrections;
