-- Applications from outside that were accepted, and whose resume is a scan that has not been recognized yet. The files are staged
-- in the folder `token`. From `due_at` on, any server may work on one.
CREATE TABLE pending_applications (
    organization_id TEXT NOT NULL,
    receipt_number TEXT NOT NULL,
    token TEXT NOT NULL,
    request BLOB NOT NULL,
    due_at TIMESTAMP NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (organization_id, receipt_number),
    FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE INDEX pending_applications_by_due ON pending_applications (due_at);
