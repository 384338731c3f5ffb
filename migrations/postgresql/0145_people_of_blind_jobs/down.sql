-- Which applications belonged together is not kept. Earlier versions accept every identifier of a person.
SELECT 1;
