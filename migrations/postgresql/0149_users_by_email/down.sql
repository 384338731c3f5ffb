DROP INDEX users_by_email;
