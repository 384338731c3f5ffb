DROP TABLE application_forms;
DROP TABLE job_questions;
