//! The form for one's own password.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::MIN_PASSWORD_CHARS;
use shortlist_app::{App, ChangePassword, Operation};
use shortlist_domain::Principal;

use super::{Tab, tabs};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form, shared};

#[derive(Template)]
#[template(path = "settings_password.html")]
struct PasswordPage {
    frame: Frame,
    tabs: Vec<Tab>,
    min_password: usize,
    /// Whether the user has a password. Users of an identity provider may have none.
    has_password: bool,
    problem: String,
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, StatusCode::OK, String::new()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: String,
) -> Result<HttpResponse, PageError> {
    let find = |app: &App, principal: &Principal| app.sessions().has_own_password(principal);
    let has_password = visit.run(Operation::ChangePassword, find).await?;
    let page = PasswordPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/password"),
        min_password: MIN_PASSWORD_CHARS,
        has_password,
        problem,
    };
    visit.page_with_status(status, page).await
}

/// Changes the password. All sessions of the user end, also this one.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let shown = request.clone();
    answer_form(request, payload, |visit, fields| async move {
        if raw(&fields, "new") != raw(&fields, "again") {
            let problem = "The two new passwords differ. Type the new password twice.".to_owned();
            return show(&visit, StatusCode::BAD_REQUEST, problem).await;
        }
        let change = ChangePassword {
            current_password: raw(&fields, "current"),
            new_password: raw(&fields, "new"),
        };
        let change = move |app: &App, principal: &Principal| {
            app.sessions().change_password(principal, &change)
        };
        match visit.run(Operation::ChangePassword, change).await {
            Ok(_user) => {
                let app = shared(&shown)?;
                let cookie = crate::cookie::no_session(&app);
                let page = "/app/sign-in?changed=password";
                Ok(respond::redirect_with_cookie(page, &cookie))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, status, problem).await
            }
        }
    })
    .await
}

/// Returns a password as it was typed: spaces around it belong to it.
fn raw(fields: &Fields, name: &str) -> String {
    fields.exact(name).to_owned()
}
