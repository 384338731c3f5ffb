-- The person of each application, with the folded contact data that group applications. A person is the set of applications with the
-- same person_id, so no row is left once the last of them is erased. There is no reference to the candidate: every change of these
-- rows holds the lock of the organization's audit log, so that a row never outlives its candidate, and the lock of a reference
-- would be taken in the opposite order. by_hand protects what somebody merged or split from being grouped again.
CREATE TABLE person_applications (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    email_key TEXT,
    phone_key TEXT,
    by_hand BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, candidate_id)
) WITHOUT ROWID;
CREATE INDEX applications_of_person ON person_applications (organization_id, person_id, candidate_id, by_hand);
CREATE INDEX applications_by_email ON person_applications (organization_id, email_key, person_id) WHERE email_key IS NOT NULL;
CREATE INDEX applications_by_phone ON person_applications (organization_id, phone_key, person_id) WHERE phone_key IS NOT NULL;

-- People whose applications may not be erased.
CREATE TABLE person_holds (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    person_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    held_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, person_id)
) WITHOUT ROWID;
