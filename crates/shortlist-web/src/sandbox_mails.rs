//! The mails of the sandbox, which are shown instead of sent. Outside of the sandbox, these pages do not exist.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::limits::MAX_KEPT_MAILS;
use shortlist_app::{App, KeptMail, MailFolder, Operation};
use shortlist_domain::Principal;

use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::trail::time;
use crate::visit::{Visit, answer, shared};

const PATH: &str = "/app/sandbox/mails";

/// Registers the pages.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    let page = web::resource::<&str>;
    config
        .service(page(PATH).route(web::get().to(list)))
        .service(page("/app/sandbox/mails/{id}").route(web::get().to(one)));
}

#[derive(Template)]
#[template(path = "sandbox_mails.html")]
struct ListPage {
    frame: Frame,
    /// Where the mails are on the disk.
    folder: String,
    /// How many are kept.
    most: usize,
    mails: Vec<Row>,
}

struct Row {
    href: String,
    subject: String,
    to: String,
    at: String,
}

impl Row {
    fn of(kept: KeptMail) -> Self {
        Self {
            href: format!("{PATH}/{}", kept.name),
            subject: kept.mail.subject,
            to: kept.mail.to,
            at: time(kept.at),
        }
    }
}

#[derive(Template)]
#[template(path = "sandbox_mail.html")]
struct MailPage {
    frame: Frame,
    kept: KeptMail,
    at: String,
}

/// Returns the folder of the mails.
fn folder(visit: &Visit) -> Result<MailFolder, PageError> {
    let app = shared::<WebApp>(&visit.request)?;
    app.sandbox_mails.clone().ok_or(PageError::NotFound)
}

/// Lists the mails of the organization. Only Admins may: a mail may be about a candidate of a blind job, and to another user.
async fn list(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let folder = folder(&visit)?;
        let place = folder.path().display().to_string();
        let load =
            move |_app: &App, principal: &Principal| Ok(folder.list(&principal.organization_id)?);
        let kept = visit.run(Operation::GetServiceStatus, load).await?;
        let page = ListPage {
            frame: visit.frame(),
            folder: place,
            most: MAX_KEPT_MAILS,
            mails: kept.into_iter().map(Row::of).collect(),
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}

/// Shows a mail.
async fn one(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let (folder, name) = (folder(&visit)?, visit.id());
        let load = move |_app: &App, principal: &Principal| {
            Ok(folder.find(&principal.organization_id, &name))
        };
        let found = visit.run(Operation::GetServiceStatus, load).await?;
        let kept = found.ok_or(PageError::NotFound)?;
        let page = MailPage {
            frame: visit.frame(),
            at: time(kept.at),
            kept,
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}
