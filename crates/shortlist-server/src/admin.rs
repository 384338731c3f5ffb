//! `shortlist admin` and `shortlist migrate`: the setup of production.

mod audit;
mod copies;
mod keys;
mod quota;
mod users;
mod webhooks;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use shortlist_app::{App, AppError, CreateOrganization};
use shortlist_domain::{Environment, InvalidValue, OrganizationId, Party};

use crate::config::{Config, ConfigArguments};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output, service, telemetry};
use audit::VerifyArguments;
use copies::{CopyArguments, CopyFromArguments};
use keys::{NewKeyArguments, RevokeArguments, RotateArguments};
use quota::QuotaArguments;
use users::{NewUserArguments, ResetFactorArguments, UpdateUserArguments};
use webhooks::WebhookArguments;

/// Flags of `admin`.
#[derive(Debug, Args)]
pub(crate) struct AdminArguments {
    #[command(subcommand)]
    task: Task,
    /// Print the result as JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Create an organization.
    CreateOrganization(NewOrganizationArguments),
    /// Copy everything of an organization to a folder, to move it to another installation or database.
    ExportOrganization(CopyArguments),
    /// Create an organization from such a folder, with all its records and files.
    ImportOrganization(CopyFromArguments),
    /// Create a user of an organization. Prints the password if none was given.
    CreateUser(NewUserArguments),
    /// Change a user: role, name, whether they may sign in, or the password.
    UpdateUser(UpdateUserArguments),
    /// List an organization's users.
    ListUsers(OrganizationArguments),
    /// Remove the second factor of a user who has lost it, and end their sessions.
    ResetSecondFactor(ResetFactorArguments),
    /// Replace an API key by a new one. The old key works for a while longer. Prints the new secret, only this once.
    RotateApiKey(RotateArguments),
    /// Create an API key. Prints its secret, only this once.
    CreateApiKey(NewKeyArguments),
    /// List an organization's API keys.
    ListApiKeys(OrganizationArguments),
    /// Revoke an API key.
    RevokeApiKey(RevokeArguments),
    /// Show an organization's upload quota and its usage, or set the quota.
    Quota(QuotaArguments),
    /// Manage the webhooks of an organization, and see what they received.
    Webhooks(WebhookArguments),
    /// Check that no row of the audit log was changed, removed, inserted or cut off.
    VerifyAudit(VerifyArguments),
}

#[derive(Debug, Args)]
struct NewOrganizationArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Its display name.
    #[arg(long)]
    name: String,
    /// An identifier of your choice. Without it, one is generated.
    #[arg(long)]
    id: Option<String>,
}

/// An organization, and the configuration of its database.
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

/// The result of a command, for people and for programs.
struct Answer {
    text: String,
    json: Value,
}

/// Runs an administration command.
pub(crate) fn run(arguments: AdminArguments) -> Result<(), Failure> {
    let answer = match arguments.task {
        Task::CreateOrganization(task) => create_organization(task),
        Task::ExportOrganization(task) => copies::export(&task),
        Task::ImportOrganization(task) => copies::import(&task),
        Task::CreateUser(task) => users::create_user(task),
        Task::UpdateUser(task) => users::update_user(task),
        Task::ListUsers(task) => users::list_users(&task),
        Task::ResetSecondFactor(task) => users::reset_second_factor(&task),
        Task::RotateApiKey(task) => keys::rotate_api_key(&task),
        Task::CreateApiKey(task) => keys::create_api_key(task),
        Task::ListApiKeys(task) => keys::list_api_keys(&task),
        Task::RevokeApiKey(task) => keys::revoke_api_key(&task),
        Task::Quota(task) => quota::quota(&task),
        Task::Webhooks(task) => webhooks::run(&task),
        Task::VerifyAudit(task) => audit::verify_audit(&task, arguments.json),
    }?;
    if arguments.json {
        return output::print_result(&answer.json.to_string());
    }
    output::print_result(&answer.text)
}

/// Opens the service for a command.
pub(crate) fn open(arguments: &ConfigArguments) -> Result<App, Failure> {
    let config = Config::load(arguments)?;
    // A command reports its own errors. The log is only for the layers below it.
    telemetry::start("warn", config.logging.log_format)?;
    service::open(
        &service::data_locations(&config)?,
        config.settings(Environment::Production)?,
        OperatorSkills::default().into_vocabulary(),
        service::system_clock(),
    )
}

fn create_organization(task: NewOrganizationArguments) -> Result<Answer, Failure> {
    let request = CreateOrganization {
        id: task.id,
        name: task.name,
    };
    let app = open(&task.config)?;
    let organization = app
        .accounts()
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
