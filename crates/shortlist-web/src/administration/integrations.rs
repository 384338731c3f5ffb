//! Accounts of programs, and their access tokens.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::DEFAULT_ACCESS_TOKEN_DAYS;
use shortlist_app::{App, AppError, CreateIntegrationUser, IssuedAccessToken, Operation};
use shortlist_domain::{
    AccessToken, InvalidValue, NumberProblem, Principal, Timestamp, User, UserType,
};

use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/integrations";

#[derive(Template)]
#[template(path = "settings_integrations.html")]
struct IntegrationsPage {
    frame: Frame,
    tabs: Vec<Tab>,
    integrations: Vec<IntegrationRow>,
    roles: [(&'static str, bool); 5],
    /// What was typed.
    name: String,
    token_user: String,
    token_name: String,
    days: String,
    issued: Option<Issued>,
    problem: String,
    saved: &'static str,
}

/// An account of a program with its tokens.
struct IntegrationRow {
    id: String,
    name: String,
    role: &'static str,
    is_active: bool,
    tokens: Vec<TokenRow>,
}

struct TokenRow {
    id: String,
    name: String,
    prefix: String,
    expires: String,
    last_used: String,
    is_live: bool,
}

/// A new token, whose secret this page alone shows.
struct Issued {
    name: String,
    secret: String,
    expires: String,
}

impl TokenRow {
    fn of(token: AccessToken, now: Timestamp) -> Self {
        Self {
            is_live: token.is_live(now),
            id: token.id.into_string(),
            name: token.name,
            prefix: token.shown_prefix,
            expires: time(token.expires_at),
            last_used: token.last_used_at.map_or("never".to_owned(), time),
        }
    }
}

impl Issued {
    fn of(issued: IssuedAccessToken) -> Self {
        Self {
            expires: time(issued.token.expires_at),
            name: issued.token.name,
            secret: issued.secret,
        }
    }
}

/// What a form led to.
enum Done {
    /// Something was saved; the name of the message about it.
    Saved(&'static str),
    Issued(IssuedAccessToken),
}

/// Shows the accounts.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, None, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    issued: Option<IssuedAccessToken>,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let integrations = visit.run(Operation::ListAccessTokens, load).await?;
    let fields = refusal.typed.unwrap_or_default();
    let chosen = fields.some("role").unwrap_or(UserType::Recruiter.as_str());
    let days = fields.some("days").map(str::to_owned);
    let page = IntegrationsPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        integrations,
        roles: UserType::ALL.map(|role| (role.as_str(), role.as_str() == chosen)),
        name: fields.get("name").to_owned(),
        token_user: fields.get("user").to_owned(),
        token_name: fields.get("purpose").to_owned(),
        days: days.unwrap_or_else(|| DEFAULT_ACCESS_TOKEN_DAYS.to_string()),
        issued: issued.map(Issued::of),
        problem: refusal.problem,
        saved: match visit.address_fields().get("saved") {
            "created" => "The account is created. Create a token for it next.",
            "revoked" => "The token is revoked. Programs that use it are refused from now on.",
            _ => "",
        },
    };
    visit.page_with_status(refusal.status, page).await
}

fn load(app: &App, principal: &Principal) -> Result<Vec<IntegrationRow>, AppError> {
    let organization = &principal.organization_id;
    let now = app.clock().now();
    let users = app.accounts().list_users(organization)?.into_iter();
    let row = |user: User| {
        let tokens = app
            .accounts()
            .list_access_tokens(organization, user.id.as_str())?;
        let tokens = tokens.into_iter().map(|token| TokenRow::of(token, now));
        Ok(IntegrationRow {
            tokens: tokens.collect(),
            id: user.id.into_string(),
            name: user.full_name,
            role: user.user_type.as_str(),
            is_active: user.active,
        })
    };
    users.filter(|user| user.is_integration).map(row).collect()
}

/// Creates an account or a token, or revokes a token.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "create" => create(&visit, &fields)
                .await
                .map(|()| Done::Saved("created")),
            "revoke" => revoke(&visit, &fields)
                .await
                .map(|()| Done::Saved("revoked")),
            "token" => issue(&visit, &fields).await.map(Done::Issued),
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(Done::Saved(what)) => Ok(respond::redirect(&format!("{PATH}?saved={what}"))),
            Ok(Done::Issued(issued)) => show(&visit, Some(issued), Refusal::default()).await,
            Err(error) => show(&visit, None, Refusal::of(error, fields)?).await,
        }
    })
    .await
}

async fn create(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (name, role) = (fields.get("name").to_owned(), fields.get("role").to_owned());
    let create = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let request = CreateIntegrationUser {
            user_type: UserType::parse("userType", &role)?,
            full_name: name,
        };
        app.accounts()
            .create_integration_user(&principal.party(), &request)
    };
    visit.run(Operation::CreateIntegrationUser, create).await?;
    Ok(())
}

async fn issue(visit: &Visit, fields: &Fields) -> Result<IssuedAccessToken, PageError> {
    let fields = fields.clone();
    let create = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let days = fields.get("days").parse::<i32>();
        let days =
            days.map_err(|_error| InvalidValue::new("days", NumberProblem::NotWholeNumber))?;
        let (user, purpose) = (fields.get("user"), fields.get("purpose"));
        app.accounts()
            .create_access_token(&principal.party(), user, purpose, i64::from(days))
    };
    visit.run(Operation::CreateAccessToken, create).await
}

async fn revoke(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let token = fields.get("token").to_owned();
    let revoke = move |app: &App, principal: &Principal| {
        app.accounts()
            .revoke_access_token(&principal.party(), &token)
    };
    visit.run(Operation::RevokeAccessToken, revoke).await?;
    Ok(())
}
