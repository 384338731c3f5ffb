//! Creating and editing a job, with the requirements that the scorer finds in it.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{CreateJob, Operation, UpdateJob};
use shortlist_domain::{Importance, Job, JobRequirements};

use crate::duration::duration;
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::find_job;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

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
    draft: bool,
    blind: bool,
}

/// A requirement of a job, for the list next to the form.
pub(crate) struct RequirementRow {
    pub(crate) name: String,
    pub(crate) detail: String,
    pub(crate) quote: Option<String>,
}

#[derive(Template)]
#[template(path = "job_form.html")]
struct JobFormPage {
    frame: Frame,
    /// The job that is edited; `None` for a new one.
    job_id: Option<String>,
    values: Values,
    problem: Option<String>,
    requirements: Vec<RequirementRow>,
}

#[derive(Template)]
#[template(path = "requirements.html")]
struct RequirementsPart {
    requirements: Vec<RequirementRow>,
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
        }
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
            draft: self.draft,
            blind: self.blind,
            ..CreateJob::default()
        }
    }

    /// Returns the change of a job. A closed job stays closed, because only another value of `draft` changes the status.
    fn change(&self, job_id: String, (was_draft, was_blind): (bool, bool)) -> UpdateJob {
        let set = |text: &String| Some(Some(text.clone()));
        UpdateJob {
            job_id,
            title: set(&self.title),
            description: set(&self.description),
            skills: Some(Some(self.skills())),
            department: set(&self.department),
            location: set(&self.location),
            employment_type: set(&self.employment_type),
            draft: (self.draft != was_draft).then_some(Some(self.draft)),
            blind: (self.blind != was_blind).then_some(Some(self.blind)),
            ..UpdateJob::default()
        }
    }
}

/// Returns the requirements as rows, each with the words that it was read from.
pub(crate) fn requirement_rows(found: &JobRequirements) -> Vec<RequirementRow> {
    let quote = |name: &str| {
        let source = found
            .sources
            .iter()
            .find(|source| source.requirement == name);
        source.map(|source| source.quote.clone())
    };
    let row = |name: &str, detail: String| RequirementRow {
        name: name.to_owned(),
        quote: quote(name),
        detail,
    };
    let mut rows = Vec::new();
    if let Some(months) = found.minimum_months {
        rows.push(row("experience", format!("at least {}", duration(months))));
    }
    if let Some(level) = found.education_level {
        let fields = found.education_fields.join(", ");
        let detail = [level.as_str(), &fields].join(" ");
        rows.push(row("education", detail.trim().to_owned()));
    }
    rows.extend(found.skills.iter().map(|skill| {
        let months = skill.minimum_months.map(duration);
        let months = months.map_or(String::new(), |months| format!(", {months}"));
        row(
            &skill.name,
            format!("{}{months}", importance(skill.importance)),
        )
    }));
    rows.extend(found.languages.iter().map(|language| {
        let level = language.level.clone().unwrap_or_default();
        let detail = format!("{} {level}", importance(language.importance));
        row(&language.any_of.join(" or "), detail.trim().to_owned())
    }));
    rows.extend(found.certificates.iter().map(|certificate| {
        let name = certificate.any_of.join(" or ");
        row(&name, importance(certificate.importance).to_owned())
    }));
    rows
}

fn importance(importance: Importance) -> &'static str {
    match importance {
        Importance::Required => "required",
        Importance::Described => "mentioned",
        Importance::Preferred => "nice to have",
    }
}

/// Shows an empty form.
pub(crate) async fn new(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let values = Values {
            draft: true,
            ..Values::default()
        };
        show(&visit, None, values, (StatusCode::OK, None)).await
    };
    answer(&request, shown).await
}

/// Shows the form of a job.
pub(crate) async fn edit(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let id = visit.id();
        let find = move |app: &shortlist_app::App, principal: &shortlist_domain::Principal| {
            app.jobs().get(principal, &id)
        };
        let job = visit.run(Operation::GetJob, find).await?;
        let (id, values) = (job.id.to_string(), Values::of_job(job));
        show(&visit, Some(id), values, (StatusCode::OK, None)).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    job_id: Option<String>,
    values: Values,
    (status, problem): (StatusCode, Option<String>),
) -> Result<HttpResponse, PageError> {
    let requirements = read_requirements(visit, &values).await?;
    let page = JobFormPage {
        frame: visit.frame(),
        job_id,
        values,
        problem,
        requirements,
    };
    respond::page_with_status(status, &page)
}

async fn read_requirements(
    visit: &Visit,
    values: &Values,
) -> Result<Vec<RequirementRow>, PageError> {
    let job = values.new_job(visit.principal().user_id.to_string());
    let read = visit.run(Operation::GetJob, move |app, _| {
        Ok(app.jobs().preview_requirements(&job))
    });
    Ok(requirement_rows(&read.await?))
}

/// Returns the requirements of the text in the form, for the script that shows them while it is written.
pub(crate) async fn requirements(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let requirements = read_requirements(&visit, &Values::of_form(&fields)).await?;
        respond::page(&RequirementsPart { requirements })
    })
    .await
}

/// Creates a job, or shows its requirements if the form asks for them.
pub(crate) async fn create(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let values = Values::of_form(&fields);
        if fields.has("preview") {
            return show(&visit, None, values, (StatusCode::OK, None)).await;
        }
        let job = values.new_job(visit.principal().user_id.to_string());
        let created = visit
            .run(Operation::CreateJob, move |app, principal| {
                app.jobs().create(principal, &job)
            })
            .await;
        saved(&visit, None, values, created).await
    })
    .await
}

/// Changes a job, or shows its requirements if the form asks for them.
pub(crate) async fn update(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let values = Values::of_form(&fields);
        let job = find_job(&visit).await?;
        let was = (job.is_draft(), job.blind);
        let id = job.id.into_string();
        if fields.has("preview") {
            return show(&visit, Some(id), values, (StatusCode::OK, None)).await;
        }
        let change = values.change(id.clone(), was);
        let updated = visit
            .run(Operation::UpdateJob, move |app, principal| {
                app.jobs().update(principal, change)
            })
            .await;
        saved(&visit, Some(id), values, updated).await
    })
    .await
}

async fn saved(
    visit: &Visit,
    job_id: Option<String>,
    values: Values,
    saved: Result<Job, PageError>,
) -> Result<HttpResponse, PageError> {
    match saved {
        Ok(job) => Ok(respond::redirect(&format!("/app/jobs/{}", job.id))),
        Err(PageError::Refused(error)) if error.message().starts_with("jobId:") => {
            Err(PageError::NotFound)
        }
        Err(error) => {
            let (status, problem) = error.about_input()?;
            show(visit, job_id, values, (status, Some(problem))).await
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
