//! Decides whether a degree without other evidence is the person's own.

use shortlist_domain::{EducationEntry, SectionKind};
use shortlist_vocabulary::DegreeMatch;

use super::MAX_COURSE_BYTES;
use crate::resume::page::{Page, without_bullet};
use crate::resume::phrases::MAX_SMALL_WORD;
use crate::resume::sections::LineKind;
use crate::resume::words::EducationWords;

/// The maximum number of other bytes in a line in a script without capitals that is only a degree.
const MAX_FIELD_BYTES: usize = 24;

/// Returns whether a line of an education section is only a degree, perhaps with its field: `Advanced Diploma in Process Control`.
/// A word such as `Diploma` may be the name of a column.
pub(super) fn is_alone(kind: Option<&LineKind>, words: &str, found: &DegreeMatch) -> bool {
    let before = words.get(..found.span.start).unwrap_or("");
    let after = words.get(found.span.end..).unwrap_or("");
    let is_named =
        |word: &str| !word.starts_with(char::is_lowercase) || word.len() <= MAX_SMALL_WORD;
    let has_cases = words.contains(|c: char| c.is_lowercase() || c.is_uppercase());
    let is_word = |text: &str| !text.contains(' ') && text.contains(char::is_lowercase);
    kind.is_some_and(|kind| kind.kind == SectionKind::Education)
        && without_bullet(before).split_whitespace().count() <= 1
        && words.len() <= MAX_COURSE_BYTES
        && (has_cases || words.len() <= found.name.len() + MAX_FIELD_BYTES)
        && words.split_whitespace().all(is_named)
        && !after.contains(':')
        && !is_of_others(after)
        && !is_word(without_bullet(words).trim())
}

/// Returns whether the words after a degree show that the person does not hold it: `thesis`, `adviser`.
fn is_of_others(after: &str) -> bool {
    let after = after.to_lowercase();
    let mut words = after.split(|c: char| !c.is_alphabetic());
    words.any(|word| EducationWords::get().degree_work.contains(word))
}

/// Returns whether a degree in a section about something else is the person's own: it begins its line.
pub(super) fn is_own(page: &Page<'_>, entry: &EducationEntry) -> bool {
    let line = page.line_at(entry.span.start);
    let words = page.line(line);
    let start = page.lines.get(line).map_or(0, |line| line.span.start);
    let at = entry.span.start.saturating_sub(start);
    let (before, after) = words.split_at_checked(at).unwrap_or((words, ""));
    let before = without_bullet(before).split_whitespace();
    !entry.degree.is_empty() && before.count() <= 1 && !is_of_others(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resume::education::tests::degrees;
    use crate::resume::tests::understood;

    #[test]
    fn a_degree_in_a_sentence_without_school_and_date_is_uncertain() {
        for (line, certain) in [
            ("has got the B.Sc. in Physics", false),
            ("B.Sc. in Physics", true),
            ("B.Sc. in Physics, 2014", true),
            ("B.Sc. in Physics, Example University", true),
        ] {
            let resume = understood(&format!(
                "#Mina Example\nmina@example.org\n\n#Education\n{line}\n\n#Skills\nRust\n"
            ));
            let found: Vec<_> = resume
                .education
                .iter()
                .map(EducationEntry::is_certain)
                .collect();
            assert_eq!(found, [certain], "{line}");
            assert_eq!(resume.certain_education().count(), usize::from(certain));
        }
    }

    #[test]
    fn a_degree_alone_on_its_line_is_an_entry() {
        assert_eq!(
            degrees(
                "B.Sc. in Physics, Example University, 2014\n\nADVANCED DIPLOMA IN PROCESS CONTROL"
            ),
            [
                "B.Sc. | Physics | Example University | 2014",
                "ADVANCED DIPLOMA | PROCESS CONTROL | ? | ?"
            ]
        );
        let lines = "B.Sc. in Physics, Example University, 2014\n\nreads what the intermediate students wrote";
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Education\n{lines}\n\n#Skills\nRust\n"
        ));
        let certain = resume.education.iter().filter(|it| it.is_certain());
        assert_eq!(certain.count(), 1);
    }

    #[test]
    fn a_whole_entry_below_another_heading_counts() {
        let resume = understood(
            "#Mina Example\nmina@example.org\n\n#Education\nB.Sc. in Physics, Example University, 2014\n\n\
         #Computer Skills\n2010 Hilltop High School, Graz\nCertificate of Secondary Education\n\n#Experience\nClerk, Acme Ltd\t2015 - 2018\n",
        );
        let schools = resume.education.iter().map(|it| it.institution.as_deref());
        assert_eq!(
            schools.collect::<Vec<_>>(),
            [Some("Example University"), Some("Hilltop High School")]
        );
    }

    #[test]
    fn theses_and_advisers_are_no_degrees() {
        for line in [
            "Master Thesis: Cold Light in Glass",
            "PhD Advisor: Prof. Mina Example",
        ] {
            let resume = understood(&format!(
                "#Mina Example\nmina@example.org\n\n#Education\nB.Sc. in Physics, Example University, 2014\n\n{line}\n\n#Skills\nRust\n"
            ));
            let certain = resume.education.iter().filter(|it| it.is_certain());
            assert_eq!(certain.count(), 1, "{line}");
        }
    }
}
