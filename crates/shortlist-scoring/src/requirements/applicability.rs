//! Whether a sentence asks for what it names.
//!
//! A company does not ask for what it says about itself, what it pays for, or what it calls unnecessary.

use super::job_sentences::JobSentence;
use super::words::RequirementWords;

/// Returns whether a company describes itself and not the applicant.
pub(super) fn describes_company(sentence: &JobSentence<'_>) -> bool {
    let opening = sentence.words.get(..3).unwrap_or(&sentence.words);
    let known = RequirementWords::get();
    (known.company_boasts.is_in(opening) || known.company_cues.is_in(&sentence.words))
        && !known.applicant_cues.is_in(&sentence.words)
}

/// Returns whether a sentence asks for the languages or certificates that it names, apart from those that it denies.
pub(super) fn is_requirement(sentence: &JobSentence<'_>) -> bool {
    let known = RequirementWords::get();
    !known.benefit_cues.is_in(&sentence.words) && !describes_company(sentence)
}
