ALTER TABLE organizations DROP COLUMN hiring_managers_decide;
