//! The audit log: who did what, with filters, and the check that nobody changed it.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use data_encoding::HEXLOWER;
use shortlist_app::{App, AppError, AuditFilters, Operation, audited_actions};
use shortlist_domain::{
    AuditEntry, AuditVerification, CandidateId, Page, PageRequest, Principal, User,
};

use super::{Tab, tabs};
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::in_words;
use crate::respond::error::PageError;
use crate::trail::{Names, Subjects, TrailRow};
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The number of entries on a page.
const PAGE_SIZE: i32 = 50;
const PATH: &str = "/app/settings/audit";

#[derive(Template)]
#[template(path = "settings_audit.html")]
struct AuditPage {
    frame: Frame,
    tabs: Vec<Tab>,
    filters: Filters,
    entries: Vec<TrailRow>,
    previous: Option<String>,
    next: Option<String>,
    problem: String,
    verdict: Option<Verdict>,
}

/// The form with the filters, as they were given.
struct Filters {
    from: String,
    to: String,
    operations: Vec<ActionChoice>,
    users: Vec<UserChoice>,
    thing: String,
    candidate: String,
}

/// An action of the filter.
struct ActionChoice {
    name: &'static str,
    words: String,
    is_chosen: bool,
}

struct UserChoice {
    id: String,
    name: String,
    is_chosen: bool,
}

/// The result of the check.
struct Verdict {
    rows: i64,
    last_hash: String,
    broken: Option<(i64, &'static str)>,
}

/// Shows the log.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), None).await
    };
    answer(&request, shown).await
}

/// Checks the whole log.
pub(crate) async fn verify(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, _fields| async move {
        let verify = |app: &App, principal: &Principal| app.audit().verify_own(principal);
        let verdict = visit.run(Operation::VerifyAuditLog, verify).await?;
        let verdict = Verdict::of(&verdict);
        show(&visit, &Fields::default(), Some(verdict)).await
    })
    .await
}

impl Verdict {
    fn of(verdict: &AuditVerification) -> Self {
        Self {
            rows: verdict.rows,
            last_hash: HEXLOWER.encode(&verdict.last_hash),
            broken: verdict.broken,
        }
    }
}

/// Loads a page of the log. An invalid filter is returned as a problem, with an empty page.
fn load(
    app: &App,
    principal: &Principal,
    fields: &Fields,
    number: i32,
) -> Result<(Page<AuditEntry>, String), AppError> {
    let (from, to) = (moment(fields, "from"), moment(fields, "to"));
    let candidate = fields.some("candidate");
    let candidate = candidate.map(|id| app.candidates().resolve_id(&principal.organization_id, id));
    let resolved = |candidate: Option<CandidateId>| {
        let filters = AuditFilters {
            from: from.as_deref(),
            to: to.as_deref(),
            operation: fields.some("operation"),
            user_id: fields.some("user"),
            thing_id: fields.some("thing"),
            candidate_id: candidate.as_ref().map(CandidateId::as_str),
        };
        let page = PageRequest::parse(("page", number), ("size", PAGE_SIZE))?;
        let query = filters.query(principal, page, false)?;
        app.audit().list(principal, &query)
    };
    match candidate.transpose().and_then(resolved) {
        Ok(page) => Ok((page, String::new())),
        Err(refused @ (AppError::BadInput(_) | AppError::NotFound { .. })) => {
            let empty = Page {
                items: Vec::new(),
                total: None,
                has_next_page: false,
                end: None,
            };
            Ok((empty, respond::error::of_error(&refused.into())))
        }
        Err(error) => Err(error),
    }
}

/// Returns a time of the form. Browsers send it without seconds and without a zone; it is UTC.
fn moment(fields: &Fields, name: &str) -> Option<String> {
    let text = fields.some(name)?;
    Some(match text.len() {
        // 2026-03-01T08:30
        16 => format!("{text}:00Z"),
        // 2026-03-01
        10 => format!("{text}T00:00:00Z"),
        _ => text.to_owned(),
    })
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    verdict: Option<Verdict>,
) -> Result<HttpResponse, PageError> {
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let given = fields.clone();
    let load = move |app: &App, principal: &Principal| load(app, principal, &given, number);
    let (page, problem) = visit.run(Operation::GetAuditLog, load).await?;
    let list =
        |app: &App, principal: &Principal| app.accounts().list_users(&principal.organization_id);
    let users = visit.run(Operation::ListUsers, list).await?;
    let subjects = Subjects::load(visit, &page.items, Names::of_users(&users)).await?;
    let status = if problem.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::BAD_REQUEST
    };
    let address = |number: i32| address(fields, number);
    let page = AuditPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        previous: (number > 1).then(|| address(number - 1)),
        next: page
            .has_next_page
            .then(|| address(number.saturating_add(1))),
        entries: page
            .items
            .into_iter()
            .map(|entry| TrailRow::of(entry, &subjects))
            .collect(),
        filters: Filters::of(fields, &users),
        problem,
        verdict,
    };
    visit.page_with_status(status, page).await
}

/// Returns the address of a page with the same filters.
fn address(fields: &Fields, number: i32) -> String {
    let number = number.to_string();
    let names = ["from", "to", "operation", "user", "thing", "candidate"];
    let mut all: Vec<(&str, &str)> = names.map(|name| (name, fields.get(name))).into();
    all.push(("page", &number));
    links::with_fields(PATH, &all)
}

impl Filters {
    fn of(fields: &Fields, users: &[User]) -> Self {
        let text = |name: &str| fields.get(name).to_owned();
        let chosen = fields.get("operation");
        let action = |name: &'static str| ActionChoice {
            name,
            words: in_words(name),
            is_chosen: name == chosen,
        };
        let mut operations: Vec<ActionChoice> = audited_actions().map(action).collect();
        operations.sort_by(|one, other| one.words.cmp(&other.words));
        let choice = |user: &User| UserChoice {
            is_chosen: user.id.as_str() == fields.get("user"),
            id: user.id.to_string(),
            name: user.full_name.clone(),
        };
        Self {
            from: text("from"),
            to: text("to"),
            operations,
            users: users.iter().map(choice).collect(),
            thing: text("thing"),
            candidate: text("candidate"),
        }
    }
}
