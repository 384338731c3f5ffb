DROP TABLE candidate_documents;
