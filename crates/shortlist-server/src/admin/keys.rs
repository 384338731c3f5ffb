//! `shortlist admin`: the API keys of an organization.

use chrono::Duration;
use clap::Args;
use serde_json::{Value, json};
use shortlist_app::{CreateApiKey, IssuedApiKey};
use shortlist_domain::{ApiKey, ApiKeyId, InvalidValue, Permission, Timestamp};

use super::{Answer, OrganizationArguments, open, refused};
use crate::Failure;

#[derive(Debug, Args)]
pub(super) struct NewKeyArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// What the key is for.
    #[arg(long)]
    name: String,
    /// Its permissions, such as jobs:read. Separate several by commas or repeat the flag. `all` grants every permission.
    #[arg(long = "permission", value_delimiter = ',', required = true)]
    permissions: Vec<String>,
    /// The number of days that the key is valid; 90 by default.
    #[arg(long)]
    days: Option<u32>,
}

#[derive(Debug, Args)]
pub(super) struct RotateArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The key's identifier, as list-api-keys shows it.
    #[arg(long)]
    key: String,
    /// How many hours the old key still works.
    #[arg(long, default_value_t = 24)]
    overlap_hours: u32,
}

#[derive(Debug, Args)]
pub(super) struct RevokeArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The key's identifier, as list-api-keys shows it.
    #[arg(long)]
    key: String,
}

pub(super) fn create_api_key(task: NewKeyArguments) -> Result<Answer, Failure> {
    let permissions =
        permissions(&task.permissions).map_err(Failure::of("understand the permissions"))?;
    let request = CreateApiKey {
        name: task.name,
        permissions,
        lifetime: task.days.map(|days| Duration::days(days.into())),
    };
    let issued = open(&task.of.config)?
        .accounts()
        .create_api_key(&task.of.party(), request)
        .map_err(refused("create the API key"))?;
    Ok(issued_key(issued))
}

fn issued_key(issued: IssuedApiKey) -> Answer {
    let (key, secret) = (issued.key, issued.secret);
    let until = key.expires_at.map(|at| at.to_string());
    Answer {
        text: format!("key {}\nsecret {secret} (shown this once)", key.id),
        json: json!({
            "keyId": key.id.as_str(),
            "organizationId": key.organization_id.as_str(),
            "name": key.name,
            "apiKey": secret,
            "permissions": names(&key.permissions),
            "expiresAt": until,
        }),
    }
}

pub(super) fn rotate_api_key(task: &RotateArguments) -> Result<Answer, Failure> {
    let party = task.of.party();
    let overlap = Duration::hours(task.overlap_hours.into());
    let issued = open(&task.of.config)?
        .accounts()
        .rotate_api_key(&party, &task.key, overlap)
        .map_err(refused("rotate the API key"))?;
    let (old, hours) = (&task.key, task.overlap_hours);
    let mut answer = issued_key(issued);
    answer.text = format!("{}\nkey {old} works {hours} hours more", answer.text);
    Ok(answer)
}

fn permissions(given: &[String]) -> Result<Vec<Permission>, InvalidValue> {
    if given.iter().any(|name| name == "all") {
        return Ok(Permission::ALL.to_vec());
    }
    given
        .iter()
        .map(|name| Permission::parse("permission", name.trim()))
        .collect()
}

fn names(permissions: &[Permission]) -> Vec<&'static str> {
    permissions.iter().map(|one| one.as_str()).collect()
}

pub(super) fn list_api_keys(of: &OrganizationArguments) -> Result<Answer, Failure> {
    let app = open(&of.config)?;
    let keys = app
        .accounts()
        .list_api_keys(&of.organization)
        .map_err(refused("list the API keys"))?;
    let now = app.clock().now();
    let lines: Vec<_> = keys.iter().map(|key| key_line(key, now)).collect();
    let keys: Vec<_> = keys.iter().map(|key| key_json(key, now)).collect();
    Ok(Answer {
        text: lines.join("\n"),
        json: json!({ "keys": keys }),
    })
}

fn key_line(key: &ApiKey, now: Timestamp) -> String {
    let state = if key.is_live(now) { "live" } else { "ended" };
    let permissions = names(&key.permissions).join(",");
    format!(
        "{} {}… {state} {permissions} {}",
        key.id, key.shown_prefix, key.name
    )
}

fn key_json(key: &ApiKey, now: Timestamp) -> Value {
    let time = |at: Option<Timestamp>| at.map(|at| at.to_string());
    json!({
        "keyId": key.id.as_str(),
        "name": key.name,
        "shownPrefix": key.shown_prefix,
        "permissions": names(&key.permissions),
        "environment": key.environment.as_str(),
        "live": key.is_live(now),
        "createdAt": key.created_at.to_string(),
        "expiresAt": time(key.expires_at),
        "revokedAt": time(key.revoked_at),
        "lastUsedAt": time(key.last_used_at),
    })
}

pub(super) fn revoke_api_key(task: &RevokeArguments) -> Result<Answer, Failure> {
    let attempt = "revoke the API key";
    let key = ApiKeyId::parse("key", &task.key).map_err(Failure::of(attempt))?;
    open(&task.of.config)?
        .accounts()
        .revoke_api_key(&task.of.party(), &key)
        .map_err(refused(attempt))?;
    Ok(Answer {
        text: format!("key {key} no longer works"),
        json: json!({ "keyId": key.as_str(), "revoked": true }),
    })
}
