//! The status of the service.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, Operation, ServiceStatus};
use shortlist_domain::Principal;

use super::{Tab, tabs};
use crate::frame::Frame;
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "settings_service.html")]
struct ServicePage {
    frame: Frame,
    tabs: Vec<Tab>,
    status: ServiceStatus,
}

/// Shows the status.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let load = |app: &App, _principal: &Principal| Ok(app.status());
        let status = visit.run(Operation::GetServiceStatus, load).await?;
        let page = ServicePage {
            frame: visit.frame(),
            tabs: tabs("/app/settings/service"),
            status,
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}
