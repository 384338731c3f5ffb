//! The help page: what to do first, by role.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::frame::Frame;
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "help.html")]
struct HelpPage {
    frame: Frame,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let frame = visit.frame();
        visit.page(HelpPage { frame }).await
    };
    answer(&request, shown).await
}
