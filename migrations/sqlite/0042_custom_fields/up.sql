-- The fields that organizations define for their candidates, in the order of their position. `options` is a JSON array.
CREATE TABLE custom_fields (
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    required BOOLEAN NOT NULL,
    archived BOOLEAN NOT NULL,
    PRIMARY KEY (organization_id, key)
);

-- Their values. Filters compare texts and options in plain letters, and numbers, dates, and yes and no as one number.
CREATE TABLE custom_values (
    organization_id TEXT NOT NULL,
    candidate_id TEXT NOT NULL,
    field_key TEXT NOT NULL,
    text TEXT NOT NULL,
    folded_text TEXT,
    number BIGINT,
    PRIMARY KEY (organization_id, candidate_id, field_key),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id),
    FOREIGN KEY (organization_id, field_key) REFERENCES custom_fields (organization_id, key)
);
CREATE INDEX custom_values_by_text ON custom_values (organization_id, field_key, folded_text, candidate_id);
CREATE INDEX custom_values_by_number ON custom_values (organization_id, field_key, number, candidate_id)
    WHERE number IS NOT NULL;
