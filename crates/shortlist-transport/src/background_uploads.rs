//! The work on uploads that no request waits for: their progress is stored, and staged uploads are continued.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use shortlist_app::{App, AppError, StagedUpload};
use shortlist_domain::{UploadKey, UploadKind};

use crate::error::{ApiError, blocking};
use crate::state::WebState;
use crate::{background_applications, import, upload};

/// The time between two saves of the progress.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);
/// The number of saves between two searches for uploads that no server works on.
const SAVES_PER_SEARCH: u32 = 3;

/// Stores the progress of uploads every second, continues staged uploads, and completes accepted applications. Runs until
/// the server stops.
pub async fn run_background_uploads(state: web::Data<WebState>) {
    let applications = background_applications::run(state.clone());
    futures_util::future::join(run(state), applications).await;
}

async fn run(state: web::Data<WebState>) {
    let mut due = tokio::time::interval(SAVE_INTERVAL);
    due.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut saves = 0_u32;
    while !state.app.is_stopping() {
        tokio::select! {
            _instant = due.tick() => {
                let is_searching = saves.is_multiple_of(SAVES_PER_SEARCH);
                saves = saves.wrapping_add(1);
                save(&state, is_searching).await;
            }
            () = state.staged.accepted() => {}
        }
        for key in state.staged.take_accepted() {
            start_staged(&state, key);
        }
    }
}

/// Stores the progress, and starts the uploads that no server works on.
async fn save(state: &web::Data<WebState>, is_searching: bool) {
    let app = Arc::clone(&state.app);
    let work = move || {
        app.running_uploads().save_changed()?;
        if is_searching {
            app.staged_uploads().list_due()
        } else {
            Ok(Vec::new())
        }
    };
    let found = blocking(work).await;
    match found.and_then(|found| found.map_err(ApiError::from)) {
        Ok(found) => found.into_iter().for_each(|key| start_staged(state, key)),
        Err(error) => log_unsaved(&error),
    }
}

fn log_unsaved(error: &ApiError) {
    let problem = error.message();
    tracing::warn!(problem, "the progress of uploads could not be stored");
}

/// Starts the work on a staged upload, as soon as its organization has a turn.
fn start_staged(state: &web::Data<WebState>, key: UploadKey) {
    if !state.staged.begin(&key) {
        return;
    }
    let state = state.clone();
    actix_web::rt::spawn(async move {
        if let Err(error) = run_in_turn(&state, &key).await {
            tracing::warn!(upload = %key.id, problem = error.message(), "a staged upload waits for another attempt");
        }
        state.staged.end(&key);
    });
}

async fn run_in_turn(state: &web::Data<WebState>, key: &UploadKey) -> Result<(), ApiError> {
    let turn = state.uploads.take(&key.organization_id).await?;
    let (app, wanted) = (Arc::clone(&state.app), key.clone());
    let Some(upload) = blocking(move || app.staged_uploads().claim(&wanted)).await?? else {
        return Ok(());
    };
    let import_turn = match upload.kind() {
        UploadKind::Jobs => Some(state.imports.take(&key.organization_id).await?),
        UploadKind::Resumes | UploadKind::Rescoring => None,
    };
    let app = Arc::clone(&state.app);
    let work = move || {
        let _turns = (turn, import_turn);
        run_claimed(&app, upload)
    };
    Ok(blocking(work).await??)
}

/// Does the work of a claimed upload.
fn run_claimed(app: &App, mut upload: StagedUpload) -> Result<(), AppError> {
    let ended = match upload.kind() {
        UploadKind::Jobs => import::run_staged(app, &mut upload),
        UploadKind::Resumes | UploadKind::Rescoring => upload::run_staged(app, &mut upload),
    };
    match ended {
        Ok((answer, problem)) => app.staged_uploads().complete(upload, &answer, problem),
        Err(error) => {
            tracing::warn!(problem = error.message(), "a staged upload is given back");
            app.staged_uploads().give_back(upload);
            Ok(())
        }
    }
}
