//! The words of a title that a lexicon is asked for.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words that connect others, in the four languages.
const FUNCTION_WORDS: &[&str] = &[
    "a", "al", "an", "and", "au", "aus", "aux", "con", "d", "das", "de", "del", "dem", "den",
    "der", "des", "die", "du", "ein", "eine", "einer", "eines", "el", "en", "et", "for", "fur",
    "im", "in", "l", "la", "las", "le", "les", "los", "mit", "o", "of", "on", "or", "para", "pour",
    "the", "to", "und", "vom", "von", "with", "y", "zu", "zum", "zur",
];

/// Words that say how senior somebody is, or their place in a firm or contract, but not what they do.
const SENIORITY: &[&str] = &[
    "1",
    "2",
    "3",
    "4",
    "apprentice",
    "associate",
    "becaria",
    "becario",
    "chief",
    "cofounder",
    "confirme",
    "confirmee",
    "contract",
    "deputy",
    "empleado",
    "employe",
    "employee",
    "entry",
    "estudiante",
    "etudiant",
    "etudiante",
    "experienced",
    "experimente",
    "experimentee",
    "founder",
    "founding",
    "freelance",
    "freelancer",
    "full",
    "graduate",
    "head",
    "i",
    "ii",
    "iii",
    "interim",
    "intern",
    "internship",
    "iv",
    "jr",
    "junior",
    "lead",
    "leading",
    "leitende",
    "leitender",
    "level",
    "lvl",
    "member",
    "mid",
    "middle",
    "mitarbeiter",
    "mitarbeiterin",
    "owner",
    "part",
    "permanent",
    "praktikant",
    "praktikantin",
    "principal",
    "senior",
    "sr",
    "staff",
    "stagiaire",
    "student",
    "studentin",
    "team",
    "temporary",
    "time",
    "titular",
    "trainee",
    "vice",
    "volunteer",
    "werkstudent",
    "werkstudentin",
    "young",
];

/// Second halves of forms for both genders, such as `Entwickler/in`, `infirmier·ère` and `cocinero/a`.
const GENDER_ENDINGS: &[&str] = &[
    "a", "as", "e", "ere", "eres", "es", "euse", "euses", "in", "innen", "ne", "o", "os", "rice",
    "se", "trice",
];

/// Words that introduce an employer: what follows is no part of the title.
const BEFORE_EMPLOYER: &[&str] = &["at", "bei", "chez", "@"];

/// Returns the parts of a title that may name an occupation, the most complete first.
///
/// The first part is the whole title without what is in brackets. The others are its pieces between commas, dashes, slashes and
/// bars, and then what is in brackets. Each part is a list of folded words without function words.
pub(crate) fn parts(title: &str) -> Vec<Vec<String>> {
    let (outside, inside) = split_brackets(title);
    let outside = without_employer(&outside);
    let mut parts = vec![words(&outside)];
    for piece in outside.split([',', '|', '/', ';', '•', '–', '—', '&', ':', '+']) {
        for piece in piece.split(" - ") {
            parts.push(words(piece));
        }
    }
    parts.push(words(&inside));
    let mut seen: Vec<Vec<String>> = Vec::new();
    for part in parts {
        if !part.is_empty() && !seen.contains(&part) {
            seen.push(part);
        }
    }
    seen
}

/// Removes the words that say how senior somebody is.
pub(crate) fn without_seniority(words: &[String]) -> Vec<String> {
    words
        .iter()
        .filter(|word| SENIORITY.binary_search(&word.as_str()).is_err())
        .cloned()
        .collect()
}

/// Returns the number under which the lexicon keeps a set of words: 40 bits of FNV-1a, or `None` without words.
///
/// The order of words does not matter ("teacher of mathematics", "mathematics teacher"), nor does an English plural.
pub(crate) fn key(words: &[String]) -> Option<u64> {
    let mut singular: Vec<&str> = words.iter().map(|word| singular(word)).collect();
    singular.sort_unstable();
    singular.dedup();
    if singular.is_empty() {
        return None;
    }
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in singular.join(" ").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    Some((hash ^ (hash >> 40)) & 0xff_ffff_ffff)
}

/// Removes the `s` of a plural. Both sides of a look-up do it, so that a wrong cut does no harm.
pub(crate) fn singular(word: &str) -> &str {
    let kept = ["ss", "us", "is"]
        .iter()
        .any(|ending| word.ends_with(ending));
    match word.strip_suffix('s') {
        Some(stem) if word.len() >= 4 && !kept => stem,
        _ => word,
    }
}

/// Returns the folded words of a text: lower case, without accents and function words.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .replace('ß', "ss");
    let mut words = Vec::new();
    let mut after_gender_mark = false;
    for piece in folded.split_inclusive(|letter: char| !is_letter(letter)) {
        let word = piece.trim_matches(|letter: char| !is_letter(letter) || letter == '.');
        let is_ending = after_gender_mark && GENDER_ENDINGS.contains(&word);
        if !word.is_empty() && !is_ending && FUNCTION_WORDS.binary_search(&word).is_err() {
            words.push(word.to_owned());
        }
        after_gender_mark = piece.ends_with(['/', ':', '*', '_', '·', '•', '-', '(']);
    }
    words
}

/// Whether a character is part of a word. `c++`, `c#` and `r&d` are words, and so is `.net`.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '+' | '#' | '&' | '.')
}

/// Separates what is in brackets from the rest.
fn split_brackets(title: &str) -> (String, String) {
    let (mut outside, mut inside, mut depth) = (String::new(), String::new(), 0_usize);
    for letter in title.chars() {
        match letter {
            '(' | '[' => {
                depth = depth.saturating_add(1);
                outside.push(' ');
                inside.push(' ');
            }
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => inside.push(letter),
            _ => outside.push(letter),
        }
    }
    (outside, inside)
}

/// Cuts a title before a word that introduces an employer, unless the title begins with it.
fn without_employer(title: &str) -> String {
    let mut kept = Vec::new();
    for word in title.split_whitespace() {
        if !kept.is_empty() && BEFORE_EMPLOYER.contains(&word.to_lowercase().as_str()) {
            break;
        }
        kept.push(word);
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted_because_they_are_searched() {
        assert!(FUNCTION_WORDS.is_sorted());
        assert!(SENIORITY.is_sorted());
    }

    #[test]
    fn forms_for_both_genders_are_one_word() {
        for title in [
            "Softwareentwickler/in",
            "Softwareentwickler:in",
            "Softwareentwickler*in (m/w/d)",
            "Softwareentwickler_innen",
        ] {
            assert_eq!(parts(title)[0], ["softwareentwickler"], "{title}");
        }
        assert_eq!(words("infirmier·ère"), ["infirmier"]);
        assert_eq!(words("Cocinero/a"), ["cocinero"]);
        assert_eq!(words("UI/UX Designer"), ["ui", "ux", "designer"]);
    }

    #[test]
    fn order_plural_and_function_words_do_not_matter() {
        let key_of = |title: &str| key(&words(title));
        assert_eq!(
            key_of("Teachers of Mathematics"),
            key_of("mathematics teacher")
        );
        assert_ne!(key_of("teacher"), key_of("mathematics teacher"));
        assert_eq!(key_of(""), None);
        assert_eq!(key_of("of the"), None);
    }

    #[test]
    fn pieces_follow_the_whole_title_and_the_employer_is_cut() {
        assert_eq!(
            parts("Data Engineer, Payments at Globerstone Ltd"),
            [
                vec!["data", "engineer", "payments"],
                vec!["data", "engineer"],
                vec!["payments"]
            ]
        );
    }
}
