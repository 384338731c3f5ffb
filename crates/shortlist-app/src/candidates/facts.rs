//! Filters by facts of resumes.

use chrono::Duration;
use shortlist_domain::{CandidateQuery, FactFilter, FactKind, InvalidValue};
use shortlist_vocabulary::find_language;

use super::Candidates;
use crate::conflict::CandidateConflict;
use crate::error::AppError;

/// The name of the back-fill for candidates from before the facts were stored.
pub(crate) const FACTS_OF_RESUMES: &str = "facts of resumes 1";
/// A back-fill that is due within this time has not finished. A finished one is due after a century.
const UNFINISHED_DAYS: i64 = 3_650;

/// Parses a fact of a resume in a filter. A language is found by its names in other languages too.
///
/// # Errors
/// Returns an error if the text has no letter or digit, is too long, or has more than one line.
pub fn filtered_fact(field: &str, kind: FactKind, text: &str) -> Result<FactFilter, InvalidValue> {
    let language = find_language(text.trim()).filter(|_| kind == FactKind::Language);
    FactFilter::parse(field, kind, language.unwrap_or(text))
}

impl Candidates<'_> {
    /// Refuses filters by facts until those of all resumes can be found.
    pub(super) fn check_facts(&self, query: &CandidateQuery) -> Result<(), AppError> {
        if query.filters.facts.is_empty() {
            return Ok(());
        }
        let (tasks, organization) = (self.store.tasks(), &query.organization_id);
        let later = self.clock.now().plus(Duration::days(UNFINISHED_DAYS));
        if tasks.is_due_before(FACTS_OF_RESUMES, organization, later)? {
            return Err(AppError::conflict(CandidateConflict::FactsNotFilled));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_names_in_other_languages() {
        let words = |kind, text| filtered_fact("l", kind, text).unwrap().words().join(" ");
        assert_eq!(words(FactKind::Language, " Französisch "), "french");
        assert_eq!(words(FactKind::Language, "Klingon"), "klingon");
        assert_eq!(words(FactKind::Employer, "Deutsch"), "deutsch");
    }
}
