//! The page that shows whom a rejection would affect. Each reason on it is a button, so that one press decides about all.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use shortlist_app::{App, Operation, UpdateCandidates};
use shortlist_domain::{
    CandidateStatus, InvalidValue, Job, LeftOut, PageFormProblem, Principal, RejectionPlan,
    RejectionPolicy,
};

use super::address_of_change;
use super::confirm::{Row, counted, store};
use super::mails::MailsPart;
use super::selection::Chosen;
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::JobHead;
use crate::ranking::address::Address;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The field of the buttons with a reason.
const CHOSEN_REASON: &str = "chosen";

#[derive(Template)]
#[template(path = "reject.html")]
struct RejectPage {
    frame: Frame,
    job: JobHead,
    view: String,
    back: String,
    rejected: Vec<Row>,
    /// How many of the candidates have each status, in words.
    now: String,
    left_out: Vec<LeftOutRow>,
    /// How many selected candidates do not exist any more.
    missing: usize,
    /// The mails that the candidates get; `None` if candidates get no mails.
    mails: Option<MailsPart>,
    reasons: Vec<String>,
    /// Whether a reason may be any text.
    is_open: bool,
    is_required: bool,
    reason: String,
    problem: String,
}

/// A candidate who stays as they are.
struct LeftOutRow {
    row: Row,
    why: &'static str,
}

/// Rejects the candidates if the form has a decision. Otherwise, or if it is refused, shows what it would do.
pub(super) async fn answer(
    visit: &Visit,
    job: &Job,
    address: &Address,
    fields: &Fields,
    chosen: Chosen,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| {
        app.candidates()
            .rejection_policy(&principal.organization_id)
    };
    let policy = visit.run(Operation::GetRejectionReasons, load).await?;
    let plan = RejectionPlan::of(chosen.found);
    let (status, problem) = if fields.has("confirmed") {
        match decide(visit, job, fields, &policy, &plan).await {
            Ok(done) => return Ok(done),
            Err(error) => error.about_input()?,
        }
    } else {
        (StatusCode::OK, String::new())
    };
    let page = RejectPage {
        frame: visit.frame(),
        job: JobHead::of(job),
        view: address.view_query(),
        back: address.with(&[]),
        now: counted(&plan.rejected),
        rejected: plan.rejected.iter().map(Row::of).collect(),
        left_out: left_out(&plan),
        missing: chosen.missing,
        mails: MailsPart::load(visit, &plan.rejected, fields).await?,
        reasons: policy.offered().into_iter().map(str::to_owned).collect(),
        is_open: policy.reasons.is_empty(),
        is_required: policy.required,
        reason: fields.get("reason").to_owned(),
        problem,
    };
    visit.page_with_status(status, page).await
}

/// Rejects the candidates of the plan, all of them or none.
async fn decide(
    visit: &Visit,
    job: &Job,
    fields: &Fields,
    policy: &RejectionPolicy,
    plan: &RejectionPlan,
) -> Result<HttpResponse, PageError> {
    // The button without a reason is in the same form as the field.
    let reason = if fields.has("typed") {
        fields.some("reason")
    } else {
        fields.some(CHOSEN_REASON)
    };
    let checked = policy.check(CandidateStatus::Rejected, reason);
    let checked = checked.and_then(|reason| match (reason, fields.has("typed")) {
        (None, true) => Err(InvalidValue::new("reason", PageFormProblem::NoReason)),
        (reason, _) => Ok(reason),
    });
    let change = UpdateCandidates {
        status: Some(Some(CandidateStatus::Rejected.as_str().to_owned())),
        reason: checked?,
        ..UpdateCandidates::default()
    };
    let changed = store(visit, job, fields, change, &plan.rejected).await?;
    let address = address_of_change(job, fields, "rejected", &changed);
    Ok(respond::redirect(&address))
}

fn left_out(plan: &RejectionPlan) -> Vec<LeftOutRow> {
    let rows = plan.left_out.iter().map(|(candidate, why)| LeftOutRow {
        row: Row::of(candidate),
        why: match why {
            LeftOut::Rejected => "is rejected already, and keeps the first reason",
            LeftOut::Hired => "is hired; change the status on the candidate’s page",
            LeftOut::Withdrawn => "has withdrawn, so there is nothing to decide",
        },
    });
    rows.collect()
}
