-- The texts of mails that an organization has written itself. A mail without a row has the text that is shipped.
CREATE TABLE mail_texts (
    organization_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id),
    -- The name of the mail, such as rejected.
    event TEXT COLLATE "C" NOT NULL,
    -- The code of the language, such as de.
    language TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, event, language)
);
