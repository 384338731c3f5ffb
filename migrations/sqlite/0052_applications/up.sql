-- The questions that applicants for a job answer, as a JSON array in the order in which they are asked.
CREATE TABLE job_questions (
    organization_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    questions TEXT NOT NULL,
    PRIMARY KEY (organization_id, job_id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id)
);

-- Applications from outside, as they arrived. The receipt number follows from what was sent, so the same application again is found.
-- `answers` is a JSON array with the questions as they were asked.
CREATE TABLE application_forms (
    organization_id TEXT NOT NULL,
    receipt_number TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    answers TEXT NOT NULL,
    consent_text TEXT NOT NULL,
    consent_version TEXT NOT NULL,
    consent_given_at TEXT,
    full_name TEXT,
    email TEXT,
    phone TEXT,
    source TEXT NOT NULL,
    received_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, receipt_number),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id)
);
CREATE INDEX applications_of_candidate ON application_forms (organization_id, candidate_id, received_at, receipt_number);
