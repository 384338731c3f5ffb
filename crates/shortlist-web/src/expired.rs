//! Forms whose session has ended. Nothing that was typed is lost: a small form is shown again, so that it can be sent after a
//! sign-in. The browser keeps a larger one.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_transport::{StrangerForm, WebState};

use crate::answer::shared;
use crate::assets::{self, AssetPaths};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;

/// The largest page that shows a form again, in bytes. Without a session, nobody may make the service hold more.
const MAX_PAGE_BYTES: usize = 16 << 10;

/// The page about a form whose session has ended.
#[derive(Template)]
#[template(path = "expired.html")]
struct ExpiredPage {
    assets: AssetPaths,
    action: String,
    /// What was typed; `None` if it is more than the page can keep.
    fields: Option<Vec<(String, String)>>,
    /// The fields of passwords, which must be typed again, with their labels.
    passwords: Vec<(&'static str, &'static str)>,
}

/// Answers a form without a session. The connection must end with the answer, because it has no user to serve.
pub(crate) async fn keep_form(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, PageError> {
    let state = shared::<WebState>(request)?;
    match page_with_form(request, &state, payload).await {
        Err(PageError::Refused(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            page_without_form(request)
        }
        done => done,
    }
}

async fn page_with_form(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    payload: web::Payload,
) -> Result<HttpResponse, PageError> {
    let action = request.uri().to_string();
    let render = |fields| {
        let mut fields = Fields::new(fields);
        let passwords = fields.remove_passwords();
        respond::render(&ExpiredPage {
            assets: assets::paths(),
            action,
            fields: Some(fields.sorted()),
            passwords,
        })
    };
    let form = StrangerForm::Expired;
    let html = WebState::read_stranger_fields(state, request, payload, form, render).await??;
    let bytes = html.len();
    if bytes > MAX_PAGE_BYTES {
        return page_without_form(request);
    }
    let page = respond::html(StatusCode::UNAUTHORIZED, html);
    let held = state.hold_for_stranger(request, page, bytes);
    held.map_or_else(|| page_without_form(request), Ok)
}

fn page_without_form(request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let page = ExpiredPage {
        assets: assets::paths(),
        action: request.uri().to_string(),
        fields: None,
        passwords: Vec::new(),
    };
    respond::page_with_status(StatusCode::PAYLOAD_TOO_LARGE, &page)
}
