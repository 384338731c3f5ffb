-- What candidates are searched in, by three letters at a time (https://sqlite.org/fts5.html#the_trigram_tokenizer). The text stays in
-- the candidates' table; the index keeps which rows hold which three letters and nothing of their places. Text is folded before
-- it is stored, so letter case is kept apart here. With secure-delete what is deleted leaves the index at once, and not when its
-- segments are merged some day.
CREATE VIRTUAL TABLE candidates_search USING fts5(
    search_text,
    content = 'candidates',
    content_rowid = 'seq',
    tokenize = 'trigram case_sensitive 1',
    detail = 'none'
);
INSERT INTO candidates_search (candidates_search, rank) VALUES ('secure-delete', 1);
INSERT INTO candidates_search (candidates_search) VALUES ('rebuild');

CREATE TRIGGER candidates_search_insert AFTER INSERT ON candidates
BEGIN
    INSERT INTO candidates_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;
CREATE TRIGGER candidates_search_delete AFTER DELETE ON candidates
BEGIN
    INSERT INTO candidates_search (candidates_search, rowid, search_text) VALUES ('delete', old.seq, old.search_text);
END;
CREATE TRIGGER candidates_search_update AFTER UPDATE OF search_text ON candidates
WHEN old.search_text IS NOT new.search_text
BEGIN
    INSERT INTO candidates_search (candidates_search, rowid, search_text) VALUES ('delete', old.seq, old.search_text);
    INSERT INTO candidates_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;

-- Most candidates have no status: those who have one are found without walking past the others.
CREATE INDEX candidates_by_status ON candidates (organization_id, status, created_at DESC, id) WHERE status IS NOT NULL;
CREATE INDEX candidates_of_job_by_status ON candidates (organization_id, job_id, status, created_at DESC, id)
    WHERE status IS NOT NULL;
