-- Which mails users get, of those that they can switch off. A user without a row gets all.
CREATE TABLE mail_preferences (
    organization_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    -- Reminders of interviews.
    reminders BOOLEAN NOT NULL,
    -- Reminders of reports that are missing.
    reports_due BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
