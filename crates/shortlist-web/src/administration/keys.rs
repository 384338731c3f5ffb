//! API keys: create, rotate and revoke them.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use chrono::Duration;
use shortlist_app::limits::DEFAULT_KEY_DAYS;
use shortlist_app::{App, AppError, CreateApiKey, IssuedApiKey, Operation};
use shortlist_domain::{
    ApiKey, ApiKeyId, InvalidValue, NumberProblem, Permission, Principal, Timestamp,
};

use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

/// A key that expires within this many days is shown with a warning.
const WARNING_DAYS: i64 = 14;
/// The beginning of the names of the form's checkboxes.
const PERMISSION: &str = "permission.";
/// The hours for which a rotated key usually works.
const USUAL_OVERLAP_HOURS: i64 = 24;

#[derive(Template)]
#[template(path = "settings_keys.html")]
struct KeysPage {
    frame: Frame,
    tabs: Vec<Tab>,
    keys: Vec<KeyRow>,
    permissions: Vec<PermissionChoice>,
    name: String,
    days: String,
    overlap: String,
    /// The secret of a key that was just created.
    issued: Option<Issued>,
    /// The key that the form is about to rotate or revoke.
    chosen: Option<KeyRow>,
    problem: String,
    saved: bool,
}

/// A new key, whose secret this page alone shows.
struct Issued {
    name: String,
    secret: String,
    expires: String,
}

/// A key in the table.
#[derive(Clone)]
struct KeyRow {
    id: String,
    name: String,
    prefix: String,
    permissions: String,
    created: String,
    expires: String,
    last_used: String,
    state: &'static str,
    class: &'static str,
    is_live: bool,
}

/// A permission of the form.
struct PermissionChoice {
    value: &'static str,
    about: &'static str,
    is_chosen: bool,
}

/// Shows the keys.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), Answer::default()).await
    };
    answer(&request, shown).await
}

/// What a form led to.
#[derive(Default)]
struct Answer {
    issued: Option<IssuedApiKey>,
    refused: Option<(StatusCode, String)>,
}

async fn show(visit: &Visit, fields: &Fields, done: Answer) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| {
        let keys = app.accounts().list_api_keys(&principal.organization_id)?;
        Ok((keys, app.clock().now()))
    };
    let (keys, now) = visit.run(Operation::ListApiKeys, load).await?;
    let keys: Vec<KeyRow> = keys.into_iter().map(|key| KeyRow::of(key, now)).collect();
    let (status, problem) = done.refused.unwrap_or((StatusCode::OK, String::new()));
    let text = |name: &str, usual: i64| match fields.some(name) {
        Some(given) => given.to_owned(),
        None => usual.to_string(),
    };
    let chosen = fields.some("key");
    let chosen = chosen.and_then(|id| keys.iter().find(|key| key.id == id && key.is_live));
    let page = KeysPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/keys"),
        permissions: choices(fields),
        name: fields.get("name").to_owned(),
        days: text("days", DEFAULT_KEY_DAYS),
        overlap: text("overlap", USUAL_OVERLAP_HOURS),
        issued: done.issued.map(Issued::of),
        chosen: chosen.cloned(),
        keys,
        problem,
        saved: fields.get("saved") == "revoked",
    };
    visit.page_with_status(status, page).await
}

impl Issued {
    fn of(issued: IssuedApiKey) -> Self {
        let expires = issued.key.expires_at.map_or(String::new(), time);
        Self {
            name: issued.key.name,
            secret: issued.secret,
            expires,
        }
    }
}

impl KeyRow {
    fn of(key: ApiKey, now: Timestamp) -> Self {
        let (state, class) = state(&key, now);
        let permissions = key.permissions.iter().map(|one| one.as_str());
        let end = key.expires_at.into_iter().chain(key.revoked_at).min();
        Self {
            is_live: key.is_live(now),
            permissions: permissions.collect::<Vec<_>>().join(", "),
            id: key.id.into_string(),
            name: key.name,
            prefix: key.shown_prefix,
            created: key.created_at.date().to_string(),
            expires: end.map_or("never".to_owned(), time),
            last_used: key.last_used_at.map_or("never".to_owned(), time),
            state,
            class,
        }
    }
}

/// Returns the keys that expire soon, with their last day.
pub(crate) async fn expiring_keys(visit: &Visit) -> Result<Vec<(String, String)>, PageError> {
    let load =
        |app: &App, principal: &Principal| app.accounts().list_api_keys(&principal.organization_id);
    let keys = visit.run(Operation::ListApiKeys, load).await?;
    let now = visit.now();
    let soon = now.plus(Duration::days(WARNING_DAYS));
    let expiring = keys.into_iter().filter(|key| key.is_live(now));
    let day = |key: ApiKey| Some((key.name, key.expires_at.filter(|at| *at <= soon)?));
    let named = expiring.filter_map(day);
    Ok(named
        .map(|(name, at)| (name, at.date().to_string()))
        .collect())
}

/// Returns the state of a key, and the class of its badge.
fn state(key: &ApiKey, now: Timestamp) -> (&'static str, &'static str) {
    let soon = now.plus(Duration::days(WARNING_DAYS));
    match () {
        () if key.ended || key.revoked_at.is_some_and(|at| at <= now) => ("Revoked", "rejected"),
        () if key.expires_at.is_some_and(|at| at <= now) => ("Expired", "rejected"),
        () if key.revoked_at.is_some() => ("Being replaced", "hold"),
        () if key.expires_at.is_some_and(|at| at <= soon) => ("Expires soon", "hold"),
        () => ("Valid", "active"),
    }
}

/// Returns every permission with what it allows.
fn choices(fields: &Fields) -> Vec<PermissionChoice> {
    let choice = |permission: Permission| PermissionChoice {
        value: permission.as_str(),
        about: about(permission),
        is_chosen: fields.has(&format!("{PERMISSION}{permission}")),
    };
    let all = Permission::ALL
        .into_iter()
        .chain(Permission::FOR_APPLICATIONS);
    all.map(choice).collect()
}

fn about(permission: Permission) -> &'static str {
    match permission {
        Permission::JobsRead => "List and read jobs.",
        Permission::JobsWrite => "Create, change and import jobs.",
        Permission::CandidatesRead => {
            "List, read and export candidates, and download their resumes."
        }
        Permission::CandidatesWrite => "Upload resumes; change, rescore and erase candidates.",
        Permission::InterviewsRead => "Read interviews, reports and reviews.",
        Permission::InterviewsWrite => {
            "Schedule and change interviews, and submit reports and reviews."
        }
        Permission::LeaderboardRead => "Read leaderboards.",
        Permission::Webhooks => "Manage webhooks, and read what they received.",
        Permission::Admin => "Manage users, keys and settings, and read the audit log.",
        Permission::Apply => {
            "Send applications from a career site. Such a key can do nothing else, so it must be its only permission."
        }
        Permission::ApplyServer => {
            "Send applications from the server of a career site, which states the applicants’ addresses. It must be the only permission, too. Keep the key secret."
        }
    }
}

/// Creates, rotates or revokes a key.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "rotate" => rotate(&visit, &fields).await.map(Some),
            "revoke" => revoke(&visit, &fields).await.map(|()| None),
            "create" | "" => create(&visit, &fields).await.map(Some),
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(None) => Ok(respond::redirect("/app/settings/keys?saved=revoked")),
            Ok(issued) => {
                let done = Answer {
                    issued,
                    refused: None,
                };
                show(&visit, &Fields::default(), done).await
            }
            Err(error) => {
                let done = Answer {
                    issued: None,
                    refused: Some(error.about_input()?),
                };
                show(&visit, &fields, done).await
            }
        }
    })
    .await
}

/// Reads a number of the form.
fn number(fields: &Fields, name: &str, field: &str) -> Result<i64, InvalidValue> {
    let number = fields.get(name).parse::<i32>();
    let number = number.map_err(|_error| InvalidValue::new(field, NumberProblem::NotWholeNumber));
    number.map(i64::from)
}

async fn create(visit: &Visit, fields: &Fields) -> Result<IssuedApiKey, PageError> {
    let fields = fields.clone();
    let create = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let all = Permission::ALL
            .into_iter()
            .chain(Permission::FOR_APPLICATIONS);
        let chosen = all.filter(|one| fields.has(&format!("{PERMISSION}{one}")));
        let request = CreateApiKey {
            name: fields.get("name").to_owned(),
            permissions: chosen.collect(),
            lifetime: Some(Duration::days(number(&fields, "days", "days")?)),
        };
        app.accounts().create_api_key(&principal.party(), request)
    };
    visit.run(Operation::CreateApiKey, create).await
}

async fn rotate(visit: &Visit, fields: &Fields) -> Result<IssuedApiKey, PageError> {
    let fields = fields.clone();
    let rotate = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let overlap = Duration::hours(number(&fields, "overlap", "overlapHours")?);
        let (party, key) = (principal.party(), fields.get("key"));
        app.accounts().rotate_api_key(&party, key, overlap)
    };
    visit.run(Operation::RotateApiKey, rotate).await
}

async fn revoke(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let key = fields.get("key").to_owned();
    let revoke = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let key = ApiKeyId::parse("keyId", &key)?;
        app.accounts().revoke_api_key(&principal.party(), &key)
    };
    visit.run(Operation::RevokeApiKey, revoke).await.map(drop)
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{Environment, OrganizationId};

    use super::*;

    fn at(days: i64) -> Timestamp {
        Timestamp::parse("at", "2026-03-01T00:00:00Z")
            .unwrap()
            .plus(Duration::days(days))
    }

    fn key(expires: i64, revoked: Option<i64>) -> ApiKey {
        ApiKey {
            id: ApiKeyId::parse("id", "key_1").unwrap(),
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            name: "Site".to_owned(),
            shown_prefix: "sl_test_a".to_owned(),
            permissions: vec![Permission::JobsRead],
            environment: Environment::Sandbox,
            created_at: at(-30),
            expires_at: Some(at(expires)),
            revoked_at: revoked.map(at),
            ended: false,
            last_used_at: None,
        }
    }

    #[test]
    fn a_key_is_marked_two_weeks_before_it_expires() {
        let state = |key: ApiKey| state(&key, at(0)).0;
        assert_eq!(state(key(15, None)), "Valid");
        assert_eq!(state(key(14, None)), "Expires soon");
        assert_eq!(state(key(0, None)), "Expired");
        assert_eq!(state(key(90, Some(1))), "Being replaced");
        assert_eq!(state(key(90, Some(0))), "Revoked");
    }
}
