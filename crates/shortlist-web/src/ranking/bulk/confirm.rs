//! The page that shows what a change of several candidates would do, before it happens.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use shortlist_app::{App, Operation, UpdateCandidates};
use shortlist_domain::{
    Candidate, CandidateStatus, InvalidValue, Job, PageFormProblem, Principal, RejectionPolicy,
};

use super::mails::{DIGEST, MailsPart};
use super::shown::ShownStatuses;
use super::{BulkForm, address_of_change};
use crate::changed_meanwhile::if_unchanged;
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::name_of;
use crate::ranking::JobHead;
use crate::ranking::address::Address;
use crate::respond;
use crate::respond::error::{PageError, of_invalid};
use crate::status::{class, label};
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "bulk.html")]
struct ConfirmPage {
    frame: Frame,
    job: JobHead,
    view: String,
    back: String,
    rows: Vec<Row>,
    /// How many of the candidates have each status, in words.
    now: String,
    /// The mails that the candidates get if they are rejected; `None` if they are not, or if candidates get no mails.
    mails: Option<MailsPart>,
    bulk: BulkForm,
}

/// A candidate that would be changed.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) status: &'static str,
    pub(crate) class: &'static str,
}

impl Row {
    pub(super) fn of(candidate: &Candidate) -> Self {
        Self {
            id: candidate.id.to_string(),
            name: name_of(candidate),
            code: candidate.code.to_string(),
            status: label(candidate.status),
            class: class(candidate.status),
        }
    }
}

/// Changes the candidates if the form confirms it. Otherwise, or if the change is refused, shows what it would do.
pub(super) async fn answer(
    visit: &Visit,
    job: &Job,
    address: &Address,
    fields: &Fields,
    candidates: Vec<Candidate>,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| {
        app.candidates()
            .rejection_policy(&principal.organization_id)
    };
    let policy = visit.run(Operation::GetRejectionReasons, load).await?;
    let (status, problem) = if let Err(invalid) = check(fields, &policy) {
        (StatusCode::BAD_REQUEST, of_invalid(&invalid))
    } else if fields.has("confirmed") {
        match decide(visit, job, fields, &candidates).await {
            Ok(done) => return Ok(done),
            Err(error) => error.about_input()?,
        }
    } else {
        (StatusCode::OK, String::new())
    };
    let mut bulk = BulkForm::of(fields, problem);
    bulk.problem = bulk.problem.filter(|problem| !problem.is_empty());
    bulk.offer(&policy, None);
    let rejected = if rejects(fields.get("status")) {
        candidates.as_slice()
    } else {
        &[]
    };
    let page = ConfirmPage {
        frame: visit.frame(),
        job: JobHead::of(job),
        view: address.view_query(),
        back: address.with(&[]),
        now: counted(&candidates),
        rows: candidates.iter().map(Row::of).collect(),
        mails: MailsPart::load(visit, rejected, fields).await?,
        bulk,
    };
    visit.page_with_status(status, page).await
}

/// Changes the candidates, all of them or none.
async fn decide(
    visit: &Visit,
    job: &Job,
    fields: &Fields,
    candidates: &[Candidate],
) -> Result<HttpResponse, PageError> {
    let change = UpdateCandidates {
        status: fields.some("status").map(|status| Some(status.to_owned())),
        reason: fields.some("reason").map(str::to_owned),
        add_tags: tags(fields.get("addTags")),
        remove_tags: tags(fields.get("removeTags")),
        ..UpdateCandidates::default()
    };
    let changed = store(visit, job, fields, change, candidates).await?;
    let address = address_of_change(job, fields, "changed", &changed);
    Ok(respond::redirect(&address))
}

/// Returns whether a status is the one that rejects.
fn rejects(status: &str) -> bool {
    CandidateStatus::parse("status", status).is_ok_and(|status| status == CandidateStatus::Rejected)
}

/// Checks what can be checked before anybody confirms it.
fn check(fields: &Fields, policy: &RejectionPolicy) -> Result<(), InvalidValue> {
    let has_tags = fields
        .some("addTags")
        .or(fields.some("removeTags"))
        .is_some();
    match fields.some("status") {
        None if has_tags => Ok(()),
        None => Err(InvalidValue::new("change", PageFormProblem::NoChange)),
        Some(status) => {
            let status = CandidateStatus::parse("status", status)?;
            policy.check(status, fields.some("reason")).map(drop)
        }
    }
}

/// Returns how many candidates have each status, such as `2 New, 1 Active`.
pub(super) fn counted(candidates: &[Candidate]) -> String {
    let all = [None].into_iter().chain(CandidateStatus::ALL.map(Some));
    let counts = all.filter_map(|status| {
        let found = candidates.iter().filter(|one| one.status == status);
        Some((found.count(), label(status))).filter(|(count, _)| *count > 0)
    });
    let counts: Vec<String> = counts
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    counts.join(", ")
}

/// Stores the change of exactly these candidates, all of them or none. If another one that the page showed was changed meanwhile, or
/// the mails of a rejection differ from those that it showed, nothing is stored.
pub(super) async fn store(
    visit: &Visit,
    job: &Job,
    fields: &Fields,
    change: UpdateCandidates,
    candidates: &[Candidate],
) -> Result<Vec<Candidate>, PageError> {
    let request = UpdateCandidates {
        candidate_ids: candidates.iter().map(|one| one.id.to_string()).collect(),
        ..change
    };
    let (shown, job) = (ShownStatuses::read(fields), job.id.clone());
    let status = request.status.as_ref().and_then(Option::as_deref);
    let shown_mails = status
        .filter(|status| rejects(status))
        .map(|_rejected| fields.get(DIGEST).to_owned());
    let update = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let mut now = candidates.load_many(principal, &shown.ids())?;
            // The viewer has access to this job, and perhaps to no other.
            now.retain(|_, candidate| candidate.job_id == job);
            shown.check(&now)?;
            if let Some(digest) = &shown_mails {
                let mails = app.mails();
                mails.check_preview(principal, &request.candidate_ids, digest)?;
            }
            Ok(candidates.update_many(principal, request.clone())?)
        })
    };
    Ok(visit.run(Operation::UpdateCandidates, update).await??)
}

fn tags(text: &str) -> Vec<String> {
    let tags = text.split(',').map(str::trim);
    tags.filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .collect()
}
