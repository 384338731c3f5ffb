//! The stages of a job: an ordered list, in which each stage has one candidate status.

use crate::{
    CandidateStatus, InvalidValue, ListProblem, Problem, StageId, StageProblem, TextProblem,
    Timestamp, UserId, plain_text, without_direction_marks,
};

/// The most stages of a job.
pub const MAX_STAGES: usize = 50;
/// The longest name of a stage, in characters.
const MAX_STAGE_NAME_CHARS: usize = 100;

/// A stage of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Its identifier, which stays the same when the stage is renamed or moved in the list.
    pub id: StageId,
    /// Its name.
    pub name: String,
    /// The status of the candidates in it.
    pub status: CandidateStatus,
}

/// Why a stage with candidates cannot change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageInUse {
    /// The new list gives it another status.
    OtherStatus(Stage),
    /// The new list lacks it, and no move says where its candidates go.
    NoMove(Stage),
    /// It has more candidates than can move at once.
    TooManyCandidates {
        /// The stage.
        stage: Stage,
        /// How many can move at once.
        most: usize,
    },
}

/// A stage of a new list, as given.
#[derive(Debug, Clone)]
pub struct StageDraft {
    /// The identifier of an existing stage; `None` for a new one.
    pub id: Option<String>,
    /// Its name.
    pub name: String,
    /// The name of its status.
    pub status: String,
}

/// Where the candidates of a removed stage go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMove {
    /// The removed stage.
    pub from: StageId,
    /// A stage of the new list.
    pub to: StageId,
}

/// A candidate's change from one stage to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageStep {
    /// The stage before. Its name is that of the time of the change.
    pub from: (StageId, String),
    /// The stage after, as it was then.
    pub to: Stage,
    /// Why.
    pub reason: Option<String>,
    /// Who did it; `None` for the operator and the service.
    pub user_id: Option<UserId>,
    /// When.
    pub at: Timestamp,
}

/// An ordered list of stages. It has at least one stage of each status, and no identifier or name twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageList(Vec<Stage>);

impl Default for StageList {
    /// Returns one stage for each status, with the identifier that candidates without a stored stage have.
    fn default() -> Self {
        Self(CandidateStatus::ALL.map(default_stage).to_vec())
    }
}

fn default_stage(status: CandidateStatus) -> Stage {
    let name = match status {
        CandidateStatus::OnHold => "On hold",
        other => other.as_str(),
    };
    Stage {
        id: StageId::of_status(status),
        name: name.to_owned(),
        status,
    }
}

/// The stages of active candidates that a new organization has after the first one.
const RECRUITING_STAGES: [&str; 3] = ["Screening", "Interview", "Offer"];

impl StageList {
    /// Returns the stages of recruiting, which a new organization begins with: Applied, Screening, Interview, Offer and Hired, then
    /// On hold, Rejected and Withdrawn. The default stage of each status stays, because candidates without a stored stage are in it.
    pub fn of_recruiting(new_id: &mut dyn FnMut() -> StageId) -> Self {
        let applied = Stage {
            name: "Applied".to_owned(),
            ..default_stage(CandidateStatus::Active)
        };
        let mut active_stage = |name: &str| Stage {
            id: new_id(),
            name: name.to_owned(),
            status: CandidateStatus::Active,
        };
        let mut stages = vec![applied];
        stages.extend(RECRUITING_STAGES.map(&mut active_stage));
        let others = [
            CandidateStatus::Hired,
            CandidateStatus::OnHold,
            CandidateStatus::Rejected,
            CandidateStatus::Withdrawn,
        ];
        stages.extend(others.map(default_stage));
        Self(stages)
    }

    /// Creates a list. The default stage of each status that no stage has is added at the end.
    ///
    /// # Errors
    /// Returns an error if it is too long, if an identifier or a name occurs twice, or if a default stage has another status.
    pub fn new(mut stages: Vec<Stage>) -> Result<Self, InvalidValue> {
        for status in CandidateStatus::ALL {
            if !stages.iter().any(|stage| stage.status == status) {
                stages.push(default_stage(status));
            }
        }
        if stages.len() > MAX_STAGES {
            return Err(problem(ListProblem::TooMany(MAX_STAGES)));
        }
        for (place, stage) in stages.iter().enumerate() {
            check_default(stage)?;
            let same_name = |other: &&Stage| plain_text(&other.name) == plain_text(&stage.name);
            let earlier = || stages.iter().take(place);
            if earlier().any(|other| other.id == stage.id) {
                return Err(problem(StageProblem::IdTwice(stage.id.to_string())));
            }
            if earlier().find(same_name).is_some() {
                return Err(problem(StageProblem::NameTwice(stage.name.clone())));
            }
        }
        Ok(Self(stages))
    }

    /// Creates a list from drafts. A draft with an identifier is a stage of one of the `known` lists, or a default stage.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or no stage has an identifier, and under the conditions of [`StageList::new`].
    pub fn of_drafts(
        drafts: &[StageDraft],
        known: &[&Self],
        new_id: &mut dyn FnMut() -> StageId,
    ) -> Result<Self, InvalidValue> {
        if drafts.is_empty() || drafts.len() > MAX_STAGES {
            return Err(problem(ListProblem::ItemsOutOfRange(MAX_STAGES)));
        }
        let stage = |draft: &StageDraft| {
            let id = match &draft.id {
                None => new_id(),
                Some(id) => known_id(id, known)?,
            };
            Ok(Stage {
                id,
                name: check_name(&draft.name)?,
                status: CandidateStatus::parse("stages.status", &draft.status)?,
            })
        };
        let stages: Vec<Stage> = drafts
            .iter()
            .map(stage)
            .collect::<Result<_, InvalidValue>>()?;
        Self::new(stages)
    }

    /// Returns the stages in their order.
    pub fn stages(&self) -> &[Stage] {
        &self.0
    }

    /// Finds a stage.
    pub fn find(&self, id: &StageId) -> Option<&Stage> {
        self.0.iter().find(|stage| stage.id == *id)
    }

    /// Returns the stage of a candidate after its status was set: the current one if it has that status, otherwise the first
    /// one that has it. A candidate without a status is active.
    pub fn after_status(&self, current: &StageId, status: Option<CandidateStatus>) -> StageId {
        let status = status.unwrap_or(CandidateStatus::Active);
        if self
            .find(current)
            .is_some_and(|stage| stage.status == status)
        {
            return current.clone();
        }
        let first = self.0.iter().find(|stage| stage.status == status);
        first.map_or_else(|| StageId::of_status(status), |stage| stage.id.clone())
    }

    /// Returns the stage of a new candidate.
    pub fn first(&self) -> StageId {
        self.after_status(&StageId::of_status(CandidateStatus::Active), None)
    }
}

fn problem(problem: impl Into<Problem>) -> InvalidValue {
    InvalidValue::new("stages", problem)
}

/// Refuses a default stage with another status: candidates without a stored stage are in the default stage of their status.
fn check_default(stage: &Stage) -> Result<(), InvalidValue> {
    let of = |status: &CandidateStatus| StageId::of_status(*status) == stage.id;
    match CandidateStatus::ALL.into_iter().find(of) {
        Some(status) if status != stage.status => Err(problem(StageProblem::StatusOfDefault {
            stage: stage.id.to_string(),
            status: status.as_str(),
        })),
        _ => Ok(()),
    }
}

fn known_id(text: &str, known: &[&StageList]) -> Result<StageId, InvalidValue> {
    let id = StageId::parse("stages._id", text)?;
    let is_default = CandidateStatus::ALL.map(StageId::of_status).contains(&id);
    if is_default || known.iter().any(|list| list.find(&id).is_some()) {
        return Ok(id);
    }
    Err(problem(StageProblem::NoSuchStage(id.to_string())))
}

fn check_name(name: &str) -> Result<String, InvalidValue> {
    let name = without_direction_marks(name);
    let name = name.trim();
    let fits = (1..=MAX_STAGE_NAME_CHARS).contains(&name.chars().count());
    if fits && !name.chars().any(char::is_control) {
        return Ok(name.to_owned());
    }
    let problem = TextProblem::NotOneLine(MAX_STAGE_NAME_CHARS);
    Err(InvalidValue::new("stages.name", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(id: Option<&str>, name: &str, status: &str) -> StageDraft {
        StageDraft {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            status: status.to_owned(),
        }
    }

    fn list(drafts: &[StageDraft]) -> Result<StageList, InvalidValue> {
        let mut number = 0;
        let mut new_id = || {
            number += 1;
            StageId::parse("id", &format!("stg_{number}")).unwrap()
        };
        StageList::of_drafts(drafts, &[], &mut new_id)
    }

    fn ids(list: &StageList) -> Vec<&str> {
        list.stages()
            .iter()
            .map(|stage| stage.id.as_str())
            .collect()
    }

    #[test]
    fn the_stages_of_recruiting_are_a_valid_list_that_begins_with_applied() {
        let mut number = 0;
        let list = StageList::of_recruiting(&mut || {
            number += 1;
            StageId::parse("id", &format!("stg_{number}")).unwrap()
        });
        let names: Vec<&str> = list.stages().iter().map(|one| one.name.as_str()).collect();
        let expected = [
            "Applied",
            "Screening",
            "Interview",
            "Offer",
            "Hired",
            "On hold",
            "Rejected",
            "Withdrawn",
        ];
        assert_eq!(names, expected);
        assert_eq!(StageList::new(list.stages().to_vec()).as_ref(), Ok(&list));
        for status in CandidateStatus::ALL {
            let stage = StageId::of_status(status);
            let none = StageId::parse("id", "stg_none").unwrap();
            assert_eq!(list.after_status(&none, Some(status)), stage);
        }
        assert_eq!(list.first(), StageId::of_status(CandidateStatus::Active));
    }

    #[test]
    fn each_status_has_a_stage() {
        let list = list(&[
            draft(None, "Applied", "active"),
            draft(None, "Interview", "Active"),
            draft(Some("Hired"), "Joined", "Hired"),
        ]);
        let expected = ["stg_1", "stg_2", "Hired", "OnHold", "Rejected", "Withdrawn"];
        assert_eq!(ids(&list.unwrap()), expected);
    }

    #[test]
    fn a_status_keeps_the_stage_that_has_it_or_finds_the_first() {
        let list = list(&[
            draft(None, "Applied", "Active"),
            draft(None, "Interview", "Active"),
        ]);
        let list = list.unwrap();
        let id = |text: &str| StageId::parse("id", text).unwrap();
        let active = Some(CandidateStatus::Active);
        assert_eq!(list.after_status(&id("stg_2"), active), id("stg_2"));
        assert_eq!(list.after_status(&id("stg_2"), None), id("stg_2"));
        assert_eq!(list.after_status(&id("Rejected"), active), id("stg_1"));
        let hired = Some(CandidateStatus::Hired);
        assert_eq!(list.after_status(&id("stg_2"), hired), id("Hired"));
        assert_eq!(list.first(), id("stg_1"));
    }

    #[test]
    fn a_list_with_a_mistake_is_refused() {
        for bad in [
            vec![],
            vec![draft(Some("stg_9"), "Unknown", "Active")],
            vec![draft(Some("Active"), "Active", "Hired")],
            vec![draft(None, " ", "Active")],
            vec![draft(None, "a\nb", "Active")],
            vec![draft(None, "One", "Dreaming")],
            vec![draft(None, "One", "Active"), draft(None, "ONE", "Active")],
            vec![draft(None, "rejected", "Active")],
            vec![
                draft(Some("Hired"), "A", "Hired"),
                draft(Some("Hired"), "B", "Hired"),
            ],
        ] {
            assert!(list(&bad).is_err(), "{bad:?}");
        }
        let many = (0..47).map(|number| draft(None, &format!("{number}"), "Active"));
        let many: Vec<_> = many.collect();
        assert!(list(&many[..46]).is_ok());
        assert!(list(&many).is_err(), "four default stages are added");
    }
}
