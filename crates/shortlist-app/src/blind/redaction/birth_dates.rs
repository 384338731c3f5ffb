//! Dates of birth, found by the words before them.

use shortlist_domain::plain_text;

/// The words before a date of birth, without diacritics.
const LABELS: [&str; 30] = [
    "date of birth",
    "birth date",
    "birthdate",
    "birthday",
    "dob",
    "d.o.b",
    "born",
    "geburtsdatum",
    "geburtstag",
    "geboren",
    "geb.",
    "date de naissance",
    "ne le",
    "nee le",
    "fecha de nacimiento",
    "nacido",
    "nacida",
    "data de nascimento",
    "data di nascita",
    "nato il",
    "nata il",
    "geboortedatum",
    "data urodzenia",
    "fodselsdato",
    "fodelsedatum",
    "dogum tarihi",
    "дата рождения",
    "дата народження",
    "生年月日",
    "出生",
];
/// How many letters after a label are masked at most.
const MAX_LETTERS: usize = 60;

/// Masks what follows a label on the same line, if it contains a digit.
pub(super) fn mask_birth_dates(text: &str, mask: &mut [bool]) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let letters: Vec<char> = line.chars().collect();
        if let Some(label) = label_place(&letters) {
            let end = letters.len().min(label + MAX_LETTERS);
            let rest = letters.get(label..end).unwrap_or_default();
            if rest.iter().any(|letter| letter.is_numeric()) {
                let (from, to) = (start + label, start + end);
                if let Some(part) = mask.get_mut(from..to) {
                    part.fill(true);
                }
            }
        }
        start += letters.len();
    }
}

/// Returns the place of the first label on a line, in code points.
fn label_place(letters: &[char]) -> Option<usize> {
    let line: String = letters.iter().collect();
    let plain = plain_text(&line);
    if !LABELS.iter().any(|label| plain.contains(label)) {
        return None;
    }
    // Few lines get here, so trying every place is cheap.
    (0..letters.len()).find(|place| {
        let is_start = place
            .checked_sub(1)
            .and_then(|before| letters.get(before))
            .is_none_or(|before| !before.is_alphanumeric() || !before.is_ascii());
        let rest: String = letters.iter().skip(*place).take(MAX_LETTERS).collect();
        let rest = plain_text(&rest);
        is_start && LABELS.iter().any(|label| rest.starts_with(label))
    })
}
