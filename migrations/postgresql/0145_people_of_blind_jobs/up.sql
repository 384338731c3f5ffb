-- A candidate of a blind job is a person of its own, because the other applications of the person say who it is. Legal holds stay.
INSERT INTO person_holds (organization_id, person_id, reason, held_at)
SELECT a.organization_id, 'per_' || md5('blind ' || a.candidate_id), h.reason, h.held_at
FROM person_applications a
JOIN person_holds h ON h.organization_id = a.organization_id AND h.person_id = a.person_id
JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
JOIN jobs j ON j.organization_id = a.organization_id AND j.id = c.job_id
WHERE j.blind;
UPDATE person_applications
SET person_id = 'per_' || md5('blind ' || person_applications.candidate_id), email_key = NULL, phone_key = NULL
FROM candidates c
JOIN jobs j ON j.organization_id = c.organization_id AND j.id = c.job_id
WHERE c.organization_id = person_applications.organization_id AND c.id = person_applications.candidate_id AND j.blind;

-- An identifier repeated that of the first application. The identifiers that say this of a candidate of a blind job are replaced by ones
-- that follow from the other applications. Those of other people say nothing that the application does not, and stay what the audit
-- log and other systems know. (A cluster runs no function on its shards that returns something random.)
UPDATE person_holds SET person_id = 'per_' || md5('open ' || f.first_id)
FROM (
    SELECT organization_id, person_id, MIN(candidate_id) AS first_id FROM person_applications GROUP BY organization_id, person_id
) f
JOIN candidates c ON c.organization_id = f.organization_id AND f.person_id = 'per_' || left(regexp_replace(c.id, '^cnd_', ''), 60)
JOIN jobs j ON j.organization_id = c.organization_id AND j.id = c.job_id
WHERE f.organization_id = person_holds.organization_id AND f.person_id = person_holds.person_id AND j.blind;
UPDATE person_applications SET person_id = 'per_' || md5('open ' || f.first_id)
FROM (
    SELECT organization_id, person_id, MIN(candidate_id) AS first_id FROM person_applications GROUP BY organization_id, person_id
) f
JOIN candidates c ON c.organization_id = f.organization_id AND f.person_id = 'per_' || left(regexp_replace(c.id, '^cnd_', ''), 60)
JOIN jobs j ON j.organization_id = c.organization_id AND j.id = c.job_id
WHERE f.organization_id = person_applications.organization_id AND f.person_id = person_applications.person_id AND j.blind;
DELETE FROM person_holds WHERE NOT EXISTS (
    SELECT 1 FROM person_applications a
    WHERE a.organization_id = person_holds.organization_id AND a.person_id = person_holds.person_id
);
