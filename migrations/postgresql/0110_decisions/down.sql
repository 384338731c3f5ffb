DROP TABLE decision_policies;
DROP TABLE decisions;
