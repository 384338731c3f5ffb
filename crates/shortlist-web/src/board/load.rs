//! What the board loads: the stages of the job, and the first candidates of each.

use shortlist_app::{App, AppError};
use shortlist_domain::{
    Candidate, CandidateFilters, CandidateQuery, CandidateStatus, JobId, PageRequest, Principal,
    Stage, StageId, StageList, StatusFilter, UndecidedFilter,
};
use shortlist_transport::UNDECIDED;

/// The number of cards in a column of the board.
const CARDS: i32 = 20;
/// The number of cards on a page with one column.
const CARDS_OF_ONE: i32 = 50;

/// A column before it is shown: the stage, whether it is about candidates without a decision, how many there are, the first of them,
/// and whether there are more.
pub(super) struct LoadedColumn {
    pub(super) stage: Stage,
    pub(super) group: Group,
    pub(super) total: i64,
    pub(super) cards: Vec<Candidate>,
    pub(super) has_next: bool,
}

/// Which candidates of a stage are in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    All,
    /// Those whom nobody has decided about. They are in the stage of active candidates, where stages have no names of their own.
    New,
    Decided,
}

/// What the board loads.
pub(super) struct Loaded {
    pub(super) stages: StageList,
    pub(super) columns: Vec<LoadedColumn>,
    pub(super) reasons: Vec<String>,
    pub(super) needs_reason: bool,
}

/// Loads the first candidates of each stage, or a page of one stage.
pub(super) fn load(
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
pub(super) fn column_id(stage: &Stage, group: Group) -> String {
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
