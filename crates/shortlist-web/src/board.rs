//! The candidates of a job in columns, one for each stage.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, MoveCandidates, Operation};
use shortlist_domain::{
    Candidate, CandidateFilters, CandidateQuery, CandidateStatus, InvalidValue, JobId, PageRequest,
    Principal, Stage, StageId, StageList, StatusFilter, UndecidedFilter,
};
use shortlist_transport::UNDECIDED;

use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::name_of;
use crate::ranking::{JobHead, count_outdated, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond, status};

/// The number of cards in a column of the board.
const CARDS: i32 = 20;
/// The number of cards on a page with one column.
const CARDS_OF_ONE: i32 = 50;

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    frame: Frame,
    job: JobHead,
    columns: Vec<Column>,
    stages: Vec<Choice>,
    reasons: Vec<String>,
    /// Whether only one stage is shown.
    is_one: bool,
    /// The addresses of the pages before and after, of a page with one column.
    previous: Option<String>,
    next: Option<String>,
    notice: Notice,
    /// How many candidates were scored with an earlier text of the job.
    outdated: i64,
}

/// What the page says about the form that was sent.
#[derive(Default)]
struct Notice {
    saved: String,
    problem: String,
    typed: Fields,
}

impl Notice {
    fn typed(&self, name: &str) -> &str {
        self.typed.get(name)
    }

    /// Returns whether the form moved this candidate to this stage.
    fn is_typed(&self, candidate: &str, stage: &str) -> bool {
        self.typed("candidate") == candidate && self.typed("to") == stage
    }
}

/// A stage with its first candidates, or those whom nobody has decided about.
struct Column {
    /// Its name in addresses.
    id: String,
    /// Whether it has none of the candidates without a decision who are in its stage.
    is_decided: bool,
    name: String,
    class: &'static str,
    total: i64,
    cards: Vec<Card>,
    /// The address of all candidates of the stage, if there are more than the cards.
    more: Option<String>,
}

/// A candidate of a column.
struct Card {
    id: String,
    name: String,
    code: String,
    score: String,
    reason: String,
    /// Whether nobody has decided about the candidate, in a column that has others too.
    is_new: bool,
}

/// A stage to which a candidate can be moved.
struct Choice {
    id: String,
    name: String,
    needs_reason: bool,
}

/// A column before it is shown: the stage, whether it is about candidates without a decision, how many there are, the first of them,
/// and whether there are more.
struct LoadedColumn {
    stage: Stage,
    group: Group,
    total: i64,
    cards: Vec<Candidate>,
    has_next: bool,
}

/// Which candidates of a stage are in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    All,
    /// Those whom nobody has decided about. They are in the stage of active candidates, where stages have no names of their own.
    New,
    Decided,
}

/// What the board loads.
struct Loaded {
    stages: StageList,
    columns: Vec<LoadedColumn>,
    reasons: Vec<String>,
    needs_reason: bool,
}

/// Shows the board, or one of its columns.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let moved = moved(&visit, &fields).await;
        let notice = Notice {
            saved: moved,
            ..Notice::default()
        };
        show(&visit, StatusCode::OK, &fields, notice).await
    };
    answer(&request, shown).await
}

/// Returns the message about the candidate who was moved just before.
async fn moved(visit: &Visit, fields: &Fields) -> String {
    let Some(id) = fields.some("moved").map(str::to_owned) else {
        return String::new();
    };
    let find = move |app: &App, principal: &Principal| app.candidates().get(principal, &id);
    let found = visit.run(Operation::GetCandidate, find).await;
    found.map_or(String::new(), |candidate| {
        format!("{} is moved.", name_of(&candidate))
    })
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    fields: &Fields,
    notice: Notice,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let only = fields.some("stage").map(str::to_owned);
    let number = fields.get("page").parse::<i32>().unwrap_or(1).max(1);
    let (id, wanted) = (job.id.clone(), only.clone());
    let load = move |app: &App, principal: &Principal| load(app, principal, &id, wanted, number);
    let loaded = visit.run(Operation::GetCandidates, load).await?;
    let path = format!("/app/jobs/{}/board", job.id);
    let has_next = loaded.columns.iter().any(|column| column.has_next);
    let address = |stage: &str, number: i32| {
        let number = number.to_string();
        let number = if number == "1" { "" } else { &number };
        links::with_fields(&path, &[("stage", stage), ("page", number)])
    };
    let one = only.as_deref();
    let page = BoardPage {
        outdated: count_outdated(visit).await?,
        frame: visit.frame(),
        job: JobHead::of(&job),
        previous: one
            .filter(|_| number > 1)
            .map(|stage| address(stage, number - 1)),
        next: one
            .filter(|_| has_next)
            .map(|stage| address(stage, number.saturating_add(1))),
        is_one: one.is_some(),
        stages: loaded
            .stages
            .stages()
            .iter()
            .map(|stage| Choice::of(stage, loaded.needs_reason))
            .collect(),
        columns: loaded
            .columns
            .into_iter()
            .map(|column| Column::of(column, |stage| address(stage, 1)))
            .collect(),
        reasons: loaded.reasons,
        notice,
    };
    visit.page_with_status(status, page).await
}

/// Loads the first candidates of each stage, or a page of one stage.
fn load(
    app: &App,
    principal: &Principal,
    job: &JobId,
    only: Option<String>,
    number: i32,
) -> Result<Loaded, AppError> {
    let organization = &principal.organization_id;
    let mut lists = app
        .jobs()
        .stage_lists(organization, std::slice::from_ref(job))?;
    let stages = lists.remove(job).unwrap_or_default();
    let counts = app.jobs().stage_counts(organization, job)?;
    let policy = app.candidates().rejection_policy(organization)?;
    let size = if only.is_some() { CARDS_OF_ONE } else { CARDS };
    let undecided = app.jobs().undecided_count(organization, job)?;
    let mut columns = Vec::new();
    for (stage, group) in groups(&stages) {
        if only
            .as_ref()
            .is_some_and(|only| *only != column_id(&stage, group))
        {
            continue;
        }
        let in_stage = counts.get(&stage.id).copied().unwrap_or_default();
        let total = match group {
            Group::All => in_stage,
            Group::New => undecided,
            Group::Decided => (in_stage - undecided).max(0),
        };
        let query = query_of(principal, job, &stage, group, number, size)?;
        let page = match total {
            0 => None,
            _ => Some(app.candidates().list(principal, &query)?),
        };
        let (cards, has_next) =
            page.map_or((Vec::new(), false), |page| (page.items, page.has_next_page));
        columns.push(LoadedColumn {
            stage,
            group,
            total,
            cards,
            has_next,
        });
    }
    Ok(Loaded {
        stages,
        columns,
        reasons: policy.reasons,
        needs_reason: policy.required,
    })
}

/// Returns the columns of a list of stages. Candidates without a decision have a column of their own before the active ones, unless
/// the organization has given the stages names of its own.
fn groups(stages: &StageList) -> Vec<(Stage, Group)> {
    let active = StageId::of_status(CandidateStatus::Active);
    let are_statuses = *stages == StageList::default();
    let mut groups = Vec::new();
    for stage in stages.stages() {
        let kinds: &[Group] = if are_statuses && stage.id == active {
            &[Group::New, Group::Decided]
        } else {
            &[Group::All]
        };
        groups.extend(kinds.iter().map(|group| (stage.clone(), *group)));
    }
    groups
}

/// Returns the name of a column in addresses.
fn column_id(stage: &Stage, group: Group) -> String {
    match group {
        Group::New => UNDECIDED.to_owned(),
        Group::All | Group::Decided => stage.id.to_string(),
    }
}

fn query_of(
    principal: &Principal,
    job: &JobId,
    stage: &Stage,
    group: Group,
    number: i32,
    size: i32,
) -> Result<CandidateQuery, AppError> {
    let apart = |included: bool, excluded: bool| UndecidedFilter::Apart { included, excluded };
    Ok(CandidateQuery {
        organization_id: principal.organization_id.clone(),
        job_id: Some(job.clone()),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters {
            stages: vec![stage.id.clone()],
            undecided: match group {
                Group::All => UndecidedFilter::AsActive,
                Group::New => apart(true, false),
                Group::Decided => apart(false, true),
            },
            ..CandidateFilters::default()
        },
        page: PageRequest::parse(("page", number), ("size", size))?,
        count: false,
    })
}

impl Column {
    fn of(column: LoadedColumn, address: impl Fn(&str) -> String) -> Self {
        let LoadedColumn {
            stage,
            group,
            total,
            cards,
            has_next,
        } = column;
        let id = column_id(&stage, group);
        let status = Some(stage.status).filter(|_| group != Group::New);
        Self {
            more: has_next.then(|| address(&id)),
            class: status::class(status),
            is_decided: group == Group::Decided,
            name: match group {
                Group::New => status::label(None).to_owned(),
                Group::All | Group::Decided => stage.name,
            },
            total,
            cards: cards
                .into_iter()
                .map(|candidate| Card::of(candidate, group))
                .collect(),
            id,
        }
    }
}

impl Card {
    fn of(candidate: Candidate, group: Group) -> Self {
        Self {
            is_new: candidate.status.is_none() && group == Group::All,
            name: name_of(&candidate),
            code: candidate.code.to_string(),
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            reason: candidate.status_reason.unwrap_or_default(),
            id: candidate.id.into_string(),
        }
    }
}

impl Choice {
    fn of(stage: &Stage, needs_reason: bool) -> Self {
        Self {
            id: stage.id.to_string(),
            name: stage.name.clone(),
            needs_reason: needs_reason && stage.status == CandidateStatus::Rejected,
        }
    }
}

/// Moves a candidate to another stage, unless somebody has moved the candidate since the board was shown.
pub(crate) async fn move_candidate(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let address = visit.address_fields();
        let only = address.get("stage").to_owned();
        let path = format!("/app/jobs/{}/board", links::segment(&visit.id()));
        find_job(&visit).await?;
        let candidate = fields.get("candidate").to_owned();
        match store(&visit, &fields).await {
            Ok(()) => {
                let shown = [("stage", only.as_str()), ("moved", &candidate)];
                Ok(respond::redirect(&links::with_fields(&path, &shown)))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let notice = Notice {
                    problem,
                    typed: fields,
                    ..Notice::default()
                };
                show(&visit, status, &address, notice).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let fields = fields.clone();
    let change = move |app: &App, principal: &Principal| {
        app.if_unchanged(&principal.organization_id, |services| {
            let candidates = services.candidates();
            let candidate = candidates.get(principal, fields.get("candidate"))?;
            if fields.some("to").is_none() {
                return Err(InvalidValue::new("stage", "choose where the candidate goes").into());
            }
            let is_there = |from: &str| match from {
                UNDECIDED => candidate.status.is_none(),
                // The column of active candidates has nobody without a decision.
                from => {
                    let is_left_out = fields.has("decided") && candidate.status.is_none();
                    from == candidate.stage_id.as_str() && !is_left_out
                }
            };
            if fields.some("from").is_some_and(|from| !is_there(from)) {
                return Err(AppError::Conflict(format!(
                    "Someone else has moved {} in the meantime. The board shows the current stage. Move the candidate again if you still want to",
                    name_of(&candidate)
                )));
            }
            let request = MoveCandidates {
                candidate_ids: vec![candidate.id.to_string()],
                stage_id: fields.get("to").to_owned(),
                reason: fields.some("reason").map(str::to_owned),
            };
            candidates.move_to_stage(principal, &request)
        })
    };
    visit.run(Operation::MoveCandidates, change).await?;
    Ok(())
}
