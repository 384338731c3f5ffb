-- The trigram index finds a word of two letters with the character before it, which the first word of a text lacks.
CREATE INDEX candidates_by_first_letters ON candidates (substr(search_text, 1, 2));
