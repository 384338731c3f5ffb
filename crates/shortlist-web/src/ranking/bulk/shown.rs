//! The statuses that a page showed before candidates are changed.

use std::collections::HashMap;

use shortlist_domain::{Candidate, CandidateId};

use super::SELECTED;
use super::selection::selected;
use crate::changed_meanwhile::ChangedMeanwhile;
use crate::form::Fields;
use crate::naming::name_of;
use crate::status::label;

/// The value of a candidate's field in the list. The page that asks for a confirmation has the status there.
const CHOSEN: &str = "1";

/// The candidates of a page that asked for a confirmation, with the statuses that it showed.
pub(super) struct ShownStatuses(Vec<(CandidateId, String)>);

impl ShownStatuses {
    /// Reads what the page showed. The list of candidates does not say which statuses it showed.
    pub(super) fn read(fields: &Fields) -> Self {
        let shown = selected(fields).into_iter().filter_map(|id| {
            let status = fields.get(&format!("{SELECTED}{id}"));
            let id = CandidateId::parse("candidateIds", &id).ok()?;
            (!["", CHOSEN].contains(&status)).then(|| (id, status.to_owned()))
        });
        Self(shown.collect())
    }

    /// Returns the candidates.
    pub(super) fn ids(&self) -> Vec<CandidateId> {
        self.0.iter().map(|(id, _)| id.clone()).collect()
    }

    /// Returns an error that names those who have another status now.
    pub(super) fn check(
        &self,
        now: &HashMap<CandidateId, Candidate>,
    ) -> Result<(), ChangedMeanwhile> {
        let (mut names, mut gone) = (Vec::new(), 0);
        for (id, shown) in &self.0 {
            match now.get(id) {
                None => gone += 1,
                Some(candidate) if label(candidate.status) != shown => {
                    names.push(name_of(candidate));
                }
                Some(_) => {}
            }
        }
        if names.is_empty() && gone == 0 {
            return Ok(());
        }
        Err(ChangedMeanwhile::Statuses { names, gone })
    }
}
