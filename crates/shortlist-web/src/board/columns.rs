//! The columns of the board as its page shows them.

use shortlist_domain::{CandidateStatus, Stage, Timestamp};

use super::card::Card;
use super::load::{CardFacts, Group, LoadedColumn, column_id};
use crate::status;

/// The stages that follow one another, or those beside them.
pub(super) struct Part {
    pub(super) class: &'static str,
    /// What a screen reader calls it.
    pub(super) label: &'static str,
    pub(super) columns: Vec<Column>,
}

/// A stage with its first candidates, or those whom nobody has decided about.
pub(super) struct Column {
    /// Its name in addresses.
    pub(super) id: String,
    /// Whether it has none of the candidates without a decision who are in its stage.
    pub(super) is_decided: bool,
    pub(super) name: String,
    pub(super) class: &'static str,
    pub(super) total: i64,
    pub(super) cards: Vec<Card>,
    /// The address of all candidates of the stage, if there are more than the cards.
    pub(super) more: Option<String>,
}

/// A stage to which a candidate can be moved.
pub(super) struct Choice {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) needs_reason: bool,
}

impl Part {
    /// Returns the pipeline and the stages beside it, each unless it has no column. Columns keep their order.
    pub(super) fn all(
        columns: Vec<LoadedColumn>,
        show: impl Fn(LoadedColumn) -> Column,
    ) -> Vec<Self> {
        let (beside, pipeline): (Vec<_>, Vec<_>) =
            columns.into_iter().partition(LoadedColumn::is_beside);
        let part = |class, label, columns: Vec<LoadedColumn>| Self {
            class,
            label,
            columns: columns.into_iter().map(&show).collect(),
        };
        let parts = [
            part("pipeline", "Pipeline", pipeline),
            part("beside", "Beside the pipeline", beside),
        ];
        let parts = parts.into_iter();
        parts.filter(|part| !part.columns.is_empty()).collect()
    }
}

impl Column {
    pub(super) fn of(
        column: LoadedColumn,
        address: impl Fn(&str) -> String,
        facts: &CardFacts,
        now: Timestamp,
    ) -> Self {
        let LoadedColumn {
            stage,
            group,
            total,
            candidates,
            has_next,
        } = column;
        let id = column_id(&stage, group);
        let status = Some(stage.status).filter(|_| group != Group::New);
        let cards = candidates.into_iter();
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
                .map(|candidate| Card::of(candidate, group, facts, now))
                .collect(),
            id,
        }
    }
}

impl Choice {
    pub(super) fn of(stage: &Stage, needs_reason: bool) -> Self {
        Self {
            id: stage.id.to_string(),
            name: stage.name.clone(),
            needs_reason: needs_reason && stage.status == CandidateStatus::Rejected,
        }
    }
}
