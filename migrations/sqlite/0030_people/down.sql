DROP TABLE person_holds;
DROP TABLE person_applications;
