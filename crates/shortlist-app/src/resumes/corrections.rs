//! Corrections by candidates of what was read from their resumes, and the new score.

use shortlist_domain::{
    Candidate, CandidateProblem, CorrectedField, Correction, InvalidValue, PartialDate, Position,
    Principal, Resume, ScoreReceipt, TimeProblem, apply_corrections,
};
use shortlist_persistence::{CorrectionOutcome, MAX_CORRECTIONS, StoredResume};

use crate::access::job_access::visible_candidate;
use crate::blind::check_revealed;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::{CandidateConflict, Limited};
use crate::error::AppError;
use crate::operations::Operation;
use crate::scores::{CandidateReceipt, Scores};
use crate::unchanged::if_unchanged;
use crate::writers::Writers;

/// A correction as the caller sends it.
#[derive(Debug, Clone, Default)]
pub struct CorrectResume {
    /// The candidate, by identifier or code.
    pub candidate_id: String,
    /// The index of the position or degree, from 0.
    pub entry: i32,
    /// The name of the field.
    pub field: String,
    /// The value that the candidate states.
    pub value: String,
    /// The value that counted when the caller looked, empty for none. Without it, any value is replaced.
    pub seen: Option<String>,
}

/// The receipts before and after a correction. Both are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrectedScore {
    /// The candidate.
    pub candidate: Candidate,
    /// The receipt before, under the current weights.
    pub before: ScoreReceipt,
    /// The new receipt.
    pub after: ScoreReceipt,
}

/// An entry of a resume with its values, for the form of corrections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectableEntry {
    /// The index among the positions or among the degrees.
    pub entry: usize,
    /// Whether it is a position. Otherwise, it is a degree.
    pub is_position: bool,
    /// The resume's words for it: title and employer, or the degree.
    pub name: String,
    /// The values by field.
    pub values: Vec<CorrectableValue>,
}

/// A value that can be corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectableValue {
    /// The field.
    pub field: CorrectedField,
    /// The value that was read.
    pub parsed: Option<String>,
    /// The value that counts.
    pub current: Option<String>,
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
        let organization = &principal.organization_id;
        let (candidate, before) =
            if_unchanged(self.store, self.writers, organization, |writers| {
                self.store_correction(writers, principal, request)
            })?;
        self.rescore_candidate(&principal.party(), &candidate, before.as_of)?;
        let ids = std::slice::from_ref(&candidate.id);
        let mut receipts = self.store.scores().load_receipts(organization, ids)?;
        let after = receipts.remove(&candidate.id).ok_or(NO_CANDIDATE)?;
        Ok(CorrectedScore {
            candidate: visible_candidate(self.store, principal, &candidate.id)?,
            before,
            after: CandidateReceipt::under_current_weights(after).receipt,
        })
    }

    /// Stores a correction that fits the resume and the corrections before it. Returns the candidate and the receipt before.
    fn store_correction(
        &self,
        writers: &Writers,
        principal: &Principal,
        request: &CorrectResume,
    ) -> Result<(Candidate, ScoreReceipt), AppError> {
        let organization = &principal.organization_id;
        let (candidate, stored) = self.correctable(principal, &request.candidate_id)?;
        let correction = self.correction(principal, request, &stored)?;
        let ids = std::slice::from_ref(&candidate.id);
        let mut receipts = self.store.scores().load_receipts(organization, ids)?;
        let before = receipts.remove(&candidate.id).ok_or(NO_CANDIDATE)?;
        let before = CandidateReceipt::under_current_weights(before).receipt;
        let writer = writers.for_caller(principal, Operation::CorrectResume);
        match writer
            .candidates()
            .add_correction(organization, &candidate.id, &correction)?
        {
            CorrectionOutcome::Stored => Ok((candidate, before)),
            CorrectionOutcome::NotFound => Err(NO_CANDIDATE),
            CorrectionOutcome::TooMany => {
                let most = usize::try_from(MAX_CORRECTIONS).unwrap_or(usize::MAX);
                Err(AppError::too_many(Limited::Corrections, most))
            }
        }
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
        Ok((candidate, entries(&stored)))
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

    /// Checks a correction against the resume.
    fn correction(
        &self,
        principal: &Principal,
        request: &CorrectResume,
        stored: &StoredResume,
    ) -> Result<Correction, AppError> {
        let field = CorrectedField::parse("field", &request.field)?;
        let entry = usize::try_from(request.entry).unwrap_or(usize::MAX);
        let parsed = stored.parsed();
        if !field.has_entry(parsed, entry) {
            let problem = CandidateProblem::NoSuchEntry;
            return Err(InvalidValue::new("entry", problem).into());
        }
        let current = field.value_in(&stored.resume, entry);
        let counts = current.as_deref().unwrap_or_default();
        if request.seen.as_deref().is_some_and(|seen| seen != counts) {
            let changed = CandidateConflict::CorrectedMeanwhile(field);
            return Err(AppError::conflict(changed));
        }
        let stated = field.check("value", &request.value)?;
        if current.as_ref() == Some(&stated) {
            return Err(InvalidValue::new("value", CandidateProblem::NothingToCorrect).into());
        }
        let correction = Correction {
            entry,
            field,
            parsed: field.value_in(parsed, entry),
            stated,
            user_id: Some(principal.user_id.clone()),
            corrected_at: self.clock.now(),
        };
        let mut all = stored.corrections.clone();
        all.push(correction.clone());
        check_order(&apply_corrections(&all, parsed), &correction)?;
        Ok(correction)
    }
}

/// Refuses a position that would end before it begins.
fn check_order(corrected: &Resume, correction: &Correction) -> Result<(), InvalidValue> {
    let is_date = matches!(
        correction.field,
        CorrectedField::Start | CorrectedField::End
    );
    let position = corrected.positions.get(correction.entry);
    let Some(position) = position.filter(|_| is_date) else {
        return Ok(());
    };
    let year = |date: Option<PartialDate>| date.map(|date| (date.year, date.month));
    let ends_before = match (year(position.start), year(position.end)) {
        (Some((first, Some(from))), Some((last, Some(to)))) => (last, to) < (first, from),
        (Some((first, _)), Some((last, _))) => last < first,
        _ => false,
    };
    if ends_before {
        Err(InvalidValue::new(
            "value",
            TimeProblem::PositionEndsBeforeItBegins,
        ))
    } else {
        Ok(())
    }
}

/// Returns the entries of a resume that are shown to people.
fn entries(stored: &StoredResume) -> Vec<CorrectableEntry> {
    let parsed = stored.parsed();
    let values = |fields: &[CorrectedField], entry: usize| {
        let value = |field: &CorrectedField| CorrectableValue {
            field: *field,
            parsed: field.value_in(parsed, entry),
            current: field.value_in(&stored.resume, entry),
        };
        fields.iter().map(value).collect()
    };
    let positions = parsed.positions.iter().enumerate();
    let positions =
        positions
            .filter(|(_, position)| position.is_certain())
            .map(|(entry, position)| CorrectableEntry {
                entry,
                is_position: true,
                name: position_name(position),
                values: values(
                    &[
                        CorrectedField::Title,
                        CorrectedField::Employer,
                        CorrectedField::Start,
                        CorrectedField::End,
                    ],
                    entry,
                ),
            });
    let degrees = parsed.education.iter().enumerate();
    let degrees = degrees
        .filter(|(_, degree)| degree.is_certain())
        .map(|(entry, degree)| CorrectableEntry {
            entry,
            is_position: false,
            name: degree.degree.clone(),
            values: values(&[CorrectedField::Level, CorrectedField::School], entry),
        });
    positions.chain(degrees).collect()
}

fn position_name(position: &Position) -> String {
    let parts = [&position.title, &position.organization];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    parts.join(", ")
}
