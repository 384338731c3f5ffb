-- The texts of mails that an organization has written itself. A mail without a row has the text that is shipped.
CREATE TABLE mail_texts (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    -- The name of the mail, such as rejected.
    event TEXT NOT NULL,
    -- The code of the language, such as de.
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, event, language)
);
