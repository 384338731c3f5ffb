ALTER TABLE candidates DROP COLUMN receipt_facts;
