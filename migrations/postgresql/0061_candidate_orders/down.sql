DROP INDEX candidates_by_experience;
DROP INDEX candidates_by_name;
