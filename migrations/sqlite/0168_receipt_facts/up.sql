-- What filters need of the current receipt: occupations and missing requirements. Scoring again fills it for earlier candidates.
ALTER TABLE candidates ADD COLUMN receipt_facts TEXT;
