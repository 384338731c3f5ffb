//! The help page: what to do first, by role.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::frame::Frame;
use crate::respond;
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "help.html")]
struct HelpPage {
    frame: Frame,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let frame = Visit::begin(&request).await?.frame();
        respond::page(&HelpPage { frame })
    };
    answer(&request, shown).await
}
