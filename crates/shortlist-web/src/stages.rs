//! The form for a list of stages.

use std::collections::HashMap;

use shortlist_domain::{
    CandidateStatus, InvalidValue, MAX_STAGES, NumberProblem, Stage, StageDraft, StageId, StageList,
};

use crate::changed_meanwhile::ChangedMeanwhile;
use crate::form::Fields;
use crate::status::{self, StatusChoice};

/// The number of empty rows for new stages.
const NEW_ROWS: usize = 3;

/// The form for a list of stages.
pub(crate) struct StagesForm {
    pub(crate) rows: Vec<StageRow>,
    /// The stored list in one text. It is compared with the stored one when the form is sent.
    pub(crate) was: String,
    /// Whether others have changed the list since the form was filled.
    pub(crate) is_stale: bool,
    /// The identifiers and names of the stages to which the candidates of a removed stage can go.
    pub(crate) targets: Vec<(String, String)>,
    /// Whether stages have candidates. Those of a template have none.
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
    /// Its place in the order.
    pub(crate) place: String,
    pub(crate) count: i64,
    pub(crate) is_removed: bool,
    /// The stage to which the candidates of this one go.
    pub(crate) target: String,
}

/// A list of stages as typed.
pub(crate) struct TypedStages {
    pub(crate) stages: Vec<StageDraft>,
    /// Pairs of a removed stage and the stage to which its candidates go.
    pub(crate) moves: Vec<(String, String)>,
    was: String,
}

impl TypedStages {
    /// Reads the form. Rows have the order of the numbers that were typed; those without a number come last. New rows without a name are
    /// left out.
    ///
    /// # Errors
    /// Returns an error if the order of a row is not a number.
    pub(crate) fn of(fields: &Fields) -> Result<Self, InvalidValue> {
        let rows = rows_of(fields).into_iter();
        let rows = rows.filter(|row| !(row.id.is_empty() && row.name.is_empty()));
        let placed = rows.map(|row| Ok((row.place()?, row)));
        let mut rows: Vec<(f64, StageRow)> = placed.collect::<Result<_, InvalidValue>>()?;
        rows.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut typed = Self {
            stages: Vec::new(),
            moves: Vec::new(),
            was: fields.get("was").to_owned(),
        };
        for (_, row) in rows {
            if !row.is_removed {
                typed.stages.push(StageDraft {
                    status: fields.get(&format!("status.{}", row.number)).to_owned(),
                    id: Some(row.id).filter(|id| !id.is_empty()),
                    name: row.name,
                });
            } else if !row.target.is_empty() {
                typed.moves.push((row.id, row.target));
            }
        }
        Ok(typed)
    }

    /// Refuses a form that was filled with another list than the stored one.
    pub(crate) fn check_unchanged(&self, stored: &StageList) -> Result<(), ChangedMeanwhile> {
        if self.was == described(stored) {
            return Ok(());
        }
        Err(ChangedMeanwhile::Stages)
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
    fn of(stage: &Stage, number: usize) -> Self {
        Self {
            number,
            id: stage.id.to_string(),
            name: stage.name.clone(),
            statuses: status::choices(stage.status.as_str()),
            place: number.to_string(),
            ..Self::default()
        }
    }

    fn new(number: usize) -> Self {
        Self {
            number,
            statuses: status::choices(CandidateStatus::Active.as_str()),
            ..Self::default()
        }
    }

    fn place(&self) -> Result<f64, InvalidValue> {
        if self.place.is_empty() {
            return Ok(f64::MAX);
        }
        let place = self.place.replace(',', ".").parse().ok();
        place
            .filter(|place: &f64| place.is_finite())
            .ok_or_else(|| {
                let problem = NumberProblem::NotPlace(self.name.clone());
                InvalidValue::new("order", problem)
            })
    }
}

impl StagesForm {
    /// Returns the form for a stored list, or with what was typed. A template has no numbers of candidates.
    pub(crate) fn of(
        stored: &StageList,
        counts: Option<&HashMap<StageId, i64>>,
        typed: Option<&Fields>,
    ) -> Self {
        let stages = stored.stages();
        let mut rows = match typed {
            Some(fields) => rows_of(fields),
            None => stages
                .iter()
                .zip(1..)
                .map(|(stage, number)| StageRow::of(stage, number))
                .collect(),
        };
        for row in &mut rows {
            match stages.iter().find(|stage| stage.id.as_str() == row.id) {
                Some(stage) => row.count = candidates_of(&stage.id, counts),
                // Somebody else has removed the stage, so it would be a new one.
                None => row.id = String::new(),
            }
        }
        let next = rows.last().map_or(1, |row| row.number + 1);
        let is_free = |row: &&StageRow| row.id.is_empty() && row.name.is_empty();
        let missing = NEW_ROWS.saturating_sub(rows.iter().filter(is_free).count());
        rows.extend((next..).take(missing).map(StageRow::new));
        let was = described(stored);
        let target = |stage: &Stage| (stage.id.to_string(), stage.name.clone());
        Self {
            rows,
            is_stale: typed.is_some_and(|fields| fields.get("was") != was),
            was,
            targets: stages.iter().map(target).collect(),
            has_candidates: counts.is_some(),
        }
    }
}

fn candidates_of(stage: &StageId, counts: Option<&HashMap<StageId, i64>>) -> i64 {
    let count = counts.and_then(|counts| counts.get(stage));
    count.copied().unwrap_or_default()
}

/// Describes a list in one text.
fn described(list: &StageList) -> String {
    let stages = list.stages().iter();
    let lines =
        stages.map(|stage| format!("{} ({})", stage.name, status::label(Some(stage.status))));
    lines.collect::<Vec<_>>().join("\n")
}
