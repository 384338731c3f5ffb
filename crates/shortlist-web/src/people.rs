//! The people of an organization: applications across all jobs, found by words, skills and tags.

mod cursor;
mod row;

use std::collections::HashMap;

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    Candidate, CandidateId, CandidateQuery, InvalidValue, JobId, ListPosition, PageRequest,
    PersonId, Principal, StageList,
};
use shortlist_transport::{PeopleSelection, read_people_selection};

use crate::frame::Frame;
use crate::links;
use crate::ranking::TextField;
use crate::respond::error::{PageError, of_invalid};
use crate::visit::{Visit, answer};
use row::{PersonRow, RowParts};

/// The number of applications on a page.
const PAGE_SIZE: i32 = 25;
/// The parameter of the position after which a page begins.
const AFTER: &str = "after";
/// The parameters that select applications.
static FIELDS: [Field; 3] = [
    Field {
        name: "search",
        label: "Search",
        hint: "Name, e-mail address, phone number, code or skill",
        kind: "search",
    },
    Field {
        name: "allSkills",
        label: "Skills",
        hint: "All of these, separated by commas",
        kind: "text",
    },
    Field {
        name: "tags",
        label: "Tags of the pool",
        hint: "All of these, separated by commas",
        kind: "text",
    },
];

/// A parameter, and the field in which it is typed.
struct Field {
    name: &'static str,
    label: &'static str,
    /// What can be typed.
    hint: &'static str,
    /// The kind of the input.
    kind: &'static str,
}

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage {
    frame: Frame,
    fields: Vec<TextField>,
    is_filtered: bool,
    rows: Vec<PersonRow>,
    first: Option<String>,
    next: Option<String>,
}

/// The search in an address.
struct Search {
    fields: Vec<(String, String)>,
    after: Option<ListPosition>,
}

impl Search {
    fn of_request(request: &HttpRequest) -> Self {
        let read = Query::<Vec<(String, String)>>::from_query(request.query_string());
        let fields = read.map(Query::into_inner).unwrap_or_default();
        let plain = |(name, value): (String, String)| (name, value.replace(char::is_control, " "));
        let mut search = Self {
            fields: fields.into_iter().map(plain).collect(),
            after: None,
        };
        search.after = cursor::read(search.get(AFTER));
        search
    }

    /// Returns the last value of a parameter; empty if it is missing.
    fn get(&self, name: &str) -> &str {
        let found = self.fields.iter().rev().find(|(other, _)| other == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// Returns the address of the page after a position, or of the first one.
    fn address(&self, after: &str) -> String {
        let values = FIELDS
            .iter()
            .map(|field| (field.name, self.get(field.name)));
        let fields: Vec<_> = values.chain([(AFTER, after)]).collect();
        links::with_fields("/app/people", &fields)
    }

    fn selection(&self, principal: &Principal) -> PeopleSelection {
        let page = PageRequest::parse(("page", 1), ("size", PAGE_SIZE));
        let page = page.unwrap_or_else(|_invalid| PageRequest::batch());
        let page = match &self.after {
            Some(after) => page.following(after.clone(), 2),
            None => page,
        };
        read_people_selection(&self.fields, principal, page)
    }

    fn shown_fields(&self, problems: &[InvalidValue]) -> Vec<TextField> {
        let field = |field: &Field| TextField {
            name: field.name,
            label: field.label,
            hint: field.hint,
            kind: field.kind,
            value: self.get(field.name).to_owned(),
            problem: problems
                .iter()
                .find(|problem| problem.field == field.name)
                .map(of_invalid),
        };
        FIELDS.iter().map(field).collect()
    }
}

/// Shows the list.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &request).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, request: &HttpRequest) -> Result<HttpResponse, PageError> {
    let search = Search::of_request(request);
    let PeopleSelection { query, problems } = search.selection(visit.principal());
    let load = move |app: &App, principal: &Principal| Loaded::of(app, principal, &query);
    let loaded = visit.run(Operation::SearchPeople, load).await?;
    let next = loaded.end.as_ref().map(cursor::write);
    let page = PeoplePage {
        frame: visit.frame(),
        fields: search.shown_fields(&problems),
        is_filtered: FIELDS
            .iter()
            .any(|field| !search.get(field.name).is_empty()),
        rows: loaded.rows,
        first: search.after.as_ref().map(|_| search.address("")),
        next: next.map(|after| search.address(&after)),
    };
    let status = match problems.as_slice() {
        [] => StatusCode::OK,
        _ => StatusCode::BAD_REQUEST,
    };
    visit.page_with_status(status, page).await
}

/// What a page shows.
struct Loaded {
    rows: Vec<PersonRow>,
    /// The position after which the next page begins, if there is one.
    end: Option<ListPosition>,
}

/// A job as a row names it.
struct JobOfRow {
    title: String,
    stages: StageList,
}

impl Loaded {
    fn of(app: &App, principal: &Principal, query: &CandidateQuery) -> Result<Self, AppError> {
        let page = app.people().search(principal, query)?;
        let ids: Vec<CandidateId> = page.items.iter().map(|one| one.id.clone()).collect();
        let documents = app.candidates().documents(principal, &ids)?;
        let tags = app.candidates().tags(principal, &ids)?;
        let people = people_of(app, principal, &ids)?;
        let jobs = jobs_of(app, principal, &page.items)?;
        let row = |candidate: Candidate| {
            let job = jobs.get(&candidate.job_id);
            let own = job.filter(|job| job.stages != StageList::default());
            let stage = own.and_then(|job| job.stages.find(&candidate.stage_id));
            let parts = RowParts {
                resume: documents.get(&candidate.id).map(|one| &one.resume),
                person: people.get(&candidate.id),
                tags: tags.get(&candidate.id).cloned().unwrap_or_default(),
                job: job.map_or("", |job| job.title.as_str()),
                stage: stage.map(|stage| stage.name.as_str()),
                query,
            };
            PersonRow::of(candidate, parts)
        };
        Ok(Self {
            end: page.end.filter(|_| page.has_next_page),
            rows: page.items.into_iter().map(row).collect(),
        })
    }
}

/// Finds the people, for those who may see all applications of a person.
fn people_of(
    app: &App,
    principal: &Principal,
    ids: &[CandidateId],
) -> Result<HashMap<CandidateId, PersonId>, AppError> {
    if AppError::if_found(app.people().check_access(principal))?.is_none() {
        return Ok(HashMap::new());
    }
    app.people().of_candidates(principal, ids)
}

fn jobs_of(
    app: &App,
    principal: &Principal,
    candidates: &[Candidate],
) -> Result<HashMap<JobId, JobOfRow>, AppError> {
    let mut ids: Vec<JobId> = candidates.iter().map(|one| one.job_id.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut stages = app.jobs().stage_lists(&principal.organization_id, &ids)?;
    let titles = app.jobs().titles(principal, &ids)?;
    let job = |(id, title): (JobId, String)| {
        let stages = stages.remove(&id).unwrap_or_default();
        (id, JobOfRow { title, stages })
    };
    Ok(titles.into_iter().map(job).collect())
}
