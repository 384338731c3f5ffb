//! Provisioning: the token with which the identity provider of the organization manages its users.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, IssuedScimToken, Operation};
use shortlist_domain::{Principal, ScimToken, User};

use super::{Tab, tabs, time};
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/provisioning";

#[derive(Template)]
#[template(path = "settings_provisioning.html")]
struct ProvisioningPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// The address for the provider.
    address: String,
    token: Option<TokenState>,
    /// A new token, whose secret this page alone shows.
    issued: Option<Issued>,
    problem: String,
    saved: &'static str,
}

/// What is known of the token.
struct TokenState {
    prefix: String,
    created: String,
    creator: String,
    last_used: String,
}

struct Issued {
    secret: String,
}

/// What the page needs.
struct Loaded {
    token: Option<ScimToken>,
    users: Vec<User>,
}

impl Loaded {
    fn state(self) -> Option<TokenState> {
        let token = self.token?;
        let mut users = self.users.into_iter();
        let creator = users.find(|user| Some(&user.id) == token.created_by.as_ref());
        Some(TokenState {
            prefix: token.shown_prefix,
            created: time(token.created_at),
            creator: creator.map(|user| user.full_name).unwrap_or_default(),
            last_used: token.last_used_at.map_or("never".to_owned(), time),
        })
    }
}

/// What a form led to.
enum Done {
    Revoked,
    Issued(IssuedScimToken),
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, None, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    issued: Option<IssuedScimToken>,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| -> Result<Loaded, AppError> {
        Ok(Loaded {
            token: app.provisioning().token(principal)?,
            users: app.accounts().list_users(&principal.organization_id)?,
        })
    };
    let loaded = visit.run(Operation::GetScimToken, load).await?;
    let page = ProvisioningPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        address: format!("{}/scim/v2", visit.state.base_url()),
        token: loaded.state(),
        issued: issued.map(|issued| Issued {
            secret: issued.secret,
        }),
        problem: refusal.problem,
        saved: match visit.address_fields().get("saved") {
            "revoked" => {
                "The token is revoked. The identity provider is refused from now on. Users stay as they are."
            }
            _ => "",
        },
    };
    visit.page_with_status(refusal.status, page).await
}

/// Creates or revokes the token.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "create" => create(&visit).await.map(Done::Issued),
            "revoke" => revoke(&visit).await.map(|()| Done::Revoked),
            _ => Err(PageError::unknown_action()),
        };
        match done {
            Ok(Done::Revoked) => Ok(respond::redirect(&format!("{PATH}?saved=revoked"))),
            Ok(Done::Issued(issued)) => show(&visit, Some(issued), Refusal::default()).await,
            Err(error) => show(&visit, None, Refusal::of(error, fields)?).await,
        }
    })
    .await
}

async fn create(visit: &Visit) -> Result<IssuedScimToken, PageError> {
    let create = |app: &App, principal: &Principal| app.provisioning().create_token(principal);
    visit.run(Operation::CreateScimToken, create).await
}

async fn revoke(visit: &Visit) -> Result<(), PageError> {
    let revoke = |app: &App, principal: &Principal| app.provisioning().revoke_token(principal);
    visit.run(Operation::RevokeScimToken, revoke).await?;
    Ok(())
}
