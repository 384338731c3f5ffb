//! Liveness and readiness checks, without credentials.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, Code, blocking};
use crate::state::WebState;

/// The state of the service.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `live` or `ready`.
    status: &'static str,
}

/// Returns 200 if the process is running.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "live" })
}

/// Returns 200 if the database answers too.
pub(crate) async fn ready(state: web::Data<WebState>) -> HttpResponse {
    let app = Arc::clone(&state.app);
    match blocking(move || app.maintenance().check_database()).await {
        Ok(Ok(())) => HttpResponse::Ok().json(Health { status: "ready" }),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            ApiError::new(Code::Unavailable, "the database does not answer")
                .retry_after(1)
                .to_response()
        }
        Err(error) => error.to_response(),
    }
}
