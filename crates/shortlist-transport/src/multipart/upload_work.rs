//! The work of uploads: it is done now, or staged if the sender does not wait.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, AppError, IdempotencyError, Operation, TrackedUpload};
use shortlist_domain::{Principal, UploadId, UploadKey};

use super::{FormInTurn, Refusal, RefusalBody};
use crate::error::ApiError;
use crate::respond_async::{Answered, RESPOND_ASYNC, accepted_body};
use crate::state::WebState;
use crate::uploads::identifier::{end_tracking, problem_of, with_upload_id};

/// The work on an upload.
pub(crate) enum UploadWork<N, L> {
    /// It returns the body of the answer.
    Now(N),
    /// The sender does not wait. The work is staged.
    Later(L),
}

impl FormInTurn {
    /// Does or stages the work of an upload at most once. A refusal mentions the fields that were `ignored`.
    pub(crate) async fn answer<D: RefusalBody>(
        mut self,
        state: &web::Data<WebState>,
        principal: Principal,
        operation: Operation,
        ignored: String,
        work: UploadWork<
            impl FnOnce(&App, &Principal) -> Result<Vec<u8>, Refusal<D>> + Send + 'static,
            impl FnOnce(&App, &Principal, &mut TrackedUpload) -> Result<UploadKey, Refusal<D>>
            + Send
            + 'static,
        >,
    ) -> Result<Answered, Refusal<D>> {
        if let (UploadWork::Later(_), Some(request)) = (&work, &mut self.idempotent) {
            request.add("prefer", RESPOND_ASYNC.as_bytes());
        }
        let shared = state.clone();
        let run = move |request, mut tracked: Option<TrackedUpload>| {
            let app = &shared.app;
            let once = app.idempotency();
            let done = match work {
                UploadWork::Now(work) => {
                    let work = || work(app, &principal);
                    let done = once.run(&principal, operation, request, work);
                    done.map(Answered::Complete)
                }
                UploadWork::Later(accept) => {
                    let accept = |tracked: &mut _| accept(app, &principal, tracked);
                    let work = || {
                        let id = stage(&shared, tracked.as_mut(), accept)?;
                        Ok(accepted_body(&id)?)
                    };
                    let done = once.run(&principal, operation, request, work);
                    done.map(Answered::Accepted)
                }
            };
            end_tracking(app, tracked.as_ref(), problem_of(&done, Refusal::message));
            done
        };
        let done: Result<_, IdempotencyError<_>> = self.run(run).await?;
        done.map_err(|why| Refusal::of(why, &ignored))
    }
}

/// Stages an upload whose sender does not wait, and lets this server work on it.
pub(crate) fn stage<E: From<ApiError>>(
    state: &WebState,
    tracked: Option<&mut TrackedUpload>,
    accept: impl FnOnce(&mut TrackedUpload) -> Result<UploadKey, E>,
) -> Result<UploadId, E> {
    let Some(tracked) = tracked else {
        let rule = AppError::Forbidden(shortlist_app::Refusal::MayNotUpload);
        return Err(ApiError::from(rule).into());
    };
    let key = accept(tracked)?;
    let id = key.id.clone();
    state.staged.accept(key);
    Ok(id)
}

/// Builds the response to an upload.
pub(crate) fn respond<D: RefusalBody>(
    request: &HttpRequest,
    done: Result<Answered, Refusal<D>>,
) -> HttpResponse {
    let response = match done {
        Ok(answered) => answered.respond(),
        Err(refusal) => refusal.respond(),
    };
    with_upload_id(request, response)
}
