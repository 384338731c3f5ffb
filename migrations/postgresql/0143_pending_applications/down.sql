DROP TABLE pending_applications;
