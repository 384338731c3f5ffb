//! The users of an organization: create them, and change their role, name, password and access.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::MIN_PASSWORD_CHARS;
use shortlist_app::{App, AppError, CreateUser, Operation, UpdateUser};
use shortlist_domain::{Principal, User, UserType};

use super::{Tab, tabs};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

/// The roles with what each may do.
const ROLES: [(UserType, &str); 3] = [
    (
        UserType::Recruiter,
        "Manages jobs, candidates and interviews.",
    ),
    (
        UserType::Interviewer,
        "Sees and reviews the candidates assigned to them.",
    ),
    (
        UserType::Admin,
        "Does everything, and manages users, keys and settings.",
    ),
];

#[derive(Template)]
#[template(path = "settings_users.html")]
struct UsersPage {
    frame: Frame,
    tabs: Vec<Tab>,
    users: Vec<UserRow>,
    /// The user whom the form changes.
    edited: Option<UserRow>,
    new: NewUser,
    min_password: usize,
    problem: String,
    saved: &'static str,
}

/// A user in the table and in the form.
#[derive(Clone)]
struct UserRow {
    id: String,
    name: String,
    email: String,
    role: &'static str,
    is_active: bool,
    is_machine: bool,
    is_self: bool,
    roles: Vec<RoleChoice>,
    /// What the fields contained when the form was shown first.
    shown: Shown,
}

/// The stored values that a form was filled with.
#[derive(Clone, PartialEq, Eq)]
struct Shown {
    name: String,
    role: String,
    active: String,
}

/// What was typed into the form for a new user.
struct NewUser {
    name: String,
    email: String,
    roles: Vec<RoleChoice>,
}

/// A role of a form.
#[derive(Clone)]
struct RoleChoice {
    value: &'static str,
    about: &'static str,
    is_chosen: bool,
}

fn roles(chosen: &str) -> Vec<RoleChoice> {
    let choice = |(role, about): (UserType, &'static str)| RoleChoice {
        value: role.as_str(),
        about,
        is_chosen: role.as_str() == chosen,
    };
    ROLES.map(choice).into()
}

impl Shown {
    fn of(user: &User) -> Self {
        Self {
            name: user.full_name.clone(),
            role: user.user_type.as_str().to_owned(),
            active: active(user.active).to_owned(),
        }
    }

    fn read(fields: &Fields) -> Self {
        let text = |name: &str| fields.get(name).to_owned();
        Self {
            name: text("was.name"),
            role: text("was.role"),
            active: text("was.active"),
        }
    }
}

fn active(is_active: bool) -> &'static str {
    if is_active { "yes" } else { "no" }
}

impl UserRow {
    fn of(user: User, principal: &Principal) -> Self {
        Self {
            shown: Shown::of(&user),
            is_self: user.id == principal.user_id,
            role: user.user_type.as_str(),
            roles: roles(user.user_type.as_str()),
            id: user.id.into_string(),
            email: user.email.as_str().to_owned(),
            name: user.full_name,
            is_active: user.active,
            is_machine: user.is_integration,
        }
    }

    /// Returns the row with what was typed into its form.
    fn typed(self, fields: &Fields) -> Self {
        if !fields.has("was.name") {
            return self;
        }
        Self {
            name: fields.get("name").to_owned(),
            roles: roles(fields.get("role")),
            is_active: fields.has("active"),
            ..self
        }
    }
}

/// Shows the users.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), None).await
    };
    answer(&request, shown).await
}

async fn users(visit: &Visit) -> Result<Vec<User>, PageError> {
    let list =
        |app: &App, principal: &Principal| app.accounts().list_users(&principal.organization_id);
    visit.run(Operation::ListUsers, list).await
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let users = users(visit).await?;
    let row = |user: User| UserRow::of(user, visit.principal());
    let users: Vec<UserRow> = users.into_iter().map(row).collect();
    let edited = fields.some("user");
    let edited = edited.and_then(|id| users.iter().find(|user| user.id == id));
    let edited = edited.cloned().map(|user| user.typed(fields));
    let (status, problem) = refused.unwrap_or((StatusCode::OK, String::new()));
    let role = match (&edited, fields.some("role")) {
        (None, Some(role)) => role.to_owned(),
        _ => UserType::Recruiter.as_str().to_owned(),
    };
    let text = |name: &str| match &edited {
        None => fields.get(name).to_owned(),
        Some(_) => String::new(),
    };
    let page = UsersPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/users"),
        new: NewUser {
            name: text("name"),
            email: text("email"),
            roles: roles(&role),
        },
        users,
        edited,
        min_password: MIN_PASSWORD_CHARS,
        problem,
        saved: match fields.get("saved") {
            "created" => "The user is created and can sign in.",
            "changed" => "The changes are saved.",
            _ => "",
        },
    };
    visit.page_with_status(status, page).await
}

/// Creates or changes a user.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (saved, done) = if fields.has("user") {
            ("changed", update(&visit, &fields).await)
        } else {
            ("created", create(&visit, &fields).await)
        };
        match done {
            Ok(Outcome::Saved) => {
                let page = format!("/app/settings/users?saved={saved}");
                Ok(respond::redirect(&page))
            }
            Ok(Outcome::ChangedMeanwhile(what)) => {
                show(&visit, &fields, Some((StatusCode::CONFLICT, what))).await
            }
            Err(error) => {
                let refused = error.about_input()?;
                show(&visit, &fields, Some(refused)).await
            }
        }
    })
    .await
}

enum Outcome {
    Saved,
    /// Somebody else changed the user since the form was shown.
    ChangedMeanwhile(String),
}

async fn create(visit: &Visit, fields: &Fields) -> Result<Outcome, PageError> {
    let fields = fields.clone();
    let create = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let request = CreateUser {
            id: None,
            user_type: UserType::parse("userType", fields.get("role"))?,
            full_name: fields.get("name").to_owned(),
            email: fields.get("email").to_owned(),
            password: fields.exact("password").to_owned(),
        };
        app.accounts().create_user(&principal.party(), &request)
    };
    visit.run(Operation::CreateUser, create).await?;
    Ok(Outcome::Saved)
}

/// Changes only what was changed in the form, so that it does not undo what somebody else changed meanwhile. The comparison with
/// what the form showed and the change are one step.
async fn update(visit: &Visit, fields: &Fields) -> Result<Outcome, PageError> {
    let fields = fields.clone();
    let update = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let (id, shown) = (fields.get("user"), Shown::read(&fields));
        app.if_unchanged(&principal.organization_id, |services| {
            let accounts = services.accounts();
            let stored = accounts.list_users(&principal.organization_id)?;
            let stored = stored.into_iter().find(|user| user.id.as_str() == id);
            if let Some(user) = stored.filter(|user| Shown::of(user) != shown) {
                return Ok(Outcome::ChangedMeanwhile(changes(&user, &shown)));
            }
            accounts.update_user(&principal.party(), id, &request(&fields, &shown)?)?;
            Ok(Outcome::Saved)
        })
    };
    visit.run(Operation::UpdateUser, update).await
}

/// Returns what differs from what the form showed.
fn request(fields: &Fields, shown: &Shown) -> Result<UpdateUser, AppError> {
    let role = Some(fields.get("role")).filter(|role| *role != shown.role);
    let is_active = active(fields.has("active"));
    let name = fields.get("name").to_owned();
    Ok(UpdateUser {
        user_type: role
            .map(|role| UserType::parse("userType", role))
            .transpose()?,
        full_name: Some(name).filter(|name| *name != shown.name),
        active: (is_active != shown.active).then_some(fields.has("active")),
        password: Some(fields.exact("password").to_owned()).filter(|new| !new.is_empty()),
    })
}

/// Describes how a user differs from what a form had shown.
fn changes(user: &User, shown: &Shown) -> String {
    let now = Shown::of(user);
    let fields = [
        ("the name", &shown.name, &now.name),
        ("the role", &shown.role, &now.role),
        ("may sign in", &shown.active, &now.active),
    ];
    let changed = fields.iter().filter(|(_, was, now)| was != now);
    let changed = changed.map(|(what, was, now)| format!("{what} from “{was}” to “{now}”"));
    let changed: Vec<String> = changed.collect();
    format!(
        "Someone else has changed this user since you opened this page: {}. What you typed is still in the form. Check it, and save again.",
        changed.join(", ")
    )
}
