//! Single sign-on: the identity provider of the organization.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{
    App, AppError, Operation, ProviderSetup, SecretChange, SetIdentityProvider, TypedGroupRole,
};
use shortlist_domain::{
    EmailDomain, GroupRole, IdentityProvider, Principal, ProviderMode, User, UserId, UserType,
};

use super::{Tab, tabs, time};
use crate::changed_meanwhile::{ChangedMeanwhile, ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::single_sign_on::return_address;
use crate::single_sign_on::sign_out::post_logout_address;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

const PATH: &str = "/app/settings/single-sign-on";

#[derive(Template)]
#[template(path = "settings_single_sign_on.html")]
struct SingleSignOnPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// Whether this installation supports identity providers.
    is_available: bool,
    /// The addresses for the provider; `None` if the operator has not set that of the service.
    addresses: Option<Addresses>,
    form: SettingsForm,
    admins: Vec<Choice>,
    roles: Vec<Choice>,
    /// When the stored settings were changed; empty if there are none.
    changed_at: String,
    /// The version of the settings that the form shows.
    was: String,
    has_secret: bool,
    done: String,
    problem: String,
}

/// The addresses that an Admin copies to the provider.
struct Addresses {
    redirect: String,
    notice: String,
    after_logout: String,
    begin: String,
}

impl Addresses {
    fn of(visit: &Visit) -> Option<Self> {
        let organization = visit.organization().as_str();
        let redirect = return_address(&visit.state, organization)?;
        let after_logout = post_logout_address(&visit.state)?;
        let base = visit.state.base_url();
        let begin = format!("{base}/app/sso/{}", links::segment(organization));
        Some(Self {
            redirect,
            notice: format!("{begin}/back-channel-logout"),
            after_logout,
            begin,
        })
    }
}

/// What the fields of the form contain.
#[derive(Default)]
struct SettingsForm {
    issuer: String,
    client: String,
    domains: String,
    is_enforced: bool,
    admin: String,
    role: String,
    groups: String,
    is_public: bool,
}

impl SettingsForm {
    fn of(provider: &IdentityProvider) -> Self {
        let domains: Vec<&str> = provider.domains.iter().map(EmailDomain::as_str).collect();
        let line = |one: &GroupRole| format!("{} = {}", one.group, one.role.as_str());
        let groups: Vec<String> = provider.group_roles.iter().map(line).collect();
        let admin = provider.emergency_admin.as_ref();
        Self {
            issuer: provider.issuer.clone(),
            client: provider.client_id.clone(),
            domains: domains.join("\n"),
            is_enforced: provider.mode == ProviderMode::Enforced,
            admin: admin.map(UserId::to_string).unwrap_or_default(),
            role: provider
                .default_role
                .map_or("", UserType::as_str)
                .to_owned(),
            groups: groups.join("\n"),
            is_public: false,
        }
    }

    fn typed(fields: &Fields) -> Self {
        let field = |name: &str| fields.get(name).to_owned();
        Self {
            issuer: field("issuer"),
            client: field("client"),
            domains: field("domains"),
            is_enforced: fields.get("mode") == ProviderMode::Enforced.as_str(),
            admin: field("admin"),
            role: field("role"),
            groups: field("groups"),
            is_public: fields.has("public"),
        }
    }
}

/// A value that a field offers.
struct Choice {
    value: String,
    label: String,
    is_chosen: bool,
}

/// What the page needs.
struct Loaded {
    provider: Option<IdentityProvider>,
    users: Vec<User>,
}

impl Loaded {
    async fn load(visit: &Visit) -> Result<Self, PageError> {
        let load = |app: &App, principal: &Principal| -> Result<Self, AppError> {
            Ok(Self {
                provider: app.single_sign_on().configured(principal)?,
                users: app.accounts().list_users(&principal.organization_id)?,
            })
        };
        visit.run(Operation::GetIdentityProvider, load).await
    }

    fn admins(&self, chosen: &str) -> Vec<Choice> {
        let choice = |user: &User| Choice {
            value: user.id.to_string(),
            label: format!("{} ({})", user.full_name, user.email),
            is_chosen: user.id.as_str() == chosen,
        };
        let admins = self.users.iter().filter(|user| user.is_active_admin());
        admins.map(choice).collect()
    }
}

fn roles(chosen: &str) -> Vec<Choice> {
    let choice = |role: UserType| Choice {
        value: role.as_str().to_owned(),
        label: role.as_str().to_owned(),
        is_chosen: role.as_str() == chosen,
    };
    UserType::ALL.into_iter().rev().map(choice).collect()
}

/// What a form has done, or why it was refused, with what was typed.
#[derive(Default)]
struct Notice {
    status: StatusCode,
    done: String,
    problem: String,
    typed: Option<Fields>,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let done = match visit.address_fields().get("saved") {
            "set" => {
                "Single sign-on is saved. The identity provider answered. Try it in a private window before you enforce it."
            }
            "removed" => "Single sign-on is removed. Users sign in with passwords.",
            _ => "",
        };
        let notice = Notice {
            done: done.to_owned(),
            ..Notice::default()
        };
        show(&visit, notice).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, notice: Notice) -> Result<HttpResponse, PageError> {
    let loaded = Loaded::load(visit).await?;
    let stored = loaded.provider.as_ref();
    let form = match &notice.typed {
        Some(typed) => SettingsForm::typed(typed),
        None => stored.map(SettingsForm::of).unwrap_or_default(),
    };
    let page = SingleSignOnPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        is_available: visit.state.app().single_sign_on().is_available(),
        addresses: Addresses::of(visit),
        admins: loaded.admins(&form.admin),
        roles: roles(&form.role),
        changed_at: stored.map(|one| time(one.updated_at)).unwrap_or_default(),
        was: version(stored),
        has_secret: stored.is_some_and(|one| one.client_secret.is_some()),
        form,
        done: notice.done,
        problem: notice.problem,
    };
    visit.page_with_status(notice.status, page).await
}

/// Checks, stores or removes the provider.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "check" => match check(&visit).await {
                Ok(notice) => return show(&visit, notice).await,
                Err(error) => Err(error),
            },
            "save" => save(&visit, &fields).await.map(|()| "set"),
            "remove" => remove(&visit, &fields).await.map(|()| "removed"),
            _ => Err(PageError::unknown_action()),
        };
        let (status, problem) = match done {
            Ok(saved) => {
                let saved = [("saved", saved)];
                return Ok(respond::redirect(&links::with_fields(PATH, &saved)));
            }
            Err(error) => error.about_input()?,
        };
        let typed = Some(fields).filter(|fields| fields.get("action") == "save");
        let notice = Notice {
            status,
            problem,
            typed,
            ..Notice::default()
        };
        show(&visit, notice).await
    })
    .await
}

async fn check(visit: &Visit) -> Result<Notice, PageError> {
    let check = |app: &App, principal: &Principal| app.single_sign_on().check(principal);
    let setup: ProviderSetup = visit.run(Operation::SetIdentityProvider, check).await?;
    let end = if setup.can_end_sessions {
        "After a sign-out, users can end their session there, too."
    } else {
        "It does not say where users can end their session there."
    };
    Ok(Notice {
        done: format!(
            "The identity provider answers. Users sign in at {}. {end}",
            setup.authorization_endpoint
        ),
        ..Notice::default()
    })
}

async fn save(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (typed, expected) = (settings(fields), fields.get("was").to_owned());
    let set = move |app: &App, principal: &Principal| {
        // An outdated form neither asks the provider nor is checked together with settings that it did not show.
        let stored = app.single_sign_on().configured(principal)?;
        if version(stored.as_ref()) != expected {
            let changed = ChangedMeanwhile::Settings(ChangedSettings::IdentityProvider);
            return Ok(Err(changed));
        }
        // The provider may take some seconds, so it is asked before the settings are compared and stored as one step.
        let provider = app.single_sign_on().check_typed(principal, &typed)?;
        if_unchanged(app, principal, |services| {
            let single_sign_on = services.single_sign_on();
            if version(single_sign_on.configured(principal)?.as_ref()) != expected {
                return Err(ChangedSettings::IdentityProvider.into());
            }
            Ok(single_sign_on.store(principal, &provider)?)
        })
    };
    let saved = visit.run(Operation::SetIdentityProvider, set).await?;
    Ok(saved?)
}

/// Returns the version of the settings, which is when they were changed; empty if there are none.
fn version(stored: Option<&IdentityProvider>) -> String {
    stored
        .map(|one| one.updated_at.to_string())
        .unwrap_or_default()
}

async fn remove(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let expected = fields.get("was").to_owned();
    let remove = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let single_sign_on = services.single_sign_on();
            if version(single_sign_on.configured(principal)?.as_ref()) != expected {
                return Err(ChangedSettings::RemovedProvider.into());
            }
            Ok(single_sign_on.remove(principal)?)
        })
    };
    let removed = visit.run(Operation::RemoveIdentityProvider, remove).await?;
    removed?;
    Ok(())
}

fn settings(fields: &Fields) -> SetIdentityProvider {
    let some = |name: &str| fields.some(name).map(str::to_owned);
    let domains = fields.get("domains");
    let domains = domains.split(|c: char| c.is_whitespace() || c == ',');
    let domains = domains.filter(|domain| !domain.is_empty());
    let lines = fields.get("groups").lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    SetIdentityProvider {
        issuer: fields.get("issuer").to_owned(),
        client_id: fields.get("client").to_owned(),
        client_secret: match fields.some("client_secret") {
            _ if fields.has("public") => SecretChange::Remove,
            Some(secret) => SecretChange::Set(secret.to_owned()),
            None => SecretChange::Keep,
        },
        domains: domains.map(str::to_owned).collect(),
        mode: fields.get("mode").to_owned(),
        emergency_admin_id: some("admin"),
        default_role: some("role"),
        group_roles: lines.map(group_role).collect(),
    }
}

/// Reads a line such as `hr-team = Recruiter`. A group may contain the sign, a role does not.
fn group_role(line: &str) -> TypedGroupRole {
    let (group, role) = line.rsplit_once('=').unwrap_or((line, ""));
    TypedGroupRole {
        group: group.trim().to_owned(),
        role: role.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_form_becomes_settings() {
        let fields = [
            ("issuer", " https://id.example.org "),
            ("client_secret", ""),
            ("domains", "a.org, b.org\nc.org"),
            ("groups", "hr = team = Recruiter\n\n plain "),
            ("role", ""),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let typed = settings(&Fields::new(HashMap::from(fields)));
        assert_eq!(typed.issuer, "https://id.example.org");
        assert_eq!(typed.client_secret, SecretChange::Keep);
        assert_eq!(typed.domains, ["a.org", "b.org", "c.org"]);
        assert_eq!(typed.default_role, None);
        let roles: Vec<(&str, &str)> = typed
            .group_roles
            .iter()
            .map(|one| (one.group.as_str(), one.role.as_str()))
            .collect();
        assert_eq!(roles, [("hr = team", "Recruiter"), ("plain", "")]);
    }
}
