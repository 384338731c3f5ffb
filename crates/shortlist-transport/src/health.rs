//! Liveness and readiness checks, without credentials.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Serialize;
use shortlist_app::AppError;
use utoipa::ToSchema;

use crate::error::{ApiError, Code, blocking, unwritable_reason};
use crate::state::WebState;

/// The state of the service.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `live` or `ready`.
    status: &'static str,
    /// The machines of the database's cluster that do not respond.
    #[serde(rename = "missingNodes", skip_serializing_if = "Vec::is_empty")]
    missing_nodes: Vec<String>,
}

impl Health {
    fn of(status: &'static str) -> Self {
        Self {
            status,
            missing_nodes: Vec::new(),
        }
    }
}

/// Returns 200 if the process is running.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health::of("live"))
}

/// Returns 200 if the database answers too, records and files can be stored, and the server is not stopping. While machines of its cluster are missing, the
/// response is 200 with the status `degraded`: organizations on the other machines work, so a load balancer must not take all
/// servers away.
pub(crate) async fn ready(state: web::Data<WebState>) -> HttpResponse {
    if state.app.is_stopping() {
        return ApiError::new(Code::Unavailable, "the server is stopping")
            .retry_after(1)
            .to_response();
    }
    let app = Arc::clone(&state.app);
    let check = move || {
        let missing = app.maintenance().check_database()?;
        app.maintenance().check_storage()?;
        Ok(missing)
    };
    match blocking(check).await {
        Ok(Ok(missing)) => readiness(missing),
        Ok(Err(error)) => {
            let reason = reason(&error);
            tracing::warn!(%error, reason, "not ready");
            ApiError::new(Code::Unavailable, reason)
                .retry_after(1)
                .to_response()
        }
        Err(error) => error.to_response(),
    }
}

/// Returns why the server is not ready.
fn reason(error: &AppError) -> String {
    let part = match error {
        AppError::Fault(fault) => fault.unwritable_part(),
        _ => None,
    };
    part.map_or_else(
        || "the database does not answer".to_owned(),
        unwritable_reason,
    )
}

/// Returns the response of a server whose database answers.
fn readiness(missing_nodes: Vec<String>) -> HttpResponse {
    if missing_nodes.is_empty() {
        return HttpResponse::Ok().json(Health::of("ready"));
    }
    tracing::warn!(
        ?missing_nodes,
        "machines of the database's cluster do not respond"
    );
    HttpResponse::Ok().json(Health {
        status: "degraded",
        missing_nodes,
    })
}
