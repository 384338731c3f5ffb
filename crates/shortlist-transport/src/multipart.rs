//! The steps of a request whose files arrive in a form.
//!
//! Uploads of resumes, job files, documents and applications take the same steps. They differ in their [`FormRules`], in
//! their work and in the body of their answer.
//!
//! 1. The caller is admitted before a byte of the body is read: by the handler, or by [`ArrivingForm::begin_tracked`].
//! 2. [`ArrivingForm::begin`] takes the turn if the files are read as they arrive. [`ArrivingForm::begin_tracked`] does so, too,
//!    and makes the progress visible.
//! 3. [`ArrivingForm::read`] reads the form and stages its files. Fields and files become part of the fingerprint of an idempotent request.
//! 4. The handler takes its fields from the form, and checks them.
//! 5. [`ArrivedForm::take_turn`] waits for the turn.
//! 6. [`FormInTurn::run`] does the work in the blocking pool, which holds the turn until its end. [`FormInTurn::answer`] does
//!    or stages the work of an upload, and ends its tracking.
//! 7. The handler responds.

mod refusal;
mod upload_work;

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use shortlist_app::{Claims, IdempotentRequest, Operation, Progress, SentFile, TrackedUpload};
use shortlist_domain::{OrganizationId, Principal, UploadKind};

use crate::admission::admit;
use crate::error::{ApiError, blocking};
use crate::form::{Form, FormReader};
use crate::headers::Body;
use crate::idempotency::idempotency_key;
use crate::read_ahead::admit_body;
use crate::state::WebState;
use crate::turn_rules::{FormRules, TurnTime};
use crate::turns::Turn;
use crate::uploads::identifier::{sent_upload_id, track};

pub(crate) use refusal::{Refusal, RefusalBody};
pub(crate) use upload_work::{UploadWork, respond, stage};

/// A form whose sender was admitted.
pub(crate) struct ArrivingForm<'a> {
    request: &'a HttpRequest,
    state: &'a web::Data<WebState>,
    rules: &'static FormRules,
    organization: OrganizationId,
    /// `false` for a caller without permission. Their form is read, because a malformed form is reported before a missing permission.
    is_permitted: bool,
    idempotent: Option<IdempotentRequest>,
    tracked: Option<TrackedUpload>,
    turn: Option<Turn>,
}

/// A form that has arrived.
pub(crate) struct ArrivedForm<'a> {
    /// The fields that are not files.
    pub(crate) form: Form,
    arriving: ArrivingForm<'a>,
}

/// A form whose work may begin.
pub(crate) struct FormInTurn {
    idempotent: Option<IdempotentRequest>,
    tracked: Option<TrackedUpload>,
    turn: Option<Turn>,
}

/// Lets the body of a page's form arrive, if the user may perform its operation.
pub(crate) async fn admit_page(
    request: &HttpRequest,
    state: &web::Data<WebState>,
    principal: &Principal,
    operation: Operation,
) -> Result<(), ApiError> {
    let (app, caller) = (Arc::clone(&state.app), principal.clone());
    let check = move || {
        app.access()
            .authorize(&caller, operation, Claims::default())
    };
    blocking(check).await??;
    admit_body(request);
    Ok(())
}

impl<'a> ArrivingForm<'a> {
    /// Begins a form of a sender who may send it.
    pub(crate) async fn begin(
        request: &'a HttpRequest,
        state: &'a web::Data<WebState>,
        rules: &'static FormRules,
        organization: &OrganizationId,
        idempotent: Option<IdempotentRequest>,
    ) -> Result<Self, ApiError> {
        let form = Self {
            request,
            state,
            rules,
            organization: organization.clone(),
            is_permitted: true,
            idempotent,
            tracked: None,
            turn: None,
        };
        form.begin_turn().await
    }

    /// Admits the caller of an upload, and begins its form. Returns the caller, too. If the caller has no permission, the work
    /// refuses the form when it has arrived.
    pub(crate) async fn begin_tracked<D: RefusalBody>(
        request: &'a HttpRequest,
        state: &'a web::Data<WebState>,
        rules: &'static FormRules,
        operation: Operation,
        kind: UploadKind,
    ) -> Result<(Self, Principal), Refusal<D>> {
        let key = idempotency_key(request).map_err(Refusal::Access)?;
        let sent_id = sent_upload_id(request, key.as_ref()).map_err(Refusal::Access)?;
        let admitted = admit(request, state, Body::Form).await;
        let principal = admitted.map_err(Refusal::Access)?;
        let form = Self {
            request,
            state,
            rules,
            organization: principal.organization_id.clone(),
            is_permitted: state.app.access().is_allowed(&principal, operation),
            idempotent: key.map(|key| IdempotentRequest::new(key, &principal, operation)),
            tracked: None,
            turn: None,
        };
        let mut form = form.begin_turn().await?;
        if form.is_permitted {
            form.tracked = Some(track(request, state, &principal, kind, sent_id).await?);
        }
        Ok((form, principal))
    }

    /// Begins to track an upload of a page.
    pub(crate) async fn tracked(
        self,
        principal: &Principal,
        kind: UploadKind,
    ) -> Result<Self, ApiError> {
        let sent_id = sent_upload_id(self.request, None)?;
        let tracked = track(self.request, self.state, principal, kind, sent_id).await?;
        Ok(Self {
            tracked: Some(tracked),
            ..self
        })
    }

    async fn begin_turn(mut self) -> Result<Self, ApiError> {
        if self.rules.turn == TurnTime::BeforeBody {
            self.turn = self.take_turn().await?;
        }
        Ok(self)
    }

    async fn take_turn(&self) -> Result<Option<Turn>, ApiError> {
        if !self.is_permitted {
            return Ok(None);
        }
        let turns = self.state.form_turns(self.rules.sender);
        turns.take(&self.organization).await.map(Some)
    }

    /// Returns whether the caller may send the form.
    pub(crate) fn is_permitted(&self) -> bool {
        self.is_permitted
    }

    /// Returns whether the request has an idempotency key.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.idempotent.is_some()
    }

    /// Returns what reports the progress.
    pub(crate) fn progress(&self) -> Progress {
        let tracked = self.tracked.as_ref();
        tracked.map(TrackedUpload::progress).unwrap_or_default()
    }

    /// Reports a refusal to a watching client.
    pub(crate) fn report<T>(&self, done: Result<T, ApiError>) -> Result<T, ApiError> {
        report(self.tracked.as_ref(), done)
    }

    /// Reads the form. Each complete file is passed to the inbox, with its field.
    pub(crate) async fn read(
        mut self,
        payload: web::Payload,
        mut inbox: impl FnMut(&'static str, SentFile),
    ) -> Result<ArrivedForm<'a>, ApiError> {
        let (state, rules) = (self.state, self.rules);
        let reader = FormReader {
            rules,
            limits: (rules.limits)(&state.app.settings().upload),
            staging: self.is_permitted.then(|| state.app.uploads().staging()),
            memory: state.form_memory(rules.sender).begin(&self.organization),
            progress: self.progress(),
        };
        let mut idempotent = self.idempotent.take();
        let reading = reader.read(self.request.headers(), payload, |field, file| {
            if let Some(request) = &mut idempotent {
                request.add("field", field.as_bytes());
                request.add_file(&file);
            }
            inbox(field, file);
        });
        let read = reading.await;
        let form = self.report(read)?;
        if let Some(request) = &mut idempotent {
            form.add_to_fingerprint(request);
        }
        self.idempotent = idempotent;
        Ok(ArrivedForm {
            form,
            arriving: self,
        })
    }
}

impl ArrivedForm<'_> {
    /// Reports a refusal to a watching client.
    pub(crate) fn report<T>(&self, done: Result<T, ApiError>) -> Result<T, ApiError> {
        self.arriving.report(done)
    }

    /// Waits for the turn, unless the form has it already.
    pub(crate) async fn take_turn(self) -> Result<FormInTurn, ApiError> {
        let arriving = self.arriving;
        let turn = match arriving.rules.turn {
            TurnTime::BeforeBody => arriving.turn,
            TurnTime::AfterBody => {
                let taken = arriving.take_turn().await;
                arriving.report(taken)?
            }
        };
        if let Some(tracked) = &arriving.tracked {
            tracked.progress().begin_work();
        }
        Ok(FormInTurn {
            idempotent: arriving.idempotent,
            tracked: arriving.tracked,
            turn,
        })
    }
}

impl FormInTurn {
    /// Reports a refusal to a watching client.
    pub(crate) fn report<T>(&self, done: Result<T, ApiError>) -> Result<T, ApiError> {
        report(self.tracked.as_ref(), done)
    }

    /// Does the work in the blocking pool, which holds the turn until its end.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(Option<IdempotentRequest>, Option<TrackedUpload>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let work = move || {
            let _turn = self.turn;
            work(self.idempotent, self.tracked)
        };
        blocking(work).await
    }
}

fn report<T>(tracked: Option<&TrackedUpload>, done: Result<T, ApiError>) -> Result<T, ApiError> {
    done.inspect_err(|error| {
        if let Some(tracked) = tracked {
            tracked.fail(&error.message());
        }
    })
}
