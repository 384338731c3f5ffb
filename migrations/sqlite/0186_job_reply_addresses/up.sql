-- Where answers to mails about the candidates of a job go. Without it, the address of the organization counts.
ALTER TABLE jobs ADD COLUMN reply_to TEXT;
