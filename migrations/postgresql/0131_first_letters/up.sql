-- PostgreSQL's trigram index finds words of two letters at the beginning of a text, too.
DO $$ BEGIN END $$;
