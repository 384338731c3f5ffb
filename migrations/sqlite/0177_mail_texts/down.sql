DROP TABLE mail_texts;
