//! Applications that were answered before the text of their scans was recognized.
//!
//! Recognition keeps a reader busy for up to a minute, so few scans are recognized at once.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use shortlist_domain::PendingApplication;

use crate::error::{ApiError, blocking};
use crate::state::WebState;

/// The time between two searches for applications that no server works on.
const SEARCH_INTERVAL: Duration = Duration::from_secs(3);

/// Completes accepted applications until the server stops.
pub(crate) async fn run(state: web::Data<WebState>) {
    let mut due = tokio::time::interval(SEARCH_INTERVAL);
    due.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while !state.app.is_stopping() {
        tokio::select! {
            _instant = due.tick() => search(&state).await,
            () = state.pending.accepted() => {}
        }
        for key in state.pending.take_accepted() {
            start(&state, key);
        }
    }
}

async fn search(state: &web::Data<WebState>) {
    let app = Arc::clone(&state.app);
    let found = blocking(move || app.applications().list_pending()).await;
    match found.and_then(|found| found.map_err(ApiError::from)) {
        Ok(found) => found.into_iter().for_each(|key| start(state, key)),
        Err(error) => {
            let problem = error.message();
            tracing::warn!(problem, "accepted applications could not be listed");
        }
    }
}

/// Starts the work on an application, as soon as few enough others run.
fn start(state: &web::Data<WebState>, key: PendingApplication) {
    if !state.pending.begin(&key) {
        return;
    }
    let state = state.clone();
    actix_web::rt::spawn(async move {
        if let Err(error) = complete(&state, &key).await {
            let problem = error.message();
            tracing::warn!(receipt = %key.receipt, problem, "an accepted application waits for another attempt");
        }
        state.pending.end(&key);
    });
}

async fn complete(state: &web::Data<WebState>, key: &PendingApplication) -> Result<(), ApiError> {
    let permit = Arc::clone(&state.scans).acquire_owned().await;
    let permit = permit.map_err(|closed| ApiError::internal(&closed))?;
    let (app, key) = (Arc::clone(&state.app), key.clone());
    let work = move || {
        let _permit = permit;
        if app.is_stopping() {
            Ok(())
        } else {
            app.applications().complete_pending(&key)
        }
    };
    Ok(blocking(work).await??)
}
