DROP TABLE mail_preferences;
