//! `shortlist admin`: the users of an organization.

use std::io::Read;

use clap::Args;
use serde_json::{Value, json};
use shortlist_app::{CreateUser, UpdateUser, random_password};
use shortlist_domain::{RoleChange, User, UserType};

use super::{Answer, OrganizationArguments, open, refused};
use crate::Failure;

#[derive(Debug, Args)]
pub(super) struct NewUserArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The role: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
    #[arg(long)]
    user_type: String,
    /// The user's display name.
    #[arg(long)]
    full_name: String,
    /// The e-mail address that the user signs in with.
    #[arg(long)]
    email: String,
    /// An identifier of your choice. Without it, one is generated.
    #[arg(long)]
    id: Option<String>,
    /// Read the password from standard input instead of generating one.
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Debug, Args)]
pub(super) struct UpdateUserArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The user's identifier.
    #[arg(long)]
    user: String,
    /// A new role: `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
    #[arg(long)]
    user_type: Option<String>,
    /// A new display name.
    #[arg(long)]
    full_name: Option<String>,
    /// Whether the user may sign in. `false` ends all their sessions.
    #[arg(long)]
    active: Option<bool>,
    /// Read a new password from standard input. It ends all the user's sessions.
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Debug, Args)]
pub(super) struct ResetFactorArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The user's identifier.
    #[arg(long)]
    user: String,
}

pub(super) fn create_user(task: NewUserArguments) -> Result<Answer, Failure> {
    let attempt = "create the user";
    let password = if task.password_stdin {
        read_password()?
    } else {
        random_password().map_err(Failure::of("generate a password"))?
    };
    let request = CreateUser {
        id: task.id,
        user_type: UserType::parse("userType", &task.user_type).map_err(Failure::of(attempt))?,
        full_name: task.full_name,
        email: task.email,
        password,
    };
    let user = open(&task.of.config)?
        .accounts()
        .create_user(&task.of.party(), &request)
        .map_err(refused(attempt))?;
    let mut answer = Answer {
        text: format!("user {} ({})", user.id, user.user_type.as_str()),
        json: json!({
            "_id": user.id.as_str(),
            "organizationId": user.organization_id.as_str(),
            "userType": user.user_type.claim().as_str(),
            "role": user.user_type.as_str(),
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

pub(super) fn update_user(task: UpdateUserArguments) -> Result<Answer, Failure> {
    let attempt = "change the user";
    let role = match &task.user_type {
        Some(name) => {
            let role = UserType::parse("userType", name).map_err(Failure::of(attempt))?;
            RoleChange::Role(role)
        }
        None => RoleChange::Keep,
    };
    let change = UpdateUser {
        role,
        full_name: task.full_name,
        active: task.active,
        password: task.password_stdin.then(read_password).transpose()?,
    };
    let party = task.of.party();
    let user = open(&task.of.config)?
        .accounts()
        .update_user(&party, &task.user, &change)
        .map_err(refused(attempt))?;
    Ok(Answer {
        text: user_line(&user),
        json: user_json(&user),
    })
}

pub(super) fn reset_second_factor(task: &ResetFactorArguments) -> Result<Answer, Failure> {
    let user = open(&task.of.config)?
        .accounts()
        .reset_second_factor(&task.of.party(), &task.user)
        .map_err(refused("remove the second factor"))?;
    Ok(Answer {
        text: user_line(&user),
        json: user_json(&user),
    })
}

pub(super) fn list_users(of: &OrganizationArguments) -> Result<Answer, Failure> {
    let users = open(&of.config)?
        .accounts()
        .list_users(&of.organization)
        .map_err(refused("list the users"))?;
    let lines: Vec<_> = users.iter().map(user_line).collect();
    Ok(Answer {
        text: lines.join("\n"),
        json: json!({ "users": users.iter().map(user_json).collect::<Vec<_>>() }),
    })
}

fn user_line(user: &User) -> String {
    let state = if user.active { "active" } else { "deactivated" };
    let (id, role, name) = (&user.id, user.user_type.as_str(), &user.full_name);
    format!("{id} {role} {state} {} {name}", user.email)
}

fn user_json(user: &User) -> Value {
    json!({
        "_id": user.id.as_str(),
        "organizationId": user.organization_id.as_str(),
        "userType": user.user_type.claim().as_str(),
        "role": user.user_type.as_str(),
        "fullName": user.full_name,
        "email": user.email.as_str(),
        "active": user.active,
    })
}

/// Reads a password from standard input, without the end of the line.
fn read_password() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(Failure::of("read the password from standard input"))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}
