//! The page of a link by which a user sets a password.
//!
//! Opening it uses nothing, because scanners of mails open links. The token is in the address, which browsers send to no other site: no
//! page of the service has referrers, and this one loads nothing from elsewhere.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::MIN_PASSWORD_CHARS;
use shortlist_app::{ClosedLink, FoundLink, LinkedPassword, OpenLink};
use shortlist_domain::LinkPurpose;
use shortlist_transport::{StrangerForm, WebState};

use crate::assets::{self, AssetPaths};
use crate::forgotten_password::sends_links;
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::{answer, shared};
use crate::{csrf, respond};

#[derive(Template)]
#[template(path = "set_password.html")]
struct SetPasswordPage {
    assets: AssetPaths,
    token: String,
    is_invitation: bool,
    name: String,
    email: String,
    organization: String,
    min_password: usize,
    problem: String,
}

#[derive(Template)]
#[template(path = "closed_link.html")]
struct ClosedLinkPage {
    assets: AssetPaths,
    title: &'static str,
    message: &'static str,
    /// Whether the user can get another link by mail.
    sends_links: bool,
    /// Whether the user signs in with an identity provider instead of a password.
    uses_provider: bool,
}

impl SetPasswordPage {
    fn new(token: &str, link: OpenLink, problem: String) -> Self {
        Self {
            assets: assets::paths(),
            token: token.to_owned(),
            is_invitation: link.purpose == LinkPurpose::Invitation,
            name: link.full_name,
            email: link.email,
            organization: link.organization_name,
            min_password: MIN_PASSWORD_CHARS,
            problem,
        }
    }
}

/// Shows the form, or why the link cannot be used.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let fields = Fields::of_address(&request);
        show(&request, fields.get("token"), StatusCode::OK, String::new()).await
    };
    respond::last_of_connection(answer(&request, shown).await)
}

async fn show(
    request: &HttpRequest,
    token: &str,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let state = shared::<WebState>(request)?;
    let address = state.client_address(request);
    match WebState::find_account_link(&state, token.to_owned(), address).await? {
        FoundLink::Open(link) => {
            respond::page_with_status(status, &SetPasswordPage::new(token, link, problem))
        }
        FoundLink::Closed(closed) => refuse(request, closed),
    }
}

/// Sets the password.
pub(crate) async fn set(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let done = async {
        if !csrf::is_from_here(&request) {
            return Err(PageError::OtherSite);
        }
        let state = shared::<WebState>(&request)?;
        let form = StrangerForm::Password;
        let read = WebState::read_stranger_fields(&state, &request, payload, form, Fields::new);
        let fields = read.await?;
        let token = fields.get("token");
        if fields.exact("new") != fields.exact("again") {
            let problem = "The two new passwords differ. Type the new password twice.";
            return show(&request, token, StatusCode::BAD_REQUEST, problem.to_owned()).await;
        }
        let address = state.client_address(&request);
        let (owned, password) = (token.to_owned(), fields.exact("new").to_owned());
        let set = WebState::set_password_by_link(&state, owned, password, address).await;
        match set.map_err(PageError::from) {
            Ok(LinkedPassword::Set(_user)) => Ok(respond::redirect("/app/sign-in?changed=set")),
            Ok(LinkedPassword::Closed(closed)) => refuse(&request, closed),
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&request, token, status, problem).await
            }
        }
    };
    respond::last_of_connection(answer(&request, done).await)
}

fn refuse(request: &HttpRequest, closed: ClosedLink) -> Result<HttpResponse, PageError> {
    let (status, title, message) = reason(closed);
    let page = ClosedLinkPage {
        assets: assets::paths(),
        title,
        message,
        sends_links: closed != ClosedLink::NoAccess && sends_links(request)?,
        uses_provider: closed == ClosedLink::SingleSignOn,
    };
    respond::page_with_status(status, &page)
}

fn reason(closed: ClosedLink) -> (StatusCode, &'static str, &'static str) {
    match closed {
        ClosedLink::Unknown => (
            StatusCode::NOT_FOUND,
            "This link is not known",
            "Open it again from the e-mail, and check that it is complete.",
        ),
        ClosedLink::Used => (
            StatusCode::GONE,
            "This link was used",
            "A link sets one password. If it was you, sign in with that password.",
        ),
        ClosedLink::Ended => (
            StatusCode::GONE,
            "This link was replaced",
            "There is a newer link, or your password was changed since. Use the latest e-mail, or sign in.",
        ),
        ClosedLink::Expired => (
            StatusCode::GONE,
            "This link has expired",
            "It was not used in time. Your password is as it was.",
        ),
        ClosedLink::SingleSignOn => (
            StatusCode::GONE,
            "Your organization uses single sign-on",
            "Nobody needs a password for it. On the sign-in page, type your e-mail address and choose “Use single sign-on”.",
        ),
        ClosedLink::NoAccess => (
            StatusCode::GONE,
            "This account is deactivated",
            "Nobody can sign in with it. Ask an Admin of your organization.",
        ),
    }
}
