-- The trigram index over both texts of a job, like that of candidates.
CREATE VIRTUAL TABLE jobs_search USING fts5(
    search_text,
    details_text,
    content = 'jobs',
    content_rowid = 'seq',
    tokenize = 'trigram case_sensitive 1',
    detail = 'none'
);
INSERT INTO jobs_search (jobs_search) VALUES ('rebuild');

CREATE TRIGGER jobs_search_insert AFTER INSERT ON jobs
BEGIN
    INSERT INTO jobs_search (rowid, search_text, details_text) VALUES (new.seq, new.search_text, new.details_text);
END;
CREATE TRIGGER jobs_search_delete AFTER DELETE ON jobs
BEGIN
    INSERT INTO jobs_search (jobs_search, rowid, search_text, details_text)
    VALUES ('delete', old.seq, old.search_text, old.details_text);
END;
CREATE TRIGGER jobs_search_update AFTER UPDATE OF search_text, details_text ON jobs
WHEN old.search_text IS NOT new.search_text OR old.details_text IS NOT new.details_text
BEGIN
    INSERT INTO jobs_search (jobs_search, rowid, search_text, details_text)
    VALUES ('delete', old.seq, old.search_text, old.details_text);
    INSERT INTO jobs_search (rowid, search_text, details_text) VALUES (new.seq, new.search_text, new.details_text);
END;
