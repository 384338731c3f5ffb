CREATE INDEX recordings_by_link ON recordings (id);
