//! Lists of stages: the form for one, and the stages of a job.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation, SetJobStages};
use shortlist_domain::{
    CandidateStatus, Job, MAX_STAGES, Principal, StageDraft, StageId, StageList,
};

use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{JobHead, find_job};
use crate::respond::error::PageError;
use crate::status::{self, StatusChoice};
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The number of empty rows for new stages.
const NEW_ROWS: usize = 3;

/// The form for a list of stages.
pub(crate) struct StagesForm {
    pub(crate) rows: Vec<StageRow>,
    /// The list that the form was filled with. It is compared with the stored one when the form is sent.
    pub(crate) was: String,
    /// The stages to which the candidates of a removed stage can go. A template has no candidates.
    pub(crate) targets: Vec<(String, String)>,
    /// Whether the candidates of removed stages have to go somewhere.
    pub(crate) has_candidates: bool,
}

/// A stage in the form.
#[derive(Default)]
pub(crate) struct StageRow {
    pub(crate) number: usize,
    /// The identifier; empty for a new stage.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) statuses: Vec<StatusChoice>,
    pub(crate) place: String,
    pub(crate) count: i64,
    pub(crate) is_removed: bool,
    /// The stage to which the candidates of this one go.
    pub(crate) target: String,
}

/// What a form says about a list of stages.
pub(crate) struct TypedStages {
    pub(crate) stages: Vec<StageDraft>,
    pub(crate) moves: Vec<(String, String)>,
    pub(crate) was: String,
}

impl TypedStages {
    /// Reads the form. Rows are ordered by the numbers that were typed, and otherwise stay in their order. New rows without a name are
    /// left out.
    pub(crate) fn of(fields: &Fields) -> Self {
        let mut rows = rows_of(fields);
        rows.sort_by(|one, other| one.place().total_cmp(&other.place()));
        let mut typed = Self {
            stages: Vec::new(),
            moves: Vec::new(),
            was: fields.get("was").to_owned(),
        };
        for (row, status) in rows.into_iter().map(|row| row.with_status(fields)) {
            if row.is_removed {
                if !row.target.is_empty() {
                    typed.moves.push((row.id, row.target));
                }
            } else if !(row.id.is_empty() && row.name.is_empty()) {
                typed.stages.push(StageDraft {
                    id: Some(row.id).filter(|id| !id.is_empty()),
                    name: row.name,
                    status,
                });
            }
        }
        typed
    }
}

/// Returns the rows that a form contains, in the order of the page.
fn rows_of(fields: &Fields) -> Vec<StageRow> {
    let numbers = fields.names_after("name.");
    let mut numbers: Vec<usize> = numbers.iter().filter_map(|one| one.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.truncate(MAX_STAGES + NEW_ROWS);
    let row = |number: usize| {
        let get = |name: &str| fields.get(&format!("{name}.{number}")).to_owned();
        StageRow {
            number,
            id: get("id"),
            name: get("name"),
            statuses: status::choices(&get("status")),
            place: get("place"),
            count: 0,
            is_removed: fields.has(&format!("remove.{number}")),
            target: get("to"),
        }
    };
    numbers.into_iter().map(row).collect()
}

impl StageRow {
    fn new(number: usize) -> Self {
        Self {
            number,
            statuses: status::choices(CandidateStatus::Active.as_str()),
            ..Self::default()
        }
    }

    /// Returns the place in the list. A new row without one comes last.
    fn place(&self) -> f64 {
        let place = self.place.replace(',', ".").parse();
        place
            .ok()
            .filter(|place: &f64| place.is_finite())
            .unwrap_or(f64::MAX)
    }

    fn with_status(self, fields: &Fields) -> (Self, String) {
        let status = fields.get(&format!("status.{}", self.number)).to_owned();
        (self, status)
    }
}

impl StagesForm {
    /// Returns the form for a stored list, or with what was typed.
    pub(crate) fn of(
        stored: &StageList,
        typed: Option<&Fields>,
        count: impl Fn(&StageId) -> i64,
    ) -> Self {
        let stages = stored.stages();
        let mut rows = match typed {
            Some(fields) => rows_of(fields),
            None => stages
                .iter()
                .zip(1..)
                .map(|(stage, number)| StageRow {
                    number,
                    id: stage.id.to_string(),
                    name: stage.name.clone(),
                    statuses: status::choices(stage.status.as_str()),
                    place: number.to_string(),
                    ..StageRow::default()
                })
                .collect(),
        };
        for row in &mut rows {
            let stage = stages.iter().find(|stage| stage.id.as_str() == row.id);
            row.count = stage.map_or(0, |stage| count(&stage.id));
        }
        let next = rows.last().map_or(1, |row| row.number + 1);
        let empty = rows
            .iter()
            .filter(|row| row.id.is_empty() && row.name.is_empty())
            .count();
        let missing = NEW_ROWS.saturating_sub(empty);
        rows.extend((next..).take(missing).map(StageRow::new));
        let target = |stage: &shortlist_domain::Stage| (stage.id.to_string(), stage.name.clone());
        Self {
            rows,
            was: described(stored),
            targets: stages.iter().map(target).collect(),
            has_candidates: false,
        }
    }
}

/// Describes a list in one text, to compare it with the one that a form was filled with.
pub(crate) fn described(list: &StageList) -> String {
    let stages = list.stages().iter();
    let lines =
        stages.map(|stage| format!("{} ({}, {})", stage.name, stage.status.as_str(), stage.id));
    lines.collect::<Vec<_>>().join("; ")
}

/// Refuses a form that was filled with another list than the stored one.
pub(crate) fn check_unchanged(was: &str, stored: &StageList) -> Result<(), AppError> {
    if was == described(stored) {
        return Ok(());
    }
    Err(AppError::Conflict(
        "someone else has changed the stages since you opened this page. What you typed is still in the form. Open the page again in another tab to see the present stages, and then type your change there"
            .to_owned(),
    ))
}

#[derive(Template)]
#[template(path = "job_stages.html")]
struct JobStagesPage {
    frame: Frame,
    job: JobHead,
    form: StagesForm,
    reason: String,
    reasons: Vec<String>,
    problem: String,
    is_saved: bool,
}

/// Shows the stages of the job in the address.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let job = find_job(&visit).await?;
        show(&visit, job, None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    job: Job,
    refused: Option<(Fields, StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let id = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        let organization = &principal.organization_id;
        let mut lists = app
            .jobs()
            .stage_lists(organization, std::slice::from_ref(&id))?;
        let counts = app.jobs().stage_counts(organization, &id)?;
        let policy = app.candidates().rejection_policy(organization)?;
        Ok((
            lists.remove(&id).unwrap_or_default(),
            counts,
            policy.reasons,
        ))
    };
    let (stored, counts, reasons) = visit.run(Operation::SetJobStages, load).await?;
    let (typed, status, problem) = match refused {
        Some((fields, status, problem)) => (Some(fields), status, problem),
        None => (None, StatusCode::OK, String::new()),
    };
    let form = StagesForm::of(&stored, typed.as_ref(), |stage| {
        counts.get(stage).copied().unwrap_or_default()
    });
    let page = JobStagesPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        form: StagesForm {
            has_candidates: true,
            // The form that was sent still says what it was filled with.
            was: typed
                .as_ref()
                .map_or(form.was, |fields| fields.get("was").to_owned()),
            ..form
        },
        reason: typed
            .as_ref()
            .map_or(String::new(), |fields| fields.get("reason").to_owned()),
        reasons,
        problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(status, page).await
}

/// Stores the stages of the job in the address.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        match store(&visit, &fields).await {
            Ok(()) => {
                let path = format!("/app/jobs/{}/stages", links::segment(job.id.as_str()));
                Ok(respond::redirect(&format!("{path}?saved=1")))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, job, Some((fields, status, problem))).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let typed = TypedStages::of(fields);
    let request = SetJobStages {
        job_id: visit.id(),
        stages: typed.stages,
        moves: typed.moves,
        reason: fields.some("reason").map(str::to_owned),
    };
    let set = move |app: &App, principal: &Principal| {
        app.if_unchanged(&principal.organization_id, |services| {
            let jobs = services.jobs();
            let job = jobs.get(principal, &request.job_id)?.id;
            let ids = std::slice::from_ref(&job);
            let stored = jobs.stage_lists(&principal.organization_id, ids)?;
            check_unchanged(&typed.was, &stored.get(&job).cloned().unwrap_or_default())?;
            jobs.set_stages(principal, &request)
        })
    };
    visit.run(Operation::SetJobStages, set).await?;
    Ok(())
}
