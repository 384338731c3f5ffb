//! A request of a signed-in user.

use std::collections::HashMap;
use std::future::Future;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation, WebUser};
use shortlist_domain::{OrganizationId, Principal, Timestamp};
use shortlist_transport::WebState;

use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::{cookie, csrf, links, respond};

/// A request of a signed-in user.
pub(crate) struct Visit {
    pub(crate) request: HttpRequest,
    pub(crate) state: web::Data<WebState>,
    pub(crate) user: WebUser,
}

impl Visit {
    /// Finds the user behind a request, and checks that its form comes from this site.
    pub(crate) async fn begin(request: &HttpRequest) -> Result<Self, PageError> {
        let state = shared::<WebState>(request)?;
        let app = shared::<WebApp>(request)?;
        if !csrf::is_from_here(request) {
            return Err(PageError::OtherSite);
        }
        let token = cookie::token(request, &app).ok_or(PageError::SignIn)?;
        let address = state.client_address(request);
        let user = WebState::find_web_user(&state, token, address).await?;
        Ok(Self {
            request: request.clone(),
            state,
            user,
        })
    }

    pub(crate) fn frame(&self) -> Frame {
        Frame::of(&self.user)
    }

    pub(crate) fn principal(&self) -> &Principal {
        &self.user.principal
    }

    pub(crate) fn organization(&self) -> &OrganizationId {
        &self.user.principal.organization_id
    }

    /// Returns the present time of the service.
    pub(crate) fn now(&self) -> Timestamp {
        self.state.app().clock().now()
    }

    /// Returns the identifier in the address.
    pub(crate) fn id(&self) -> String {
        let id = self.request.match_info().get("id");
        id.unwrap_or_default().to_owned()
    }

    pub(crate) fn address_fields(&self) -> Fields {
        Fields::of_address(&self.request)
    }

    /// Reads the form.
    pub(crate) async fn form_fields(&self, payload: web::Payload) -> Result<Fields, PageError> {
        let organization = self.organization();
        let read = self.state.read_fields(&self.request, payload, organization);
        Ok(Fields::new(read.await?))
    }

    /// Runs a use case that needs a permission.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        operation: Operation,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, PageError> {
        let done = WebState::run(&self.state, self.principal(), operation, work);
        Ok(done.await?)
    }
}

/// Returns what all requests share.
pub(crate) fn shared<T: 'static>(request: &HttpRequest) -> Result<web::Data<T>, PageError> {
    let data = request.app_data::<web::Data<T>>();
    data.cloned().ok_or(PageError::Internal)
}

/// Answers a request with a page, an error page or the sign-in page.
pub(crate) async fn answer(
    request: &HttpRequest,
    work: impl Future<Output = Result<HttpResponse, PageError>>,
) -> HttpResponse {
    match work.await {
        Ok(response) => response,
        Err(PageError::SignIn) => {
            let here = request.uri().path_and_query();
            let here = here.map_or("", |here| here.as_str());
            let next = if request.method().is_safe() { here } else { "" };
            respond::redirect(&links::with_fields("/app/sign-in", &[("next", next)]))
        }
        Err(error) => error_page(request, &error).await,
    }
}

/// Returns the page for an unknown address.
pub(crate) async fn not_found(request: HttpRequest) -> HttpResponse {
    error_page(&request, &PageError::NotFound).await
}

/// Returns an error as a page, with the navigation if the viewer is signed in.
async fn error_page(request: &HttpRequest, error: &PageError) -> HttpResponse {
    let frame = Visit::begin(request).await.map(|visit| visit.frame());
    error.respond(frame.ok())
}

/// The page that keeps a form whose session has ended.
#[derive(Template)]
#[template(path = "expired.html")]
struct ExpiredPage {
    assets: AssetPaths,
    action: String,
    fields: Vec<(String, String)>,
}

/// Answers a form. If the session has ended, the page keeps what was typed, so that it can be sent after a sign-in.
pub(crate) async fn answer_form<F: Future<Output = Result<HttpResponse, PageError>>>(
    request: HttpRequest,
    payload: web::Payload,
    work: impl FnOnce(Visit, Fields) -> F,
) -> HttpResponse {
    let answered = async {
        match Visit::begin(&request).await {
            Ok(visit) => {
                let fields = visit.form_fields(payload).await?;
                work(visit, fields).await
            }
            Err(PageError::SignIn) => keep_form(&request, payload).await,
            Err(error) => Err(error),
        }
    };
    answer(&request, answered).await
}

async fn keep_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, PageError> {
    let state = shared::<WebState>(request)?;
    // Bodies of unknown visitors share one part of the memory.
    let nobody = OrganizationId::parse("organization", "nobody");
    let nobody = nobody.map_err(|_invalid| PageError::Internal)?;
    let fields: HashMap<_, _> = state.read_fields(request, payload, &nobody).await?;
    let page = ExpiredPage {
        assets: assets::paths(),
        action: request.uri().to_string(),
        fields: Fields::new(fields).sorted(),
    };
    respond::page_with_status(StatusCode::UNAUTHORIZED, &page)
}
