//! Recognizes the kind of employment from the words of a job.

use shortlist_domain::EmploymentKind;
use shortlist_vocabulary::word_lists;

use super::fold::fold;
use super::phrases::Phrases;

word_lists! {
    /// Words of each kind of employment in nine languages.
    pub(crate) struct EmploymentWords in "../data/employment.txt" {
        internship: Phrases,
        apprenticeship: Phrases,
        volunteer: Phrases,
        casual: Phrases,
        contract: Phrases,
        temporary: Phrases,
        part_time: Phrases,
        full_time: Phrases,
        /// Words that say that a job is permanent but not how many hours it has.
        lasting: Phrases,
    }
}

impl EmploymentWords {
    /// Returns the kinds with their words.
    ///
    /// The first kind with a match wins. Kinds that limit a job therefore precede kinds that state its working hours.
    fn kinds(&self) -> [(EmploymentKind, &Phrases); 8] {
        [
            (EmploymentKind::Internship, &self.internship),
            (EmploymentKind::Apprenticeship, &self.apprenticeship),
            (EmploymentKind::Volunteer, &self.volunteer),
            (EmploymentKind::Casual, &self.casual),
            (EmploymentKind::Contract, &self.contract),
            (EmploymentKind::Temporary, &self.temporary),
            (EmploymentKind::PartTime, &self.part_time),
            (EmploymentKind::FullTime, &self.full_time),
        ]
    }
}

/// Returns the kind of an employment type. It is `None` for blank text, and `Other` for unknown words.
pub fn employment_kind(text: &str) -> Option<EmploymentKind> {
    let folded = fold(text);
    if folded.is_empty() {
        return None;
    }
    Some(known_kind(&folded).unwrap_or(EmploymentKind::Other))
}

/// Returns whether a text can only be an employment type.
pub(crate) fn is_employment_type(text: &str) -> bool {
    let folded = fold(text);
    known_kind(&folded).is_some() || is_lasting(&folded)
}

fn is_lasting(folded: &str) -> bool {
    EmploymentWords::get().lasting.is_in(folded)
}

fn known_kind(folded: &str) -> Option<EmploymentKind> {
    // "Permanent contract" and "unlimited" say nothing about hours, and nothing about freelancing.
    let lasting = is_lasting(folded);
    let kinds = EmploymentWords::get().kinds().into_iter();
    kinds
        .filter(|(kind, _)| {
            !(lasting && matches!(kind, EmploymentKind::Contract | EmploymentKind::Temporary))
        })
        .find(|(_, words)| words.is_in(folded))
        .map(|(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_but_other_has_words() {
        let kinds = EmploymentWords::get().kinds().map(|(kind, _)| kind);
        let others = EmploymentKind::ALL
            .into_iter()
            .filter(|kind| !kinds.contains(kind));
        assert_eq!(others.collect::<Vec<_>>(), [EmploymentKind::Other]);
    }

    #[test]
    fn kinds_are_recognized_in_nine_languages() {
        for (text, kind) in [
            ("Full-time", EmploymentKind::FullTime),
            ("FULL_TIME", EmploymentKind::FullTime),
            ("fulltime_permanent", EmploymentKind::FullTime),
            ("Full time or part time", EmploymentKind::PartTime),
            ("Vollzeit", EmploymentKind::FullTime),
            ("Teilzeit (50 %)", EmploymentKind::PartTime),
            ("Befristet, Vollzeit", EmploymentKind::Temporary),
            ("Unbefristete Festanstellung", EmploymentKind::Other),
            ("CDI temps plein", EmploymentKind::FullTime),
            ("CDD", EmploymentKind::Temporary),
            ("Stage", EmploymentKind::Internship),
            ("Jornada completa", EmploymentKind::FullTime),
            ("Tempo parziale", EmploymentKind::PartTime),
            ("Estágio", EmploymentKind::Internship),
            ("Deeltijd", EmploymentKind::PartTime),
            ("Полная занятость", EmploymentKind::FullTime),
            ("Неполная занятость", EmploymentKind::PartTime),
            ("全职", EmploymentKind::FullTime),
            ("实习生", EmploymentKind::Internship),
            ("Permanent contract", EmploymentKind::Other),
            ("Contractor", EmploymentKind::Contract),
            ("Freelance", EmploymentKind::Contract),
            ("Apprenticeship", EmploymentKind::Apprenticeship),
            ("Ehrenamtlich", EmploymentKind::Volunteer),
            ("Per diem", EmploymentKind::Casual),
            ("Permanent", EmploymentKind::Other),
        ] {
            assert_eq!(employment_kind(text), Some(kind), "{text}");
        }
        assert_eq!(employment_kind("  "), None);
    }

    #[test]
    fn a_vacancy_type_is_an_employment_type_but_a_posting_type_is_not() {
        assert!(is_employment_type("vacancy_type_effective"));
        assert!(!is_employment_type("External"));
        assert!(!is_employment_type("Internal"));
    }
}
