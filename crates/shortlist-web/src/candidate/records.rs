//! What colleagues recorded about a candidate: tags, notes, reviews, interviews, other applications and the audit trail.

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    AuditEntry, AuditQuery, Candidate, CandidateId, Document, Interview, InterviewQuery,
    InterviewStatus, JobId, NamedReview, Note, PageRequest, Period, PersonId, Principal,
    RejectionPolicy, UserType,
};

use super::CandidateView;
use super::custom::{self, FieldInput};
use super::offer::OfferForm;
use super::other_job::{self, SuggestedJob};
use crate::mails::{self, MailRow};
use crate::naming::label;
use crate::respond::error::PageError;
use crate::status;
use crate::trail::{Names, Subjects, TrailRow, time};
use crate::visit::Visit;

/// The most interviews, and entries of the audit log, that the page shows.
const MAX_ROWS: i32 = 50;
/// The most applications of the same person that the page shows.
const MAX_APPLICATIONS: i64 = 20;

/// Everything recorded about a candidate that the viewer may see.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) tags: Vec<String>,
    pub(crate) fields: Vec<FieldInput>,
    pub(crate) offer: OfferForm,
    /// The person, if the viewer may see the other applications.
    pub(crate) person: Option<String>,
    pub(crate) notes: Vec<NoteRow>,
    pub(crate) applications: Vec<ApplicationRow>,
    /// Other jobs for which the candidate can be considered. `None` for a candidate of a blind job.
    pub(crate) other_jobs: Option<Vec<SuggestedJob>>,
    /// The resumes that may be the right ones, if nobody has decided yet.
    pub(crate) competing: Vec<CompetingRow>,
    /// The number of the current resume.
    pub(crate) version: i32,
    pub(crate) reviews: Vec<ReviewRow>,
    /// The viewer's own review, for its form.
    pub(crate) own_review: Option<ReviewRow>,
    /// Whether the viewer interviews the candidate, and so sees the reviews of others after their own.
    pub(crate) is_interviewer: bool,
    pub(crate) interviews: Vec<InterviewRow>,
    /// The mails about the candidate, for those who may send them again.
    pub(crate) mails: Vec<MailRow>,
    /// The audit trail; `None` if the viewer may not read it.
    pub(crate) trail: Option<Vec<TrailRow>>,
    pub(crate) reasons: Vec<String>,
    pub(crate) needs_reason: bool,
}

/// A note.
pub(crate) struct NoteRow {
    pub(crate) id: String,
    pub(crate) author: String,
    pub(crate) at: String,
    pub(crate) text: String,
    pub(crate) may_delete: bool,
}

/// A resume that an applicant sent with the contact data of the candidate.
pub(crate) struct CompetingRow {
    pub(crate) id: String,
    pub(crate) file: String,
    pub(crate) at: String,
}

/// Another application of the same person.
pub(crate) struct ApplicationRow {
    pub(crate) id: String,
    pub(crate) job: String,
    pub(crate) score: String,
    pub(crate) status: &'static str,
    pub(crate) status_class: &'static str,
    pub(crate) at: String,
}

/// A review.
#[derive(Clone)]
pub(crate) struct ReviewRow {
    pub(crate) name: String,
    pub(crate) score: String,
    pub(crate) comment: String,
    pub(crate) at: String,
}

/// An interview.
pub(crate) struct InterviewRow {
    pub(crate) id: String,
    pub(crate) at: String,
    pub(crate) interviewer: String,
    pub(crate) status: &'static str,
    pub(crate) place: String,
    pub(crate) has_report: bool,
}

/// Writes the time of an interview, in its own time zone if it has one.
pub(crate) fn interview_time(interview: &Interview) -> String {
    let at = interview.date_and_time;
    match interview.details.time_zone {
        Some(zone) => format!("{} {}", zone.local_time(at), zone.name()),
        None => time(at),
    }
}

/// Returns the organization's reasons to reject candidates.
pub(crate) async fn rejection_reasons(visit: &Visit) -> Result<RejectionPolicy, PageError> {
    let load = |app: &App, principal: &Principal| {
        app.candidates()
            .rejection_policy(&principal.organization_id)
    };
    visit.run(Operation::GetRejectionReasons, load).await
}

impl Records {
    /// Loads what the viewer may see. An Interviewer sees interviews and reviews only.
    pub(super) async fn load(visit: &Visit, view: &CandidateView) -> Result<Self, PageError> {
        let id = view.id.clone();
        let records = visit
            .run(Operation::GetInterviews, move |app, principal| {
                Self::default().with_interviews(app, principal, &id)
            })
            .await?;
        if visit.principal().user_type == UserType::Interviewer {
            return Ok(records);
        }
        let id = view.id.clone();
        let names = Names::load(visit).await?;
        let shared = names.clone();
        let policy = rejection_reasons(visit).await?;
        let records = visit
            .run(Operation::GetPerson, move |app, principal| {
                records.with_notes(app, principal, &id, &names)
            })
            .await?;
        Ok(Self {
            mails: mails::of_candidate(visit, &view.id, &shared).await?,
            trail: trail(visit, &view.id, shared).await?,
            reasons: policy.reasons,
            needs_reason: policy.required,
            ..records
        })
    }

    fn with_interviews(self, app: &App, principal: &Principal, id: &str) -> Result<Self, AppError> {
        let candidate_id = CandidateId::parse("candidateId", id)?;
        let query = InterviewQuery {
            updated_since: None,
            organization_id: principal.organization_id.clone(),
            candidate_id: Some(candidate_id),
            interviewer_id: None,
            job_id: None,
            status: None,
            period: Period::default(),
            page: PageRequest::parse(("page", 1), ("size", MAX_ROWS))?,
            count: false,
        };
        let interviews = app.interviews().list(principal, query)?;
        let reviews = app.candidates().list_reviews(principal, id)?;
        let own = reviews
            .iter()
            .find(|named| named.review.reviewer_id == principal.user_id);
        let is_own = |interview: &Interview| {
            interview.interviewer_id == principal.user_id
                && interview.status != InterviewStatus::Cancelled
        };
        Ok(Self {
            is_interviewer: interviews.items.iter().any(is_own),
            own_review: own.cloned().map(ReviewRow::of),
            reviews: reviews.into_iter().map(ReviewRow::of).collect(),
            interviews: interviews.items.into_iter().map(InterviewRow::of).collect(),
            ..self
        })
    }

    fn with_notes(
        self,
        app: &App,
        principal: &Principal,
        id: &str,
        names: &Names,
    ) -> Result<Self, AppError> {
        let id = CandidateId::parse("candidateId", id)?;
        let ids = std::slice::from_ref(&id);
        let tags = app.candidates().tags(principal, ids)?.remove(&id);
        let notes = app.candidates().notes(principal, &id)?;
        let note = |note: Note| NoteRow::of(note, principal, names);
        let documents = app.documents().list(principal, &id)?;
        let competing = documents.into_iter().filter(|document| document.competes);
        let person = person(app, principal, &id)?;
        let versions = app.scores().resume_versions(principal, &id)?;
        Ok(Self {
            other_jobs: other_jobs(app, principal, &id)?,
            competing: competing.map(CompetingRow::of).collect(),
            version: versions.first().map_or(1, |version| version.number),
            tags: tags.unwrap_or_default(),
            fields: custom::inputs(app, principal, &id)?,
            offer: OfferForm::load(app, principal, &id)?,
            notes: notes.into_iter().map(note).collect(),
            person: person.as_ref().map(ToString::to_string),
            applications: match &person {
                Some(person) => applications(app, principal, &id, person)?,
                None => Vec::new(),
            },
            ..self
        })
    }
}

impl CompetingRow {
    fn of(document: Document) -> Self {
        Self {
            id: document.id.into_string(),
            file: document.name,
            at: time(document.uploaded_at),
        }
    }
}

impl NoteRow {
    fn of(note: Note, principal: &Principal, names: &Names) -> Self {
        let is_own = note.author_id == principal.user_id;
        Self {
            author: names.of(&note.author_id),
            at: time(note.created_at),
            may_delete: is_own || principal.user_type == UserType::Admin,
            id: note.id.into_string(),
            text: note.text,
        }
    }
}

impl ReviewRow {
    pub(crate) fn of(named: NamedReview) -> Self {
        Self {
            name: named.reviewer_name,
            score: named.review.score.to_string(),
            comment: named.review.comment.unwrap_or_default(),
            at: time(named.updated_at),
        }
    }
}

impl InterviewRow {
    fn of(interview: Interview) -> Self {
        let at = interview_time(&interview);
        let details = interview.details;
        Self {
            id: interview.id.into_string(),
            at,
            interviewer: interview.interviewer_name,
            status: label(interview.status),
            place: details.place.or(details.meeting_link).unwrap_or_default(),
            has_report: interview.has_report,
        }
    }
}

/// Returns the person of a candidate, if the viewer may see the other applications.
fn person(
    app: &App,
    principal: &Principal,
    id: &CandidateId,
) -> Result<Option<PersonId>, AppError> {
    if AppError::if_found(app.people().check_access(principal))?.is_none() {
        return Ok(None);
    }
    let ids = std::slice::from_ref(id);
    Ok(app.people().of_candidates(principal, ids)?.remove(id))
}

/// Returns the other applications of the person, with the titles of the jobs that the viewer has access to.
fn applications(
    app: &App,
    principal: &Principal,
    id: &CandidateId,
    person: &PersonId,
) -> Result<Vec<ApplicationRow>, AppError> {
    let people = app.people();
    let found = people.newest_applications(principal, person, MAX_APPLICATIONS + 1)?;
    let jobs: Vec<JobId> = found.iter().map(|one| one.job_id.clone()).collect();
    let titles = app.jobs().titles(principal, &jobs)?;
    let others = found.into_iter().filter(|other| other.id != *id);
    let row = |candidate: Candidate| {
        let title = titles.get(&candidate.job_id).cloned();
        ApplicationRow {
            job: title.unwrap_or_else(|| "Another job".to_owned()),
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            status: status::label(candidate.status),
            status_class: status::class(candidate.status),
            at: candidate.created_at.date().to_string(),
            id: candidate.id.into_string(),
        }
    };
    let others = others.take(usize::try_from(MAX_APPLICATIONS).unwrap_or_default());
    Ok(others.map(row).collect())
}

async fn trail(visit: &Visit, id: &str, names: Names) -> Result<Option<Vec<TrailRow>>, PageError> {
    if visit.principal().user_type != UserType::Admin {
        return Ok(None);
    }
    let id = id.to_owned();
    let load = move |app: &App, principal: &Principal| {
        let query = AuditQuery {
            organization_id: principal.organization_id.clone(),
            from: None,
            to: None,
            operation: None,
            user_id: None,
            thing_id: None,
            candidate_id: Some(CandidateId::parse("candidateId", &id)?),
            page: PageRequest::parse(("page", 1), ("size", MAX_ROWS))?,
            count: false,
        };
        Ok(app.audit().list(principal, &query)?.items)
    };
    let entries = visit.run(Operation::GetAuditLog, load).await?;
    let subjects = Subjects::load(visit, &entries, names).await?;
    let row = |entry: AuditEntry| TrailRow::of(entry, &subjects);
    Ok(Some(entries.into_iter().map(row).collect()))
}

/// Returns the jobs that the form for another job suggests, unless the candidate's job is blind.
fn other_jobs(
    app: &App,
    principal: &Principal,
    id: &CandidateId,
) -> Result<Option<Vec<SuggestedJob>>, AppError> {
    let candidate = app.candidates().get(principal, id.as_str())?;
    let job = app.jobs().get(principal, candidate.job_id.as_str())?;
    if job.blind {
        return Ok(None);
    }
    other_job::suggested(app, principal, &candidate).map(Some)
}
