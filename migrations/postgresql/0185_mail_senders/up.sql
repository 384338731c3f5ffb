-- How an organization names itself in mails. What is missing follows the configuration of the server.
ALTER TABLE organizations ADD COLUMN mail_sender_name TEXT COLLATE "C";
ALTER TABLE organizations ADD COLUMN mail_sender_address TEXT COLLATE "C";
-- Where answers go.
ALTER TABLE organizations ADD COLUMN mail_reply_to TEXT COLLATE "C";
-- The code of the language of mails, such as de.
ALTER TABLE organizations ADD COLUMN mail_language TEXT COLLATE "C";
