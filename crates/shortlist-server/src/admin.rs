//! `shortlist admin` and `shortlist migrate`: what brings production up.

mod audit;
mod keys;
mod quota;
mod users;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use shortlist_app::{App, AppError, CreateOrganization};
use shortlist_domain::{Environment, InvalidValue, OrganizationId, Party};

use crate::config::{Config, ConfigArguments};
use crate::{Failure, output, serve, service, telemetry};
use audit::VerifyArguments;
use keys::{NewKeyArguments, RevokeArguments, RotateArguments};
use quota::QuotaArguments;
use users::{NewUserArguments, UpdateUserArguments};

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
    ListUsers(OrganizationArguments),
    /// Issue an API key in place of another, which works on for a while; prints the new secret, this once.
    RotateApiKey(RotateArguments),
    /// Issue an API key; prints its secret, this once.
    CreateApiKey(NewKeyArguments),
    /// List an organization's API keys.
    ListApiKeys(OrganizationArguments),
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

/// Which organization, and where it is kept.
#[derive(Debug, Args)]
struct OrganizationArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long, value_parser = organization_id)]
    organization: OrganizationId,
}

impl OrganizationArguments {
    fn party(&self) -> Party {
        Party::operator(&self.organization)
    }
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
        Task::CreateUser(task) => users::create_user(task),
        Task::UpdateUser(task) => users::update_user(task),
        Task::ListUsers(task) => users::list_users(&task),
        Task::RotateApiKey(task) => keys::rotate_api_key(&task),
        Task::CreateApiKey(task) => keys::create_api_key(task),
        Task::ListApiKeys(task) => keys::list_api_keys(&task),
        Task::RevokeApiKey(task) => keys::revoke_api_key(&task),
        Task::Quota(task) => quota::quota(&task),
        Task::VerifyAudit(task) => audit::verify_audit(&task, arguments.json),
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

/// Opens what a command works on.
pub(crate) fn open(arguments: &ConfigArguments) -> Result<App, Failure> {
    let config = Config::load(arguments)?;
    // A command says what went wrong by its answer; the log is for what lies below.
    telemetry::start("warn", config.log_format)?;
    service::open(
        &serve::places(&config)?,
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

fn organization_id(text: &str) -> Result<OrganizationId, InvalidValue> {
    OrganizationId::parse("organization", text)
}

fn refused(attempt: &'static str) -> impl FnOnce(AppError) -> Failure {
    Failure::of(attempt)
}
