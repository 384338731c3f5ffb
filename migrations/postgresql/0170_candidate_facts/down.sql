DROP TABLE candidate_facts;
