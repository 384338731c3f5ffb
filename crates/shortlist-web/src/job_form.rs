//! Creating and editing a job, with the requirements that the scorer finds in it.

pub(crate) mod delete;
mod requirements;
pub(crate) mod status;

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, CreateJob, Operation, UpdateJob, lost_requirement_text, notice_text};
use shortlist_domain::{Job, JobStatus, Principal, RequirementEdits};

pub(crate) use requirements::{RequirementRow, requirement_rows};

use crate::edits::{Edit, SeenValue, edits, seen_values};
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{count_outdated, find_job};
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

/// The hidden fields with the values that the form was based on, and their names for people.
const SEEN: [(&str, &str); 8] = [
    ("seen.title", "Title"),
    ("seen.description", "Description"),
    ("seen.skills", "Skills"),
    ("seen.department", "Department"),
    ("seen.location", "Location"),
    ("seen.employment_type", "Employment type"),
    ("seen.reply_to", "Address for answers"),
    ("seen.blind", "Blind review"),
];
const CHANGED_MEANWHILE: &str = "Someone else changed this job while you were editing it. Your changes are still in the form: \
    compare them with these, and save again to replace them.";

/// What the form contains.
#[derive(Default)]
struct Values {
    title: String,
    description: String,
    skills: String,
    code: String,
    department: String,
    location: String,
    employment_type: String,
    /// Where answers to mails go.
    answers_to: String,
    draft: bool,
    blind: bool,
}

/// The requirements of the text in the form, or why there are none.
struct Requirements {
    rows: Vec<RequirementRow>,
    notices: Vec<String>,
    problem: Option<String>,
}

#[derive(Template)]
#[template(path = "job_form.html")]
struct JobFormPage {
    frame: Frame,
    /// The job that is edited; `None` for a new one.
    job: Option<EditedJob>,
    values: Arc<Values>,
    notice: Notice,
    /// Whether the status was just changed.
    is_saved: bool,
    requirements: Vec<RequirementRow>,
    /// What was set for requirements that the text no longer has.
    requirements_notices: Vec<String>,
    /// Why the text has no requirements.
    requirements_problem: String,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
}

/// The stored state of the job that is edited.
struct EditedJob {
    id: String,
    title: String,
    status: JobStatus,
    seen: Vec<SeenValue>,
    /// The changes to its requirements and its occupation.
    requirement_edits: RequirementEdits,
}

/// What the page says about a form that was refused.
#[derive(Default)]
struct Notice {
    problem: String,
    /// What somebody else changed since the form was shown.
    edits: Vec<Edit>,
    /// The reason for another status, as it was typed.
    reason: String,
}

#[derive(Template)]
#[template(path = "requirements_part.html")]
struct RequirementsPart {
    requirements: Vec<RequirementRow>,
    requirements_notices: Vec<String>,
    requirements_problem: String,
}

impl Requirements {
    /// Returns the status of a page with these requirements, unless the form was refused for another reason.
    fn status(&self) -> StatusCode {
        match self.problem {
            None => StatusCode::OK,
            Some(_) => StatusCode::BAD_REQUEST,
        }
    }
}

impl Values {
    fn of_form(fields: &Fields) -> Self {
        let text = |name: &str| fields.get(name).to_owned();
        Self {
            title: text("title"),
            description: text("description"),
            skills: text("skills"),
            code: text("code"),
            department: text("department"),
            location: text("location"),
            employment_type: text("employment_type"),
            answers_to: text("reply_to"),
            draft: fields.has("draft"),
            blind: fields.has("blind"),
        }
    }

    fn of_job(job: Job) -> Self {
        Self {
            draft: job.is_draft(),
            blind: job.blind,
            title: job.title,
            description: job.description,
            skills: job.skills.join("\n"),
            code: job.code,
            department: job.department.unwrap_or_default(),
            location: job.location.unwrap_or_default(),
            employment_type: job.employment_type.unwrap_or_default(),
            answers_to: job
                .reply_to
                .map(|address| address.to_string())
                .unwrap_or_default(),
        }
    }

    /// Returns the values as text, to compare them with those that a form was based on.
    fn seen(&self) -> Vec<SeenValue> {
        let blind = if self.blind { "on" } else { "off" };
        let texts = [
            &self.title,
            &self.description,
            &self.skills,
            &self.department,
            &self.location,
            &self.employment_type,
            &self.answers_to,
            blind,
        ];
        seen_values(SEEN, texts.map(str::to_owned))
    }

    /// Returns the skills: one on each line, or separated by commas.
    fn skills(&self) -> Vec<String> {
        let parts = self.skills.split(['\n', ',', ';']).map(str::trim);
        let parts = parts.filter(|skill| !skill.is_empty());
        parts.map(str::to_owned).collect()
    }

    fn new_job(&self, recruiter_id: String) -> CreateJob {
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        CreateJob {
            recruiter_id,
            title: self.title.clone(),
            description: some(&self.description),
            skills: self.skills(),
            code: some(&self.code),
            department: some(&self.department),
            location: some(&self.location),
            employment_type: some(&self.employment_type),
            reply_to: some(&self.answers_to),
            draft: self.draft,
            blind: self.blind,
            ..CreateJob::default()
        }
    }

    /// Returns the change of a job. Its status has a form of its own.
    fn change(&self, job: &Job) -> UpdateJob {
        let set = |text: &String| Some(Some(text.clone()));
        UpdateJob {
            job_id: job.id.to_string(),
            expected_revision: Some(job.revision),
            title: set(&self.title),
            description: set(&self.description),
            skills: Some(Some(self.skills())),
            department: set(&self.department),
            location: set(&self.location),
            employment_type: set(&self.employment_type),
            reply_to: set(&self.answers_to),
            blind: (self.blind != job.blind).then_some(Some(self.blind)),
            ..UpdateJob::default()
        }
    }
}

impl EditedJob {
    fn of(job: &Job) -> Self {
        Self {
            id: job.id.to_string(),
            title: job.title.clone(),
            status: job.status,
            seen: Values::of_job(job.clone()).seen(),
            requirement_edits: job.requirement_edits.clone(),
        }
    }

    /// Returns the statuses that the job may change to, and what their buttons say.
    fn next(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let next = self.status.next_statuses().iter();
        next.map(|next| (next.as_str(), status::action(self.status, *next)))
    }
}

/// Shows an empty form.
pub(crate) async fn new(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::CreateJob).await?;
        let values = Arc::new(Values {
            draft: true,
            ..Values::default()
        });
        show(&visit, None, values, StatusCode::OK, Notice::default()).await
    };
    answer(&request, shown).await
}

/// Shows the form of a job.
pub(crate) async fn edit(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::UpdateJob).await?;
        let job = find_job(&visit).await?;
        let edited = EditedJob::of(&job);
        let values = Arc::new(Values::of_job(job));
        show(
            &visit,
            Some(edited),
            values,
            StatusCode::OK,
            Notice::default(),
        )
        .await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    job: Option<EditedJob>,
    values: Arc<Values>,
    status: StatusCode,
    notice: Notice,
) -> Result<HttpResponse, PageError> {
    let edits = job.as_ref().map(|job| job.requirement_edits.clone());
    let requirements = read_requirements(visit, &values, edits.unwrap_or_default()).await?;
    let status = match status {
        StatusCode::OK => requirements.status(),
        refused => refused,
    };
    let outdated = match &job {
        Some(_) => count_outdated(visit).await?,
        None => 0,
    };
    let page = JobFormPage {
        outdated,
        frame: visit.frame(),
        job,
        values,
        notice,
        is_saved: visit.address_fields().has("saved"),
        requirements: requirements.rows,
        requirements_notices: requirements.notices,
        requirements_problem: requirements.problem.unwrap_or_default(),
    };
    visit.page_with_status(status, page).await
}

/// Reads the requirements. Values that no job may have are explained in place of them.
async fn read_requirements(
    visit: &Visit,
    values: &Arc<Values>,
    edits: RequirementEdits,
) -> Result<Requirements, PageError> {
    let values = Arc::clone(values);
    let read = move |app: &App, principal: &Principal| {
        let job = values.new_job(principal.user_id.to_string());
        let found = app.jobs().preview_edited_requirements(&job, &edits)?;
        let read = found.requirements.notices.iter();
        let read = read.map(notice_text);
        let lost = found.lost.iter().map(lost_requirement_text);
        let notices = read.chain(lost).collect();
        Ok((requirement_rows(&found.requirements), notices))
    };
    let (rows, notices, problem) = match visit.run(Operation::GetJob, read).await {
        Ok((rows, notices)) => (rows, notices, None),
        Err(error) => (Vec::new(), Vec::new(), Some(error.about_input()?.1)),
    };
    Ok(Requirements {
        rows,
        notices,
        problem,
    })
}

/// Returns people's changes to the requirements of the job that a form edits.
async fn stored_edits(visit: &Visit, job: &str) -> Result<RequirementEdits, PageError> {
    if job.is_empty() {
        return Ok(RequirementEdits::default());
    }
    let job = job.to_owned();
    let find = move |app: &App, principal: &Principal| {
        let job = app.jobs().get(principal, &job)?;
        Ok(job.requirement_edits)
    };
    visit.run(Operation::GetJob, find).await
}

/// Returns the requirements of the text in the form, for the script that shows them while it is written.
pub(crate) async fn requirements(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let values = Arc::new(Values::of_form(&fields));
        let edits = stored_edits(&visit, fields.get("job")).await?;
        let read = read_requirements(&visit, &values, edits).await?;
        let status = read.status();
        let part = RequirementsPart {
            requirements: read.rows,
            requirements_notices: read.notices,
            requirements_problem: read.problem.unwrap_or_default(),
        };
        visit.page_with_status(status, part).await
    })
    .await
}

/// Creates a job, or shows its requirements if the form asks for them.
pub(crate) async fn create(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let values = Arc::new(Values::of_form(&fields));
        if fields.has("preview") {
            return show(&visit, None, values, StatusCode::OK, Notice::default()).await;
        }
        let given = Arc::clone(&values);
        let created = visit
            .run(Operation::CreateJob, move |app, principal| {
                let job = given.new_job(principal.user_id.to_string());
                app.jobs().create(principal, &job)
            })
            .await;
        saved(&visit, None, values, created).await
    })
    .await
}

/// Changes a job, or shows its requirements if the form asks for them. If somebody else changed the job meanwhile, nothing is
/// stored, and the page says what they changed.
pub(crate) async fn update(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let values = Arc::new(Values::of_form(&fields));
        let job = find_job(&visit).await?;
        let edited = EditedJob::of(&job);
        if fields.has("preview") {
            let notice = Notice::default();
            return show(&visit, Some(edited), values, StatusCode::OK, notice).await;
        }
        let changed = edits(&edited.seen, &fields);
        if !changed.is_empty() {
            return changed_meanwhile(&visit, &job, values, changed).await;
        }
        let (given, seen) = (Arc::clone(&values), job.clone());
        let update = move |app: &App, principal: &Principal| {
            app.jobs().update(principal, given.change(&seen))
        };
        match visit.run(Operation::UpdateJob, update).await {
            // Somebody saved the job between the comparison and this change.
            Err(error) if error.is_changed_meanwhile() => {
                let job = find_job(&visit).await?;
                let changed = edits(&EditedJob::of(&job).seen, &fields);
                changed_meanwhile(&visit, &job, values, changed).await
            }
            updated => saved(&visit, Some(edited), values, updated).await,
        }
    })
    .await
}

/// Shows the form with what was typed, and what somebody else changed. Nothing is stored.
async fn changed_meanwhile(
    visit: &Visit,
    job: &Job,
    values: Arc<Values>,
    edits: Vec<Edit>,
) -> Result<HttpResponse, PageError> {
    let notice = Notice {
        problem: CHANGED_MEANWHILE.to_owned(),
        edits,
        ..Notice::default()
    };
    let job = Some(EditedJob::of(job));
    show(visit, job, values, StatusCode::CONFLICT, notice).await
}

async fn saved(
    visit: &Visit,
    job: Option<EditedJob>,
    values: Arc<Values>,
    saved: Result<Job, PageError>,
) -> Result<HttpResponse, PageError> {
    match saved {
        Ok(job) => Ok(respond::redirect(&format!("/app/jobs/{}", job.id))),
        Err(PageError::Refused(error)) if error.field() == Some("jobId") => {
            Err(PageError::NotFound)
        }
        Err(error) => {
            let (status, problem) = error.about_input()?;
            let notice = Notice {
                problem,
                ..Notice::default()
            };
            show(visit, job, values, status, notice).await
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_separated_by_lines_or_commas() {
        let values = Values {
            skills: "Rust, SQL\n\n Linux".to_owned(),
            ..Values::default()
        };
        assert_eq!(values.skills(), ["Rust", "SQL", "Linux"]);
    }
}
