-- A candidate of a blind job is a person of its own, because the other applications of the person say who it is. Legal holds stay.
CREATE TEMPORARY TABLE separated AS
SELECT a.organization_id, a.candidate_id, a.person_id, 'per_' || lower(hex(randomblob(16))) AS own_id
FROM person_applications a
JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
JOIN jobs j ON j.organization_id = c.organization_id AND j.id = c.job_id
WHERE j.blind;
INSERT INTO person_holds (organization_id, person_id, reason, held_at)
SELECT s.organization_id, s.own_id, h.reason, h.held_at
FROM separated s
JOIN person_holds h ON h.organization_id = s.organization_id AND h.person_id = s.person_id;
UPDATE person_applications SET person_id = s.own_id, email_key = NULL, phone_key = NULL
FROM separated s
WHERE s.organization_id = person_applications.organization_id AND s.candidate_id = person_applications.candidate_id;

-- An identifier repeated that of the first application. The identifiers that say this of a candidate of a blind job are replaced.
-- Those of other people say nothing that the application does not, and stay what the audit log and other systems know.
CREATE TEMPORARY TABLE renamed AS
SELECT s.organization_id, a.person_id, 'per_' || lower(hex(randomblob(16))) AS new_id
FROM separated s
JOIN person_applications a ON a.organization_id = s.organization_id
    AND a.person_id = 'per_' || substr(CASE WHEN substr(s.candidate_id, 1, 4) = 'cnd_' THEN substr(s.candidate_id, 5) ELSE s.candidate_id END, 1, 60)
GROUP BY s.organization_id, a.person_id;
UPDATE person_holds SET person_id = r.new_id FROM renamed r
WHERE r.organization_id = person_holds.organization_id AND r.person_id = person_holds.person_id;
UPDATE person_applications SET person_id = r.new_id FROM renamed r
WHERE r.organization_id = person_applications.organization_id AND r.person_id = person_applications.person_id;
DELETE FROM person_holds WHERE NOT EXISTS (
    SELECT 1 FROM person_applications a
    WHERE a.organization_id = person_holds.organization_id AND a.person_id = person_holds.person_id
);
DROP TABLE renamed;
DROP TABLE separated;
