//! The page of one interview: when and where, its report, the recording next to the transcript, and the reviews.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, Operation, StoredReport};
use shortlist_domain::{
    Interview, InterviewStatus, NamedReview, PanelMember, Principal, Timestamp, User, UserId,
};

use super::edits::Seen;
use super::plan::Plan;
use super::report::{Author, EarlierRow, Player, ReportForm, earlier_rows, is_ahead};
use super::schedule::interviewers;
use super::time_form::{TimeForm, zone_names};
use crate::candidate::{ReviewRow, interview_time};
use crate::edits::Edit;
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::{class, label, name_of};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer};

#[derive(Template)]
#[template(path = "interview.html")]
struct InterviewPage {
    frame: Frame,
    id: String,
    candidate_id: String,
    name: String,
    job_id: String,
    job_title: String,
    at: String,
    minutes: u16,
    place: String,
    link: String,
    interviewer: String,
    panel: Vec<PanelMember>,
    /// The other interviews of the candidate at the same time.
    conflicts: Vec<Booked>,
    /// The users who can be added to the panel.
    addable: Vec<(String, String)>,
    status: &'static str,
    status_class: &'static str,
    /// The statuses that the interview may change to, with their names for people.
    next: Vec<(&'static str, &'static str)>,
    may_move: bool,
    may_report: bool,
    may_record: bool,
    form: TimeForm,
    plan: Option<Plan>,
    zones: Vec<&'static str>,
    seen: Seen,
    report: ReportForm,
    /// Whether the interview lies ahead, so that the form saves a draft.
    is_ahead: bool,
    /// Whether the viewer would change the report of somebody else.
    is_of_other: bool,
    /// Who saved the report.
    author: Option<Author>,
    /// What the report was before.
    earlier: Vec<EarlierRow>,
    player: Option<Player>,
    has_recording: bool,
    reviews: Vec<ReviewRow>,
    own_review: Option<ReviewRow>,
    /// Whether the viewer interviews the candidate, and so sees the scores of others after their own.
    is_on_panel: bool,
    notice: Notice,
}

impl InterviewPage {
    fn own_score(&self) -> &str {
        self.own_review.as_ref().map_or("", |own| &own.score)
    }

    fn own_comment(&self) -> &str {
        self.own_review.as_ref().map_or("", |own| &own.comment)
    }
}

/// What the page says about the form that was sent.
#[derive(Default)]
pub(super) struct Notice {
    pub(super) saved: &'static str,
    pub(super) problem: String,
    /// What somebody else changed since the form was shown.
    pub(super) edits: Vec<Edit>,
    /// What was typed, so that nothing is lost.
    pub(super) typed: Fields,
}

impl Notice {
    /// Returns what was typed into a field; what is stored if the form was not sent.
    fn shown<'a>(&'a self, name: &str, stored: &'a str) -> &'a str {
        if self.typed.has(name) {
            self.typed.get(name)
        } else {
            stored
        }
    }
}

/// Another interview of the candidate at the same time.
struct Booked {
    id: String,
    at: String,
    interviewer: String,
}

impl Booked {
    fn of(interview: &Interview) -> Self {
        Self {
            id: interview.id.to_string(),
            at: interview_time(interview),
            interviewer: interview.interviewer_name.clone(),
        }
    }
}

/// What the page loads in one step.
struct Loaded {
    interview: Interview,
    conflicts: Vec<Interview>,
    name: String,
    job_title: String,
    panel: Vec<PanelMember>,
    report: Option<StoredReport>,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let saved = saved(fields.get("saved"));
        let notice = Notice {
            saved,
            typed: fields,
            ..Notice::default()
        };
        show(&visit, StatusCode::OK, notice).await
    };
    answer(&request, shown).await
}

fn saved(name: &str) -> &'static str {
    match name {
        "scheduled" => {
            "The interview is scheduled. Download the calendar file for your own calendar, and send it to the candidate."
        }
        "time" => {
            "The interview is changed. Download the calendar file again to update your calendar."
        }
        "status" => "The status is changed.",
        "report" => "The report is saved.",
        "draft" => {
            "Your draft is saved. The interview is not marked as completed: save the report when it is over."
        }
        "review" => "Your review is saved.",
        "added" => "The interviewer is added, with an interview of their own.",
        "recording" => "The recording is stored.",
        "no-recording" => "The recording is deleted.",
        _ => "",
    }
}

/// Returns the interview in the address.
pub(super) async fn find(visit: &Visit) -> Result<Interview, PageError> {
    let id = visit.id();
    let find = move |app: &App, principal: &Principal| app.interviews().get(principal, &id);
    visit.run(Operation::GetInterviews, find).await
}

async fn load(visit: &Visit) -> Result<Loaded, PageError> {
    let interview = find(visit).await?;
    let load = move |app: &App, principal: &Principal| -> Result<Loaded, AppError> {
        let candidate = std::slice::from_ref(&interview.candidate_id);
        let candidate = app.candidates().load_many(principal, candidate)?;
        let name = candidate.values().next().map(name_of);
        let mut panels = app
            .interviews()
            .panels(principal, std::slice::from_ref(&interview))?;
        let panel = interview.panel_id.as_ref().and_then(|id| panels.remove(id));
        let is_assigned = app
            .candidates()
            .get(principal, interview.candidate_id.as_str())
            .is_ok();
        let report = if is_assigned {
            app.interviews()
                .stored_report(principal, interview.id.as_str())?
        } else {
            None
        };
        let job = app.jobs().get(principal, interview.job_id.as_str())?;
        Ok(Loaded {
            conflicts: conflicts(app, principal, &interview)?,
            job_title: job.title,
            name: name
                .filter(|_| is_assigned)
                .unwrap_or_else(|| "a candidate".to_owned()),
            panel: panel.unwrap_or_default(),
            report,
            interview,
        })
    };
    visit.run(Operation::GetInterviewReport, load).await
}

/// Loads the other interviews of the candidate at the same time, as far as the user may see them.
fn conflicts(
    app: &App,
    principal: &Principal,
    interview: &Interview,
) -> Result<Vec<Interview>, AppError> {
    let interviews = app.interviews();
    let found = interviews.candidate_conflicts(principal, std::slice::from_ref(interview))?;
    let visible =
        found
            .iter()
            .flatten()
            .filter_map(|id| match interviews.get(principal, id.as_str()) {
                Err(AppError::Forbidden(_) | AppError::NotFound { .. }) => None,
                found => Some(found),
            });
    visible.collect()
}

/// Loads the reviews of the candidate that the user may see.
async fn reviews(visit: &Visit, interview: &Interview) -> Result<Vec<NamedReview>, PageError> {
    let id = interview.candidate_id.to_string();
    let load = move |app: &App, principal: &Principal| {
        match app.candidates().list_reviews(principal, &id) {
            // After a cancellation, the candidate is no longer assigned to the interviewer.
            Err(AppError::Forbidden(_)) => Ok(Vec::new()),
            reviews => reviews,
        }
    };
    visit.run(Operation::ListReviews, load).await
}

/// Shows the page of the interview in the address.
pub(super) async fn show(
    visit: &Visit,
    status: StatusCode,
    mut notice: Notice,
) -> Result<HttpResponse, PageError> {
    if !visit.frame().may_review() {
        // Without a form, fields of the address would look like what is stored.
        notice.typed = Fields::default();
    }
    let loaded = load(visit).await?;
    let interview = &loaded.interview;
    let reviews = reviews(visit, interview).await?;
    let is_recruiter = visit.principal().user_type.manages_jobs();
    let form = if notice.typed.has("date") {
        TimeForm::of_fields(&notice.typed)
    } else {
        TimeForm::of_interview(interview)
    };
    let plan = if is_recruiter && notice.typed.has("date") {
        plan(visit, &form, &loaded).await?
    } else {
        None
    };
    let own = reviews
        .iter()
        .find(|named| named.review.reviewer_id == visit.principal().user_id)
        .cloned();
    let viewer = &visit.principal().user_id;
    let now = visit.now();
    let page = page_of(visit.frame(), viewer, now, &loaded, form, plan, notice);
    let page = InterviewPage {
        addable: if page.may_move && !page.panel.is_empty() {
            addable(visit, &loaded.panel).await?
        } else {
            Vec::new()
        },
        own_review: own.map(ReviewRow::of),
        reviews: reviews.into_iter().map(ReviewRow::of).collect(),
        ..page
    };
    visit.page_with_status(status, page).await
}

/// Returns the users who are not on the panel, with their names.
async fn addable(visit: &Visit, panel: &[PanelMember]) -> Result<Vec<(String, String)>, PageError> {
    let is_member = |user: &User| panel.iter().any(|member| member.interviewer_id == user.id);
    let users = interviewers(visit).await?.into_iter();
    let others = users.filter(|user| !is_member(user));
    Ok(others
        .map(|user| (user.id.into_string(), user.full_name))
        .collect())
}

/// Loads the day of the interviewers of the interview.
async fn plan(visit: &Visit, form: &TimeForm, loaded: &Loaded) -> Result<Option<Plan>, PageError> {
    let interview = &loaded.interview;
    let ids = loaded
        .panel
        .iter()
        .map(|member| &member.interviewer_id)
        .chain([&interview.interviewer_id]);
    let ids: Vec<_> = ids.collect();
    let users = interviewers(visit).await?.into_iter();
    let users: Vec<User> = users.filter(|user| ids.contains(&&user.id)).collect();
    let minutes = i64::from(interview.details.duration.get());
    let from = interview.date_and_time;
    let own = (from, from.plus(chrono::Duration::minutes(minutes)));
    match Plan::load(visit, form, &users, Some(own)).await {
        Ok(plan) => Ok(plan),
        Err(error) => error.about_input().map(|_invalid| None),
    }
}

fn page_of(
    frame: Frame,
    viewer: &UserId,
    now: Timestamp,
    loaded: &Loaded,
    form: TimeForm,
    plan: Option<Plan>,
    notice: Notice,
) -> InterviewPage {
    let interview = &loaded.interview;
    let status = interview.status;
    let is_upcoming = status.occupies() && status != InterviewStatus::Completed;
    let stored = loaded.report.as_ref();
    let report = stored.map(|stored| &stored.view);
    let members = loaded.panel.iter().map(|member| &member.interviewer_id);
    InterviewPage {
        is_ahead: is_ahead(interview, now),
        is_of_other: interview.interviewer_id != *viewer,
        author: stored.map(Author::of),
        earlier: stored.map(earlier_rows).unwrap_or_default(),
        is_on_panel: members
            .chain([&interview.interviewer_id])
            .any(|id| id == viewer),
        id: interview.id.to_string(),
        candidate_id: interview.candidate_id.to_string(),
        name: loaded.name.clone(),
        job_id: interview.job_id.to_string(),
        job_title: loaded.job_title.clone(),
        at: interview_time(interview),
        minutes: interview.details.duration.get(),
        place: interview.details.place.clone().unwrap_or_default(),
        link: interview.details.meeting_link.clone().unwrap_or_default(),
        interviewer: interview.interviewer_name.clone(),
        panel: loaded.panel.clone(),
        conflicts: loaded.conflicts.iter().map(Booked::of).collect(),
        addable: Vec::new(),
        status: label(status),
        status_class: class(status),
        next: next_statuses(status),
        may_move: frame.manages_jobs() && is_upcoming,
        may_report: status.may_become(InterviewStatus::Completed),
        may_record: frame.may_review() && status.occupies(),
        seen: Seen::of_interview(interview),
        report: ReportForm::of(report.map(|view| &view.report), &notice.typed),
        player: report.and_then(Player::of),
        has_recording: report.is_some_and(|view| view.playback.is_some()),
        zones: zone_names(),
        reviews: Vec::new(),
        own_review: None,
        form,
        plan,
        frame,
        notice,
    }
}

/// Returns the statuses that buttons offer. A report completes an interview, and another time reschedules it.
fn next_statuses(status: InterviewStatus) -> Vec<(&'static str, &'static str)> {
    let words = |next: InterviewStatus| match next {
        InterviewStatus::Cancelled => Some("Cancel the interview"),
        InterviewStatus::NoShow => Some("Mark as a no-show"),
        InterviewStatus::InProgress => Some("Begin now"),
        InterviewStatus::Scheduled if status == InterviewStatus::Cancelled => {
            Some("Reinstate the interview")
        }
        InterviewStatus::Scheduled | InterviewStatus::Rescheduled | InterviewStatus::Completed => {
            None
        }
    };
    let next = status.next_statuses().iter();
    next.filter_map(|next| Some((next.as_str(), words(*next)?)))
        .collect()
}
