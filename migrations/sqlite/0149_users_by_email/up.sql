-- A sign-in in the web app names no organization, so accounts are found by the e-mail address.
CREATE INDEX users_by_email ON users (folded_email, organization_id);
