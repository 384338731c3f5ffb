//! Whether the service lives and whether it can work; without credentials.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::error::{ApiError, Code, blocking};
use crate::state::WebState;

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

/// The process answers.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "live" })
}

/// The database answers too.
pub(crate) async fn ready(state: web::Data<WebState>) -> HttpResponse {
    let app = Arc::clone(&state.app);
    match blocking(move || app.check()).await {
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
