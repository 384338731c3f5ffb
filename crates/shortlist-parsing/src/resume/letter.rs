//! Finds a cover letter before the resume in the same file. It names the person who it is written to.

use shortlist_domain::SectionKind;
use shortlist_vocabulary::PhraseList;

use super::page::Page;
use super::phrases::names_organization;
use super::sections::LineKind;
use super::words::ContactWords;

/// The maximum number of lines above the salutation: sender, addressee, date and subject.
const MAX_HEAD_LINES: usize = 25;
/// The maximum number of lines that name the sender.
const MAX_SENDER_LINES: usize = 8;
/// The maximum number of lines of the letter below its salutation.
const MAX_BODY_LINES: usize = 80;
/// The maximum length of a salutation without a comma, in bytes.
const MAX_GREETING_BYTES: usize = 48;
/// The longest line that is a salutation or a closing, in bytes. A signature may be on it.
const MAX_LINE_BYTES: usize = 100;

/// Marks the lines of a letter as lines about another person, so that the addressee's name and address are not taken for the
/// candidate's.
pub(super) fn mark(page: &Page<'_>, kinds: &mut [LineKind]) {
    let Some(end) = end_of_letter(page) else {
        return;
    };
    let is_resume = |kind: &LineKind| {
        matches!(
            kind.kind,
            SectionKind::Experience | SectionKind::Education | SectionKind::Skills
        )
    };
    let has_resume = kinds
        .get(end..)
        .is_some_and(|rest| rest.iter().any(is_resume));
    // Without another address, the one in the letter may be the candidate's.
    let has_address = page
        .numbered()
        .skip(end)
        .any(|(_, _, words)| words.contains('@'));
    if has_resume && has_address {
        let own = lines_of_sender(page, end);
        for kind in kinds.iter_mut().take(end).skip(own) {
            kind.kind = SectionKind::References;
        }
    }
}

/// Returns the number of lines at the top of a letter that name its sender. Some files have the telephone number only there.
///
/// The sender signs the letter, or is named again by the resume. The addressee follows after a blank line, or begins with a title or
/// an employer.
fn lines_of_sender(page: &Page<'_>, end: usize) -> usize {
    let name = page.line(0).trim();
    let is_same = |line: &str| line.trim().eq_ignore_ascii_case(name);
    let signed = page.numbered().skip(end.saturating_sub(2));
    let mut signed = signed.take(MAX_HEAD_LINES);
    if name.is_empty() || !signed.any(|(number, _, words)| number > 0 && is_same(words)) {
        return 0;
    }
    let is_other = |number: usize| {
        let words = page.line(number);
        let is_addressed = begins(words, &ContactWords::get().addressees);
        let has_gap_above = page.lines.get(number).is_none_or(|line| line.gap_above);
        has_gap_above || is_addressed || names_organization(words)
    };
    let last = end.min(MAX_SENDER_LINES);
    (1..last).find(|line| is_other(*line)).unwrap_or(0)
}

/// Returns whether a short line begins with one of some phrases.
fn begins(line: &str, phrases: &PhraseList) -> bool {
    let line = line.trim().to_lowercase();
    line.len() <= MAX_LINE_BYTES
        && phrases.iter().any(|phrase| {
            let rest = line.strip_prefix(phrase);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
}

/// Returns the number of lines up to the end of a letter at the top, with its signature.
fn end_of_letter(page: &Page<'_>) -> Option<usize> {
    let words = ContactWords::get();
    let lines = || page.numbered().map(|(number, _, text)| (number, text));
    // Many writers leave out the comma after `Dear Hiring Manager`.
    let is_greeting = |text: &str| {
        let text = text.trim_end();
        let is_short = text.len() <= MAX_GREETING_BYTES && !text.ends_with('.');
        let is_usual = text
            .split(' ')
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case("dear"));
        text.ends_with([',', ':', '!']) || is_short && is_usual
    };
    let (salutation, _) = lines()
        .take(MAX_HEAD_LINES)
        .find(|(_, text)| begins(text, &words.salutations) && is_greeting(text))?;
    let mut below = lines().skip(salutation + 1).take(MAX_BODY_LINES);
    let (closing, text) = below.find(|(_, text)| begins(text, &words.closings))?;
    // The name is on the line of the closing, or on the next.
    let is_signed = text.trim_end_matches([',', '.', ' ']).contains(',');
    Some(closing + if is_signed { 1 } else { 2 })
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    const RESUME: &str = "#Mina Example\nmina@example.org | +44 20 7946 0018\n\n#Experience\nNurse, Example Hospital\nMarch 2019 - Present\n\n#Skills\nTriage\n";

    #[test]
    fn the_addressee_of_a_letter_is_not_the_candidate() {
        for letter in [
            "Oakfield Robotics GmbH\nMr. John Abernathy\n12 Harbour Street\njohn@example.com\n+44 20 7946 0099\nDear Mr. Abernathy,\nI would like to apply.\nKind regards,\nMina Example",
            "To: Ms. Petra Lindqvist, petra@example.com\nDear Ms. Lindqvist,\nPlease find my CV below.\nBest regards, Mina Example",
            "Mina Example\nLeeds\nPetra Lindqvist\npetra@example.com\nDear Hiring Manager\nI apply.\nKind regards\nMina Example",
            "Petra Lindqvist\npetra@example.com\nSehr geehrte Frau Lindqvist,\nhiermit bewerbe ich mich.\nMit freundlichen Grüßen\nMina Example",
        ] {
            let resume = understood(&format!("{letter}\n\n{RESUME}"));
            let value =
                |found: Option<shortlist_domain::Found<String>>| found.map(|found| found.value);
            assert_eq!(
                value(resume.full_name).as_deref(),
                Some("Mina Example"),
                "{letter}"
            );
            assert_eq!(
                resume
                    .email
                    .map(|found| found.value.as_str().to_owned())
                    .as_deref(),
                Some("mina@example.org"),
                "{letter}"
            );
            assert_eq!(
                resume
                    .phone
                    .map(|found| found.value.as_str().to_owned())
                    .as_deref(),
                Some("+442079460018"),
                "{letter}"
            );
        }
    }

    #[test]
    fn the_head_of_a_letter_may_have_the_only_number() {
        let phone = |letter: &str| {
            let resume = "#Mina Example\nmina@example.org\n\n#Experience\nNurse, Example Hospital\nMarch 2019 - Present";
            let resume = understood(&format!("{letter}\n\n{resume}\n\n#Skills\nTriage\n"));
            resume.phone.map(|found| found.value.as_str().to_owned())
        };
        let letter = "Mina Example\nLondon\n020 7946 0018\nOakfield Robotics GmbH\n+44 20 7946 0099\nDear Mr. Abernathy,\nI apply.\nKind regards,\nMina Example";
        assert_eq!(phone(letter).as_deref(), Some("+442079460018"));
        // The number is that of the addressee.
        for addressee in ["Frau Petra", "To: Petra", "A la atención de Petra"] {
            let letter = format!(
                "Mina Example\nLondon\n{addressee} Lindqvist\n020 7946 0099\nDear Ms. Lindqvist,\nI apply.\nKind regards,\nMina Example"
            );
            assert_eq!(phone(&letter), None, "{addressee}");
        }
    }

    #[test]
    fn a_letter_alone_still_names_its_sender() {
        let resume = understood(
            "Mina Example\nmina@example.org\nDear reader,\nI nurse.\nKind regards,\nMina",
        );
        assert_eq!(
            resume
                .email
                .map(|found| found.value.as_str().to_owned())
                .as_deref(),
            Some("mina@example.org")
        );
    }
}
