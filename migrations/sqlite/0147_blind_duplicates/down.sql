DROP TABLE blind_duplicates;
