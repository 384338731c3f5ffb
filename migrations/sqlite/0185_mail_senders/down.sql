ALTER TABLE organizations DROP COLUMN mail_language;
ALTER TABLE organizations DROP COLUMN mail_reply_to;
ALTER TABLE organizations DROP COLUMN mail_sender_address;
ALTER TABLE organizations DROP COLUMN mail_sender_name;
