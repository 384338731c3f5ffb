//! Corrections by candidates of what was read from their resumes, and the new score.

mod checks;
mod entries;

pub use entries::{CorrectableEntry, CorrectableValue};

use shortlist_domain::{Candidate, Correction, Principal, ScoreReceipt, apply_corrections};
use shortlist_persistence::{CorrectionOutcome, MAX_CORRECTIONS, StoredResume, Writer};

use crate::access::job_access::visible_candidate;
use crate::blind::check_revealed;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::Limited;
use crate::error::AppError;
use crate::operations::Operation;
use crate::scores::{CandidateReceipt, Scores};
use crate::unchanged::if_unchanged;

/// A correction as the caller sends it.
#[derive(Debug, Clone, Default)]
pub struct CorrectResume {
    /// The candidate, by identifier or code.
    pub candidate_id: String,
    /// The number of the entry.
    pub entry: i32,
    /// The field and the value that the candidate states. An empty value states that there is none.
    pub stated: StatedValue,
    /// The value that counted when the caller looked, empty for none. Without it, any value is replaced.
    pub seen: Option<String>,
}

/// A value as the caller sends it.
#[derive(Debug, Clone, Default)]
pub struct StatedValue {
    /// The name of the field.
    pub field: String,
    /// The value.
    pub value: String,
}

/// An entry that the resume lacks, as the caller sends it.
#[derive(Debug, Clone, Default)]
pub struct AddResumeEntry {
    /// The candidate, by identifier or code.
    pub candidate_id: String,
    /// The values of one position or of one degree, or a skill.
    pub values: Vec<StatedValue>,
}

/// The receipts before and after a correction. Both are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrectedScore {
    /// The candidate.
    pub candidate: Candidate,
    /// The number of the entry that was corrected or added.
    pub entry: usize,
    /// The receipt before, under the current weights.
    pub before: ScoreReceipt,
    /// The new receipt.
    pub after: ScoreReceipt,
}

impl Scores<'_> {
    /// Stores a correction next to the parsed value, and scores the candidate again for the same day. Both receipts are kept.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate, if the resume has no such entry, or if the value is
    /// invalid or counts already. A conflict if another value counts than the caller saw.
    pub fn correct(
        &self,
        principal: &Principal,
        request: &CorrectResume,
    ) -> Result<CorrectedScore, AppError> {
        self.store_and_score(
            principal,
            Operation::CorrectResume,
            &request.candidate_id,
            |stored| Ok(vec![self.check_correction(principal, request, stored)?]),
        )
    }

    /// Stores an entry that the resume lacks, and scores the candidate again for the same day. Both receipts are kept.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate, or if the values are invalid or belong to several entries.
    pub fn add_entry(
        &self,
        principal: &Principal,
        request: &AddResumeEntry,
    ) -> Result<CorrectedScore, AppError> {
        self.store_and_score(
            principal,
            Operation::AddResumeEntry,
            &request.candidate_id,
            |stored| self.check_new_entry(principal, &request.values, stored),
        )
    }

    /// Stores the corrections that `check` returns for the resume and its earlier corrections, and scores the candidate again.
    fn store_and_score(
        &self,
        principal: &Principal,
        operation: Operation,
        candidate_id: &str,
        check: impl Fn(&StoredResume) -> Result<Vec<Correction>, AppError>,
    ) -> Result<CorrectedScore, AppError> {
        let organization = &principal.organization_id;
        let Recorded {
            candidate,
            before,
            entry,
        } = if_unchanged(self.store, self.writers, organization, |writers| {
            let (candidate, stored) = self.correctable(principal, candidate_id)?;
            let before = self.current_receipt(&candidate)?;
            let new = check(&stored)?;
            let writer = writers.for_caller(principal, operation);
            store(&writer, &candidate, &stored, &new)?;
            let entry = new.first().map_or(0, |correction| correction.entry);
            Ok(Recorded {
                candidate,
                before,
                entry,
            })
        })?;
        self.rescore_candidate(&principal.party(), &candidate, before.as_of)?;
        Ok(CorrectedScore {
            candidate: visible_candidate(self.store, principal, &candidate.id)?,
            entry,
            after: self.current_receipt(&candidate)?,
            before,
        })
    }

    /// Returns the receipt of a candidate under the current weights.
    fn current_receipt(&self, candidate: &Candidate) -> Result<ScoreReceipt, AppError> {
        let ids = std::slice::from_ref(&candidate.id);
        let organization = &candidate.organization_id;
        let mut receipts = self.store.scores().load_receipts(organization, ids)?;
        let receipt = receipts.remove(&candidate.id).ok_or(NO_CANDIDATE)?;
        Ok(CandidateReceipt::under_current_weights(receipt).receipt)
    }

    /// Lists the corrections of a candidate, the earliest first.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate.
    pub fn corrections(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<Vec<Correction>, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        check_revealed(self.store, principal, &id)?;
        Ok(self
            .store
            .candidates()
            .list_corrections(organization, &id)?)
    }

    /// Returns a candidate with the entries of the resume that can be corrected.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate.
    pub fn correctable_entries(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<(Candidate, Vec<CorrectableEntry>), AppError> {
        let (candidate, stored) = self.correctable(principal, candidate_id)?;
        Ok((candidate, entries::of(&stored)))
    }

    fn correctable(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<(Candidate, StoredResume), AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, candidate_id)?;
        let candidate = visible_candidate(self.store, principal, &id)?;
        check_revealed(self.store, principal, &id)?;
        let ids = std::slice::from_ref(&id);
        let mut resumes = self.store.candidates().load_resumes(organization, ids)?;
        let stored = resumes.remove(&id).ok_or(NO_CANDIDATE)?;
        Ok((candidate, stored))
    }
}

/// What is known once corrections are stored.
struct Recorded {
    candidate: Candidate,
    before: ScoreReceipt,
    entry: usize,
}

/// Stores new corrections of a resume.
fn store(
    writer: &Writer<'_>,
    candidate: &Candidate,
    stored: &StoredResume,
    new: &[Correction],
) -> Result<(), AppError> {
    let all = [stored.corrections.as_slice(), new].concat();
    let corrected = apply_corrections(&all, stored.parsed());
    match writer
        .candidates()
        .add_corrections(candidate, new, &corrected)?
    {
        CorrectionOutcome::Stored => Ok(()),
        CorrectionOutcome::NotFound => Err(NO_CANDIDATE),
        CorrectionOutcome::TooMany => {
            let most = usize::try_from(MAX_CORRECTIONS).unwrap_or(usize::MAX);
            Err(AppError::too_many(Limited::Corrections, most))
        }
    }
}
