DROP TABLE custom_values;
DROP TABLE custom_fields;
