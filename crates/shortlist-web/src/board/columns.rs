//! The columns of the board as its page shows them.

use shortlist_domain::{Candidate, CandidateStatus, Stage};

use super::load::{Group, LoadedColumn, column_id};
use crate::naming::name_of;
use crate::status;

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

/// A candidate of a column.
pub(super) struct Card {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) code: String,
    pub(super) score: String,
    pub(super) reason: String,
    /// Whether nobody has decided about the candidate, in a column that has others too.
    pub(super) is_new: bool,
}

/// A stage to which a candidate can be moved.
pub(super) struct Choice {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) needs_reason: bool,
}

impl Column {
    pub(super) fn of(column: LoadedColumn, address: impl Fn(&str) -> String) -> Self {
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
    pub(super) fn of(stage: &Stage, needs_reason: bool) -> Self {
        Self {
            id: stage.id.to_string(),
            name: stage.name.clone(),
            needs_reason: needs_reason && stage.status == CandidateStatus::Rejected,
        }
    }
}
