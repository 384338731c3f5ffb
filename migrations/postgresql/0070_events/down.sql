DROP TABLE webhook_attempts;
DROP TABLE webhook_deliveries;
DROP TABLE event_positions;
DROP TABLE webhooks;
DROP TABLE events;
ALTER TABLE audit_heads DROP COLUMN last_event;
ALTER TABLE api_keys DROP COLUMN expiry_announced;
