//! The activity of a job and of a candidate: who did what, and when.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use data_encoding::BASE64URL_NOPAD;
use shortlist_app::{ActivityOf, App, AppError, Operation};
use shortlist_domain::{AuditEntry, ListPosition, Page, PageRequest, Principal, Timestamp};

use crate::frame::Frame;
use crate::links;
use crate::naming::name_of;
use crate::ranking::JobHead;
use crate::respond::error::PageError;
use crate::trail::{Names, Subjects, TrailRow};
use crate::visit::{Visit, answer};

/// The number of entries on a page.
const ENTRIES: i32 = 50;
/// The parameter of the address with the position after which a page begins.
const AFTER: &str = "after";

#[derive(Template)]
#[template(path = "activity.html")]
struct ActivityPage {
    frame: Frame,
    title: String,
    path: String,
    /// The job, if the page is one of its tabs.
    job: Option<JobHead>,
    rows: Vec<TrailRow>,
    is_first: bool,
    first: String,
    next: Option<String>,
}

/// What the page is about.
struct About {
    title: String,
    job: Option<JobHead>,
}

/// What an activity is about, in the address.
#[derive(Clone, Copy)]
enum Subject {
    Job,
    Candidate,
}

/// Shows the activity of a job.
pub(crate) async fn of_job(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request, Subject::Job)).await
}

/// Shows the activity of a candidate.
pub(crate) async fn of_candidate(request: HttpRequest) -> HttpResponse {
    answer(&request, show(&request, Subject::Candidate)).await
}

async fn show(request: &HttpRequest, subject: Subject) -> Result<HttpResponse, PageError> {
    let visit = Visit::begin(request).await?;
    let after = position(visit.address_fields().get(AFTER));
    let is_first = after.is_none();
    let id = visit.id();
    let load = move |app: &App, principal: &Principal| load(app, principal, subject, &id, after);
    let (about, page) = visit.run(Operation::GetActivity, load).await?;
    let names = Names::load(&visit).await?;
    let subjects = Subjects::load(&visit, &page.items, names).await?;
    let id = links::segment(&visit.id());
    let path = match subject {
        Subject::Job => format!("/app/jobs/{id}"),
        Subject::Candidate => format!("/app/candidates/{id}"),
    };
    let first = format!("{path}/activity");
    let end = page.end.filter(|_| page.has_next_page);
    let page = ActivityPage {
        frame: visit.frame(),
        next: end.map(|end| links::with_fields(&first, &[(AFTER, &written(&end))])),
        rows: page
            .items
            .into_iter()
            .map(|entry| TrailRow::of(entry, &subjects))
            .collect(),
        title: about.title,
        path,
        job: about.job,
        is_first,
        first,
    };
    visit.page(page).await
}

/// Loads the name of the subject, and a page of its activity.
fn load(
    app: &App,
    principal: &Principal,
    subject: Subject,
    id: &str,
    after: Option<ListPosition>,
) -> Result<(About, Page<AuditEntry>), AppError> {
    let (of, about) = match subject {
        Subject::Job => {
            let job = app.jobs().get(principal, id)?;
            let about = About {
                job: Some(JobHead::of(&job)),
                title: job.title,
            };
            (ActivityOf::Job(id), about)
        }
        Subject::Candidate => {
            let candidate = app.candidates().get(principal, id)?;
            let about = About {
                job: None,
                title: name_of(&candidate),
            };
            (ActivityOf::Candidate(id), about)
        }
    };
    let page = PageRequest::parse(("page", 1), ("size", ENTRIES))?;
    let page = match after {
        Some(after) => page.following(after, 2),
        None => page,
    };
    Ok((about, app.audit().activity(principal, of, page)?))
}

/// Writes a position as text of an address. It contains no right, so it is not signed.
fn written(position: &ListPosition) -> String {
    let micros = position.at.as_datetime().timestamp_micros();
    BASE64URL_NOPAD.encode(format!("{micros} {}", position.tie_breaker).as_bytes())
}

/// Reads a position. An address that was changed by hand shows the first page.
fn position(text: &str) -> Option<ListPosition> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (micros, number) = text.split_once(' ')?;
    let number: u32 = number.parse().ok()?;
    Some(ListPosition {
        at: Timestamp::from_unix_micros(micros.parse().ok()?)?,
        tie_breaker: number.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_survives_the_address_and_an_invented_one_is_ignored() {
        let place = ListPosition {
            at: Timestamp::from_unix_micros(1_700_000_000_000_001).unwrap(),
            tie_breaker: "42".to_owned(),
        };
        assert_eq!(position(&written(&place)), Some(place));
        let encode = |text: &str| BASE64URL_NOPAD.encode(text.as_bytes());
        for bad in [
            "",
            "%",
            "AAAA",
            &encode("1 x"),
            &encode("x 1"),
            &encode("1 -1"),
        ] {
            assert_eq!(position(bad), None, "{bad}");
        }
    }
}
