-- The devices from which users have signed in, so that failures of strangers do not lock them out. The key is a hash of the account
-- and of a secret that only the device has, so a row names nobody.
CREATE TABLE known_devices (
    device_key BLOB PRIMARY KEY NOT NULL,
    used_at TIMESTAMP NOT NULL
) WITHOUT ROWID;
CREATE INDEX known_devices_by_time ON known_devices (used_at);
