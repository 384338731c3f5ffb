//! `shortlist admin` and `shortlist migrate`: what brings production up.

mod quota;

use std::io::Read;

use chrono::Duration;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use shortlist_app::{
    App, AppError, CreateApiKey, CreateOrganization, CreateUser, IssuedApiKey, UpdateUser,
    random_password,
};
use shortlist_domain::{
    ApiKey, ApiKeyId, AuditVerdict, Environment, InvalidValue, OrganizationId, Party, Permission,
    Timestamp, User, UserType,
};

use crate::config::{Config, ConfigArguments};
use crate::{Failure, output, serve, service, telemetry};
use quota::QuotaArguments;

/// Flags of `admin`.
#[derive(Debug, Args)]
pub(crate) struct AdminArguments {
    #[command(subcommand)]
    task: Task,
    /// Answer in JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Create an organization.
    CreateOrganization(NewOrganizationArguments),
    /// Create a user of an organization; prints the password when it was not given.
    CreateUser(NewUserArguments),
    /// Change a user: role, name, whether they may sign in, or the password.
    UpdateUser(UpdateUserArguments),
    /// List an organization's users.
    ListUsers(KeysArguments),
    /// Issue an API key in place of another, which works on for a while; prints the new secret, this once.
    RotateApiKey(RotateArguments),
    /// Issue an API key; prints its secret, this once.
    CreateApiKey(NewKeyArguments),
    /// List an organization's API keys.
    ListApiKeys(KeysArguments),
    /// Make an API key stop working.
    RevokeApiKey(RevokeArguments),
    /// Show what an organization may upload and what of it is used; with bounds, set them.
    Quota(QuotaArguments),
    /// Check that no row of the audit log was changed, taken out, put in or cut off.
    VerifyAudit(VerifyArguments),
}

#[derive(Debug, Args)]
struct NewOrganizationArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Its display name.
    #[arg(long)]
    name: String,
    /// An identifier of your own; without it one is generated.
    #[arg(long)]
    id: Option<String>,
}

#[derive(Debug, Args)]
struct NewUserArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// Admin, Recruiter or Interviewer.
    #[arg(long)]
    user_type: String,
    /// The user's display name.
    #[arg(long)]
    full_name: String,
    /// What the user signs in with.
    #[arg(long)]
    email: String,
    /// An identifier of your own; without it one is generated.
    #[arg(long)]
    id: Option<String>,
    /// Take the password from standard input instead of generating one.
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Debug, Args)]
struct UpdateUserArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// The user's identifier.
    #[arg(long)]
    user: String,
    /// Admin, Recruiter or Interviewer.
    #[arg(long)]
    user_type: Option<String>,
    /// A new display name.
    #[arg(long)]
    full_name: Option<String>,
    /// Whether the user may sign in; false ends all sessions.
    #[arg(long)]
    active: Option<bool>,
    /// Take a new password from standard input; it ends all sessions.
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Debug, Args)]
struct RotateArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// The key's identifier, as list-api-keys shows it.
    #[arg(long)]
    key: String,
    /// How many hours the old key works beside the new one.
    #[arg(long, default_value_t = 24)]
    overlap_hours: u32,
}

#[derive(Debug, Args)]
struct NewKeyArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// What the key is for.
    #[arg(long)]
    name: String,
    /// What it may be used for, such as jobs:read; several by commas or by repeating the flag; `all` for every one.
    #[arg(long = "permission", value_delimiter = ',', required = true)]
    permissions: Vec<String>,
    /// How many days it lives; without it 90.
    #[arg(long)]
    days: Option<u32>,
}

#[derive(Debug, Args)]
struct KeysArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
}

#[derive(Debug, Args)]
struct RevokeArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// The key's identifier, as list-api-keys shows it.
    #[arg(long)]
    key: String,
}

#[derive(Debug, Args)]
struct VerifyArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier; without it all are checked.
    #[arg(long)]
    organization: Option<String>,
}

/// An answer for people and for programs.
struct Answer {
    text: String,
    json: Value,
}

/// Carries out an administrator's task.
pub(crate) fn run(arguments: AdminArguments) -> Result<(), Failure> {
    let answer = match arguments.task {
        Task::CreateOrganization(task) => create_organization(task),
        Task::CreateUser(task) => create_user(task),
        Task::UpdateUser(task) => update_user(task),
        Task::ListUsers(task) => list_users(&task),
        Task::RotateApiKey(task) => rotate_api_key(&task),
        Task::CreateApiKey(task) => create_api_key(task),
        Task::ListApiKeys(task) => list_api_keys(&task),
        Task::RevokeApiKey(task) => revoke_api_key(&task),
        Task::Quota(task) => quota::quota(&task),
        Task::VerifyAudit(task) => verify_audit(&task, arguments.json),
    }?;
    if arguments.json {
        return output::say(&answer.json.to_string());
    }
    output::say(&answer.text)
}

/// Brings the database's schema up to date.
pub(crate) fn migrate(arguments: &ConfigArguments) -> Result<(), Failure> {
    open(arguments)?;
    output::say("the database's schema is up to date")
}

fn open(arguments: &ConfigArguments) -> Result<App, Failure> {
    let config = Config::load(arguments)?;
    // A command says what went wrong by its answer; the log is for what lies below.
    telemetry::start("warn", config.log_format)?;
    service::open(
        &serve::places(&config),
        config.settings(Environment::Production),
    )
}

fn create_organization(task: NewOrganizationArguments) -> Result<Answer, Failure> {
    let request = CreateOrganization {
        id: task.id,
        name: task.name,
    };
    let app = open(&task.config)?;
    let organization = app
        .create_organization(request)
        .map_err(refused("create the organization"))?;
    Ok(Answer {
        text: format!("organization {}", organization.id),
        json: json!({
            "organizationId": organization.id.as_str(),
            "name": organization.name,
            "createdAt": organization.created_at.to_string(),
        }),
    })
}

fn create_user(task: NewUserArguments) -> Result<Answer, Failure> {
    let attempt = "create the user";
    let password = if task.password_stdin {
        read_password()?
    } else {
        random_password().map_err(Failure::of("draw a password"))?
    };
    let request = CreateUser {
        id: task.id,
        user_type: UserType::parse("userType", &task.user_type).map_err(Failure::of(attempt))?,
        full_name: task.full_name,
        email: task.email,
        password,
    };
    let organization = organization(&task.organization)?;
    let user = open(&task.config)?
        .create_user(&Party::operator(&organization), &request)
        .map_err(refused(attempt))?;
    let mut answer = Answer {
        text: format!("user {} ({})", user.id, user.user_type.as_str()),
        json: json!({
            "_id": user.id.as_str(),
            "organizationId": user.organization_id.as_str(),
            "userType": user.user_type.as_str(),
            "fullName": user.full_name,
            "email": user.email.as_str(),
        }),
    };
    if !task.password_stdin {
        answer.text = format!(
            "{}\npassword {} (shown this once)",
            answer.text, request.password
        );
        if let Some(fields) = answer.json.as_object_mut() {
            fields.insert("password".to_owned(), request.password.into());
        }
    }
    Ok(answer)
}

fn update_user(task: UpdateUserArguments) -> Result<Answer, Failure> {
    let attempt = "change the user";
    let user_type = task.user_type.as_deref();
    let change = UpdateUser {
        user_id: task.user,
        user_type: user_type
            .map(|name| UserType::parse("userType", name))
            .transpose()
            .map_err(Failure::of(attempt))?,
        full_name: task.full_name,
        active: task.active,
        password: task.password_stdin.then(read_password).transpose()?,
    };
    let party = Party::operator(&organization(&task.organization)?);
    let user = open(&task.config)?
        .update_user(&party, &change)
        .map_err(refused(attempt))?;
    Ok(Answer {
        text: user_line(&user),
        json: user_json(&user),
    })
}

fn list_users(task: &KeysArguments) -> Result<Answer, Failure> {
    let users = open(&task.config)?
        .list_users(&organization(&task.organization)?)
        .map_err(refused("list the users"))?;
    let lines: Vec<_> = users.iter().map(user_line).collect();
    Ok(Answer {
        text: lines.join("\n"),
        json: json!({ "users": users.iter().map(user_json).collect::<Vec<_>>() }),
    })
}

fn user_line(user: &User) -> String {
    let state = if user.active { "active" } else { "shut out" };
    let (id, role, name) = (&user.id, user.user_type.as_str(), &user.full_name);
    format!("{id} {role} {state} {} {name}", user.email)
}

fn user_json(user: &User) -> Value {
    json!({
        "_id": user.id.as_str(),
        "organizationId": user.organization_id.as_str(),
        "userType": user.user_type.as_str(),
        "fullName": user.full_name,
        "email": user.email.as_str(),
        "active": user.active,
    })
}

/// One line, without its end.
fn read_password() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(Failure::of("read the password from standard input"))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

fn create_api_key(task: NewKeyArguments) -> Result<Answer, Failure> {
    let permissions =
        permissions(&task.permissions).map_err(Failure::of("understand the permissions"))?;
    let request = CreateApiKey {
        name: task.name,
        permissions,
        lifetime: task.days.map(|days| Duration::days(days.into())),
    };
    let organization = organization(&task.organization)?;
    let issued = open(&task.config)?
        .create_api_key(&Party::operator(&organization), request)
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

fn rotate_api_key(task: &RotateArguments) -> Result<Answer, Failure> {
    let party = Party::operator(&organization(&task.organization)?);
    let overlap = Duration::hours(task.overlap_hours.into());
    let issued = open(&task.config)?
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

fn list_api_keys(task: &KeysArguments) -> Result<Answer, Failure> {
    let app = open(&task.config)?;
    let keys = app
        .list_api_keys(&organization(&task.organization)?)
        .map_err(refused("list the API keys"))?;
    let now = app.now();
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

fn revoke_api_key(task: &RevokeArguments) -> Result<Answer, Failure> {
    let attempt = "revoke the API key";
    let key = ApiKeyId::parse("key", &task.key).map_err(Failure::of(attempt))?;
    open(&task.config)?
        .revoke_api_key(&Party::operator(&organization(&task.organization)?), &key)
        .map_err(refused(attempt))?;
    Ok(Answer {
        text: format!("key {key} no longer works"),
        json: json!({ "keyId": key.as_str(), "revoked": true }),
    })
}

/// Tells of each organization how many rows hold and the hash of the last, for noting elsewhere; fails where a chain is broken.
fn verify_audit(task: &VerifyArguments, as_json: bool) -> Result<Answer, Failure> {
    let named = task.organization.as_deref().map(organization).transpose()?;
    let verdicts = open(&task.config)?
        .verify_audit(named.as_ref())
        .map_err(refused("check the audit log"))?;
    let lines: Vec<_> = verdicts.iter().map(verdict_line).collect();
    let answer = Answer {
        text: lines.join("\n"),
        json: json!({ "organizations": verdicts.iter().map(verdict_json).collect::<Vec<_>>() }),
    };
    if verdicts.iter().all(|(_, verdict)| verdict.broken.is_none()) {
        return Ok(answer);
    }
    output::say(&if as_json {
        answer.json.to_string()
    } else {
        answer.text
    })?;
    Err(Failure::new(
        "the audit log was tampered with; see above where",
    ))
}

fn verdict_line((id, verdict): &(OrganizationId, AuditVerdict)) -> String {
    let hash = hex(&verdict.last_hash);
    match verdict.broken {
        None => format!("{id} holds: {} rows, the last {hash}", verdict.rows),
        Some((number, problem)) => format!(
            "{id} is BROKEN: row {number} {problem}; {} rows before it hold, the last {hash}",
            verdict.rows
        ),
    }
}

fn verdict_json((id, verdict): &(OrganizationId, AuditVerdict)) -> Value {
    json!({
        "organizationId": id.as_str(),
        "rows": verdict.rows,
        "lastHash": hex(&verdict.last_hash),
        "holds": verdict.broken.is_none(),
        "brokenRow": verdict.broken.map(|(number, _)| number),
        "problem": verdict.broken.map(|(_, problem)| problem),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn organization(id: &str) -> Result<OrganizationId, Failure> {
    OrganizationId::parse("organization", id).map_err(Failure::of("understand the organization"))
}

fn refused(attempt: &'static str) -> impl FnOnce(AppError) -> Failure {
    Failure::of(attempt)
}
