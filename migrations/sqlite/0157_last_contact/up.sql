-- When the candidate was last contacted, if something that is no contact changed the candidate afterwards, such as a new score. The
-- time of the last change is then later, and retention counts from this one.
ALTER TABLE candidates ADD COLUMN contacted_at TIMESTAMP;
