//! What the board loads: the stages of the job, the first candidates of each, and what their cards say.

use std::collections::HashMap;

use shortlist_app::{App, AppError, CandidateDocument};
use shortlist_domain::{
    Candidate, CandidateFilters, CandidateId, CandidateOrder, CandidateQuery, CandidateStatus,
    JobId, OrderedQuery, PageRequest, Principal, SortKey, Stage, StageId, StageList, StatusFilter,
    Timestamp, UndecidedFilter,
};
use shortlist_transport::UNDECIDED;

/// The most cards in a column of the pipeline.
const CARDS: i32 = 20;
/// The most cards on a page with all columns. Each card has a menu of all stages, so many stages have fewer cards each.
const CARDS_OF_ALL: i32 = 160;
/// The most cards of a stage beside the pipeline.
const CARDS_BESIDE: i32 = 5;
/// The number of cards on a page with one column.
const CARDS_OF_ONE: i32 = 50;

/// Which part of a job's board is wanted.
pub(super) struct BoardQuery {
    pub(super) job: JobId,
    /// The only column that is shown.
    pub(super) only: Option<String>,
    /// The number of the page of that column.
    pub(super) number: i32,
}

/// A column before it is shown.
pub(super) struct LoadedColumn {
    pub(super) stage: Stage,
    pub(super) group: Group,
    /// How many candidates it has.
    pub(super) total: i64,
    /// The first of them, the highest score first.
    pub(super) candidates: Vec<Candidate>,
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
    pub(super) facts: CardFacts,
    pub(super) reasons: Vec<String>,
    pub(super) needs_reason: bool,
}

/// What the cards of all columns say besides the candidates, loaded once for the page.
pub(super) struct CardFacts {
    pub(super) documents: HashMap<CandidateId, CandidateDocument>,
    /// Since when the candidates are in their stages.
    pub(super) since: HashMap<CandidateId, Timestamp>,
}

/// Loads the first candidates of each stage, or a page of one stage.
pub(super) fn load(
    app: &App,
    principal: &Principal,
    query: &BoardQuery,
) -> Result<Loaded, AppError> {
    let organization = &principal.organization_id;
    let job = &query.job;
    let mut lists = app
        .jobs()
        .stage_lists(organization, std::slice::from_ref(job))?;
    let stages = lists.remove(job).unwrap_or_default();
    let counts = app.jobs().stage_counts(organization, job)?;
    let undecided = app.jobs().undecided_count(organization, job)?;
    let policy = app.candidates().rejection_policy(organization)?;
    let groups = groups(&stages);
    let most = most_cards(groups.len());
    let mut columns = Vec::new();
    for (stage, group) in groups {
        let id = column_id(&stage, group);
        if query.only.as_ref().is_some_and(|only| *only != id) {
            continue;
        }
        let in_stage = counts.get(&stage.id).copied().unwrap_or_default();
        let total = match group {
            Group::All => in_stage,
            Group::New => undecided,
            Group::Decided => (in_stage - undecided).max(0),
        };
        let empty = LoadedColumn {
            stage,
            group,
            total,
            candidates: Vec::new(),
            has_next: false,
        };
        columns.push(match total {
            0 => empty,
            _ => empty.filled(app, principal, query, most)?,
        });
    }
    Ok(Loaded {
        facts: CardFacts::load(app, principal, &columns)?,
        stages,
        columns,
        reasons: policy.reasons,
        needs_reason: policy.required,
    })
}

impl LoadedColumn {
    /// Returns whether candidates of the stage have left the pipeline or wait outside of it.
    pub(super) fn is_beside(&self) -> bool {
        match self.stage.status {
            CandidateStatus::OnHold | CandidateStatus::Rejected | CandidateStatus::Withdrawn => {
                true
            }
            CandidateStatus::Active | CandidateStatus::Hired => false,
        }
    }

    /// Loads the candidates of the column: at most `most` if the page shows other columns, too.
    fn filled(
        self,
        app: &App,
        principal: &Principal,
        query: &BoardQuery,
        most: i32,
    ) -> Result<Self, AppError> {
        let size = match &query.only {
            Some(_) => CARDS_OF_ONE,
            None if self.is_beside() => CARDS_BESIDE.min(most),
            None => most,
        };
        let page = PageRequest::parse(("page", query.number), ("size", size))?;
        let listed = OrderedQuery {
            candidates: self.candidates_of(principal, &query.job, page),
            order: CandidateOrder::of(SortKey::Score),
            after: None,
            hides_reviews_from: None,
        };
        let page = app.candidates().list_ordered(principal, &listed)?;
        let candidates = page.candidates.into_iter();
        Ok(Self {
            candidates: candidates.map(|(candidate, _)| candidate).collect(),
            has_next: page.has_next_page,
            ..self
        })
    }

    fn candidates_of(
        &self,
        principal: &Principal,
        job: &JobId,
        page: PageRequest,
    ) -> CandidateQuery {
        let apart = |included: bool, excluded: bool| UndecidedFilter::Apart { included, excluded };
        CandidateQuery {
            organization_id: principal.organization_id.clone(),
            job_id: Some(job.clone()),
            search: None,
            status: StatusFilter::Any,
            filters: CandidateFilters {
                stages: vec![self.stage.id.clone()],
                undecided: match self.group {
                    Group::All => UndecidedFilter::AsActive,
                    Group::New => apart(true, false),
                    Group::Decided => apart(false, true),
                },
                ..CandidateFilters::default()
            },
            page,
            count: false,
        }
    }
}

impl CardFacts {
    fn load(app: &App, principal: &Principal, columns: &[LoadedColumn]) -> Result<Self, AppError> {
        let shown = columns.iter().flat_map(|column| &column.candidates);
        let ids: Vec<CandidateId> = shown.clone().map(|one| one.id.clone()).collect();
        let candidates = app.candidates();
        Ok(Self {
            documents: candidates.documents(principal, &ids)?,
            since: candidates.in_stage_since(principal, shown)?,
        })
    }
}

/// Returns how many cards each of some columns has at most.
fn most_cards(columns: usize) -> i32 {
    let columns = i32::try_from(columns).unwrap_or(CARDS_OF_ALL).max(1);
    (CARDS_OF_ALL / columns).clamp(1, CARDS)
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

#[cfg(test)]
mod tests {
    use shortlist_domain::MAX_STAGES;

    use super::*;

    #[test]
    fn many_stages_have_fewer_cards_each() {
        let usual = groups(&StageList::default()).len();
        assert_eq!(most_cards(usual), CARDS);
        assert_eq!(most_cards(0), CARDS);
        let each = most_cards(MAX_STAGES);
        assert!((1..CARDS).contains(&each), "{each}");
        assert!(each * i32::try_from(MAX_STAGES).unwrap() <= CARDS_OF_ALL);
    }
}
