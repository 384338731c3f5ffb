DROP TABLE self_identifications;
