//! The interviews of a week, by day or by person.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::{Duration, NaiveDate};
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    Candidate, CandidateId, Interview, InterviewQuery, PageRequest, Period, Principal, TimeZone,
    UserId, UserType,
};

use super::schedule;
use super::time_form::zone_names;
use crate::form::Fields;
use crate::frame::Frame;
use crate::links;
use crate::naming::{class, label, name_of};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};

/// The number of days on a page.
const DAYS: i64 = 7;
/// The value of the filter for the interviews of the user.
const OWN: &str = "own";

#[derive(Template)]
#[template(path = "interviews.html")]
struct ListPage {
    frame: Frame,
    groups: Vec<Group>,
    period: String,
    address: Address,
    people: Vec<(String, String)>,
    zones: Vec<&'static str>,
    count: usize,
    is_cut: bool,
}

/// What the address selects.
#[derive(Clone)]
struct Address {
    from: NaiveDate,
    zone: TimeZone,
    /// Whether the interviews are grouped by person instead of by day.
    by_person: bool,
    /// `own`, the identifier of an interviewer, or empty for all.
    who: String,
    /// Whether the address names a time zone.
    has_zone: bool,
}

/// The interviews of a day or of a person.
struct Group {
    /// The day, or the identifier of the person: two colleagues can have the same name.
    key: String,
    title: String,
    id: String,
    rows: Vec<Row>,
}

/// An interview.
struct Row {
    id: String,
    day: String,
    time: String,
    name: String,
    code: String,
    candidate_id: String,
    interviewer_id: String,
    interviewer: String,
    status: &'static str,
    class: &'static str,
    place: String,
    has_report: bool,
}

impl Address {
    fn of(fields: &Fields, principal: &Principal, today: impl Fn(TimeZone) -> NaiveDate) -> Self {
        let zone = TimeZone::parse("zone", fields.get("zone"));
        let has_zone = zone.is_ok();
        let zone = zone.unwrap_or(TimeZone::UTC);
        let from = fields.get("from").parse();
        let who = match principal.user_type {
            UserType::Interviewer => OWN,
            _ => fields.get("who"),
        };
        Self {
            from: from.unwrap_or_else(|_error| today(zone)),
            zone,
            by_person: fields.get("by") == "person",
            who: who.to_owned(),
            has_zone,
        }
    }

    fn before(&self) -> NaiveDate {
        self.moved(DAYS).from
    }

    /// Returns the address some days later. Beyond the calendar it stays where it is.
    fn moved(&self, days: i64) -> Self {
        let from = self.from.checked_add_signed(Duration::days(days));
        Self {
            from: from.unwrap_or(self.from),
            ..self.clone()
        }
    }

    fn link(&self) -> String {
        let zone = if self.has_zone { self.zone.name() } else { "" };
        let by = if self.by_person { "person" } else { "" };
        let fields = [
            ("from", self.from.to_string()),
            ("by", by.to_owned()),
            ("who", self.who.clone()),
            ("zone", zone.to_owned()),
        ];
        let fields = fields
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect::<Vec<_>>();
        links::with_fields("/app/interviews", &fields)
    }

    fn later(&self) -> String {
        self.moved(DAYS).link()
    }

    fn earlier(&self) -> String {
        self.moved(-DAYS).link()
    }

    fn is_own(&self) -> bool {
        self.who == OWN
    }

    fn query(&self, principal: &Principal) -> Result<InterviewQuery, AppError> {
        let interviewer_id = match self.who.as_str() {
            "" => None,
            OWN => Some(principal.user_id.clone()),
            id => Some(UserId::parse("interviewerId", id)?),
        };
        Ok(InterviewQuery {
            organization_id: principal.organization_id.clone(),
            candidate_id: None,
            interviewer_id,
            job_id: None,
            status: None,
            period: Period {
                from: Some(self.zone.start_of_day(self.from)),
                before: Some(self.zone.start_of_day(self.before())),
            },
            updated_since: None,
            page: PageRequest::batch(),
            count: false,
        })
    }
}

/// Shows the interviews.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let now = visit.now();
        let today = |zone: TimeZone| zone.local_date(now);
        let address = Address::of(&visit.address_fields(), visit.principal(), today);
        show(&visit, address).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, address: Address) -> Result<HttpResponse, PageError> {
    let selected = address.clone();
    let load = move |app: &App, principal: &Principal| load(app, principal, &selected);
    let (rows, is_cut) = visit.run(Operation::GetInterviews, load).await?;
    let people = match visit.principal().user_type {
        UserType::Interviewer => Vec::new(),
        _ => schedule::interviewers(visit).await?,
    };
    let last = address.before().pred_opt().unwrap_or(address.from);
    let written = |day: NaiveDate| day.format("%-d %B %Y").to_string();
    let page = ListPage {
        frame: visit.frame(),
        count: rows.len(),
        groups: groups(rows, address.by_person),
        period: format!("{} to {}", written(address.from), written(last)),
        people: people
            .into_iter()
            .map(|user| (user.id.into_string(), user.full_name))
            .collect(),
        zones: zone_names(),
        address,
        is_cut,
    };
    visit.page(page).await
}

/// Loads the interviews, the earliest first, and whether there are more.
fn load(app: &App, principal: &Principal, address: &Address) -> Result<(Vec<Row>, bool), AppError> {
    let page = app
        .interviews()
        .list(principal, address.query(principal)?)?;
    let mut ids: Vec<CandidateId> = page
        .items
        .iter()
        .map(|interview| interview.candidate_id.clone())
        .collect();
    ids.sort();
    ids.dedup();
    let candidates = app.candidates().load_many(principal, &ids)?;
    let row = |interview| Row::of(interview, &candidates, address.zone);
    let rows = page.items.into_iter().rev().map(row).collect();
    Ok((rows, page.has_next_page))
}

impl Row {
    fn of(
        interview: Interview,
        candidates: &HashMap<CandidateId, Candidate>,
        zone: TimeZone,
    ) -> Self {
        let candidate = candidates.get(&interview.candidate_id);
        let details = &interview.details;
        let ends = Duration::minutes(i64::from(details.duration.get()));
        let ends = interview.date_and_time.plus(ends);
        let place = details.place.clone().or(details.meeting_link.clone());
        Self {
            day: zone
                .local_date(interview.date_and_time)
                .format("%A, %-d %B")
                .to_string(),
            time: format!(
                "{} to {}",
                zone.local_clock(interview.date_and_time),
                zone.local_clock(ends)
            ),
            name: candidate.map_or_else(|| "A candidate".to_owned(), name_of),
            code: candidate.map_or(String::new(), |candidate| candidate.code.to_string()),
            candidate_id: interview.candidate_id.into_string(),
            interviewer_id: interview.interviewer_id.into_string(),
            interviewer: interview.interviewer_name,
            status: label(interview.status),
            class: class(interview.status),
            place: place.unwrap_or_default(),
            has_report: interview.has_report,
            id: interview.id.into_string(),
        }
    }
}

/// Groups rows by day, in their order, or by person, ordered by name.
fn groups(rows: Vec<Row>, by_person: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in rows {
        let (key, title) = if by_person {
            (row.interviewer_id.clone(), row.interviewer.clone())
        } else {
            (row.day.clone(), row.day.clone())
        };
        match groups.iter_mut().find(|group| group.key == key) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group {
                key,
                id: format!("group-{}", groups.len()),
                title,
                rows: vec![row],
            }),
        }
    }
    if by_person {
        groups.sort_by_key(|group| group.title.to_lowercase());
    }
    groups
}
