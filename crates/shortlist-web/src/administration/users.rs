//! The users of an organization: invite or create them, and change their role, name, password and access.

mod invitations;
mod second_factors;
mod shown;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::MIN_PASSWORD_CHARS;
use shortlist_app::{App, AppError, CreateUser, Invitation, Operation, UpdateUser};
use shortlist_domain::{INVITATION_DAYS, LinkDelivery, Principal, RoleChange, User, UserType};

use super::{Tab, tabs};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

use invitations::{IssuedLink, invite, renew};
use second_factors::{RoleBox, boxes};
use shown::{Shown, active, changes};

/// The roles with what each may do.
const ROLES: [(UserType, &str); 5] = [
    (
        UserType::Recruiter,
        "Manages jobs, candidates and interviews.",
    ),
    (
        UserType::HiringManager,
        "Reads and reviews the candidates of the jobs whose hiring team they belong to.",
    ),
    (
        UserType::ReadOnly,
        "Reads what recruiters read, and changes nothing.",
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
    /// What was typed into the form for an invitation.
    invited: NewUser,
    /// What was typed into the form for a user with a password.
    new: NewUser,
    /// A new link, if an Admin has to pass it on.
    issued: Option<IssuedLink>,
    /// Whether the service sends invitations by mail.
    sends_links: bool,
    invitation_days: i64,
    min_password: usize,
    /// Which roles need a second factor.
    factor_roles: Vec<RoleBox>,
    /// The same as it is stored, so that a form undoes nothing that somebody else has changed.
    stored_factor_roles: String,
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
    /// Whether the user has not chosen a password yet.
    is_invited: bool,
    has_second_factor: bool,
    roles: Vec<RoleChoice>,
    /// What the fields contained when the form was shown first.
    shown: Shown,
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

impl NewUser {
    /// Returns what was typed into the form, if it was sent and refused.
    fn typed(fields: Option<&Fields>) -> Self {
        let text = |name: &str| fields.map_or("", |fields| fields.get(name)).to_owned();
        let role = fields.and_then(|fields| fields.some("role"));
        Self {
            name: text("name"),
            email: text("email"),
            roles: roles(role.unwrap_or(UserType::Recruiter.as_str())),
        }
    }
}

impl UserRow {
    fn of(user: User, principal: &Principal, has_second_factor: bool) -> Self {
        Self {
            has_second_factor,
            shown: Shown::of(&user),
            is_self: user.id == principal.user_id,
            is_invited: user.is_invited,
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
        show(&visit, &visit.address_fields(), Shows::default()).await
    };
    answer(&request, shown).await
}

async fn users(visit: &Visit) -> Result<Vec<User>, PageError> {
    let list =
        |app: &App, principal: &Principal| app.accounts().list_users(&principal.organization_id);
    visit.run(Operation::ListUsers, list).await
}

async fn show(visit: &Visit, fields: &Fields, shows: Shows) -> Result<HttpResponse, PageError> {
    let users = users(visit).await?;
    let factors = second_factors::load(visit).await?;
    let row = |user: User| {
        let has_factor = factors.users.contains(&user.id);
        UserRow::of(user, visit.principal(), has_factor)
    };
    let users: Vec<UserRow> = users.into_iter().map(row).collect();
    let edited = fields.some("user");
    let edited = edited.and_then(|id| users.iter().find(|user| user.id == id));
    let edited = edited.cloned().map(|user| user.typed(fields));
    let is_invitation = fields.get("action") == "invite" && shows.issued.is_none();
    let is_new = edited.is_none() && fields.get("action").is_empty();
    let typed_policy = Some(fields).filter(|fields| fields.get("action") == "factors");
    let settings = visit.state.app().settings();
    let page = UsersPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/users"),
        invited: NewUser::typed(Some(fields).filter(|_| is_invitation)),
        new: NewUser::typed(Some(fields).filter(|_| is_new)),
        issued: shows.issued,
        sends_links: settings.link_delivery == LinkDelivery::Mail,
        invitation_days: INVITATION_DAYS,
        users,
        edited,
        min_password: MIN_PASSWORD_CHARS,
        factor_roles: boxes(&factors.policy, typed_policy),
        stored_factor_roles: factors.policy.names(),
        problem: shows.problem,
        saved: match fields.get("saved") {
            "created" => "The user is created and can sign in.",
            "changed" => "The changes are saved.",
            "invited" => "The invitation is on its way by e-mail.",
            "reset" => "The second factor is removed, and the user’s sessions have ended.",
            "factors" => "The roles that need a second factor are saved.",
            _ => "",
        },
    };
    visit.page_with_status(shows.status, page).await
}

/// Invites, creates or changes a user.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "invite" => invite(&visit, &fields).await.map(Outcome::Invited),
            "renew" => renew(&visit, &fields).await.map(Outcome::Invited),
            "reset" => second_factors::reset(&visit, &fields)
                .await
                .map(|()| Outcome::Saved("reset")),
            "factors" => second_factors::set_policy(&visit, &fields)
                .await
                .map(|()| Outcome::Saved("factors")),
            "" if fields.has("user") => update(&visit, &fields).await,
            "" => create(&visit, &fields).await,
            _ => Err(PageError::unknown_action()),
        };
        let shows = match done {
            Ok(Outcome::Saved(saved)) => return Ok(respond::redirect(&saved_page(saved))),
            Ok(Outcome::Invited(invitation)) => match IssuedLink::of(invitation, &visit) {
                None => return Ok(respond::redirect(&saved_page("invited"))),
                issued => Shows {
                    issued,
                    ..Shows::default()
                },
            },
            Ok(Outcome::ChangedMeanwhile(what)) => Shows::refused(StatusCode::CONFLICT, what),
            Err(error) => {
                let (status, problem) = error.about_input()?;
                Shows::refused(status, problem)
            }
        };
        show(&visit, &fields, shows).await
    })
    .await
}

fn saved_page(saved: &str) -> String {
    format!("/app/settings/users?saved={saved}")
}

/// What the page shows besides the users.
#[derive(Default)]
struct Shows {
    status: StatusCode,
    /// Why a form was refused.
    problem: String,
    /// A new link, if an Admin has to pass it on.
    issued: Option<IssuedLink>,
}

impl Shows {
    fn refused(status: StatusCode, problem: String) -> Self {
        Self {
            status,
            problem,
            issued: None,
        }
    }
}

enum Outcome {
    /// Something was saved; the name of the message about it.
    Saved(&'static str),
    /// A user was invited.
    Invited(Invitation),
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
    Ok(Outcome::Saved("created"))
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
            Ok(Outcome::Saved("changed"))
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
        role: match role {
            Some(role) => RoleChange::Role(UserType::parse("userType", role)?),
            None => RoleChange::Keep,
        },
        full_name: Some(name).filter(|name| *name != shown.name),
        active: (is_active != shown.active).then_some(fields.has("active")),
        password: Some(fields.exact("password").to_owned()).filter(|new| !new.is_empty()),
    })
}
