//! The people of an organization, found by words, skills, tags and facts of their resumes across all jobs.

mod cursor;
mod row;

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, FoundPerson, Operation};
use shortlist_domain::{
    CandidateId, CandidateQuery, InvalidValue, JobId, ListPosition, PageRequest, Principal,
    StageList,
};
use shortlist_transport::{PeopleSelection, read_people_selection};

use crate::frame::Frame;
use crate::links;
use crate::ranking::TextField;
use crate::respond::error::{PageError, of_invalid};
use crate::visit::{Visit, answer};
use row::{PersonRow, RowParts};

/// The number of people on a page.
const PAGE_SIZE: i32 = 25;
/// The parameter of the position after which a page begins.
const AFTER: &str = "after";
/// The parameters that select people.
static FIELDS: [Field; 8] = [
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
        name: "employers",
        label: "Employer",
        hint: "Words of the name of a current or former employer",
        kind: "text",
    },
    Field {
        name: "titles",
        label: "Title",
        hint: "Words of a title in the work history",
        kind: "text",
    },
    Field {
        name: "places",
        label: "Place",
        hint: "Where they live, such as Basel",
        kind: "text",
    },
    Field {
        name: "languages",
        label: "Languages",
        hint: "All of these, separated by commas",
        kind: "text",
    },
    Field {
        name: "education",
        label: "Education",
        hint: "Words of a degree, a field or a school, or a level such as bachelor",
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

impl Loaded {
    fn of(app: &App, principal: &Principal, query: &CandidateQuery) -> Result<Self, AppError> {
        let page = app.people().search_people(principal, query)?;
        let applications = || page.items.iter().map(|found| &found.application);
        let ids: Vec<CandidateId> = applications().map(|one| one.id.clone()).collect();
        let documents = app.candidates().documents(principal, &ids)?;
        let tags = app.candidates().tags(principal, &ids)?;
        let jobs: BTreeSet<&JobId> = applications().map(|one| &one.job_id).collect();
        let jobs: Vec<JobId> = jobs.into_iter().cloned().collect();
        let titles = app.jobs().titles(principal, &jobs)?;
        let stages = app.jobs().stage_lists(&principal.organization_id, &jobs)?;
        let row = |found: FoundPerson| {
            let candidate = &found.application;
            let own = stages.get(&candidate.job_id);
            let own = own.filter(|stages| **stages != StageList::default());
            let stage = own.and_then(|stages| stages.find(&candidate.stage_id));
            let parts = RowParts {
                resume: documents.get(&candidate.id).map(|one| &one.resume),
                tags: tags.get(&candidate.id).cloned().unwrap_or_default(),
                job: titles.get(&candidate.job_id).map_or("", String::as_str),
                stage: stage.map(|stage| stage.name.as_str()),
                query,
            };
            PersonRow::of(found, parts)
        };
        Ok(Self {
            end: page.end.clone().filter(|_| page.has_next_page),
            rows: page.items.into_iter().map(row).collect(),
        })
    }
}
