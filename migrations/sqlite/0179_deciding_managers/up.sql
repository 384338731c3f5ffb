-- Whether hiring managers change the status and the stage of the candidates of their jobs.
ALTER TABLE organizations ADD COLUMN hiring_managers_decide BOOLEAN NOT NULL DEFAULT FALSE;
