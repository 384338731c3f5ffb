//! Warnings about inputs that are accepted but have no effect, or that find nothing.

use strsim::damerau_levenshtein;

/// How many letters of a name may be wrong, for each three of its letters, for a suggestion.
const LETTERS_PER_TYPO: usize = 3;

/// What a form does with a field that it does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldFate {
    /// It is ignored.
    Ignored,
    /// The form is refused.
    Refused,
}

/// Returns the message about a form field that does not exist.
pub fn unknown_field(field: &str, fate: FieldFate, known: &[&'static str]) -> String {
    let fate = match fate {
        FieldFate::Ignored => "was ignored",
        FieldFate::Refused => "is unknown",
    };
    let field = shown(field);
    match nearest(&field, known) {
        Some(name) => format!("the field {field} {fate}; did you mean {name}?"),
        None => format!(
            "the field {field} {fate}; the fields are {}",
            known.join(", ")
        ),
    }
}

/// Returns the warning for a filter's value that does not exist.
pub fn unknown_value(field: &str, value: &str, known: &[&'static str]) -> String {
    let value = shown(value);
    match nearest(&value, known) {
        Some(name) => {
            format!("{field}: nothing has the value \"{value}\"; did you mean {name}?")
        }
        None => format!(
            "{field}: nothing has the value \"{value}\"; the values are {}",
            known.join(", ")
        ),
    }
}

/// The longest part of an unknown name that a warning shows, in characters.
const MAX_SHOWN_CHARS: usize = 64;

/// Returns a caller's text as a warning shows it: short, and without control characters.
fn shown(text: &str) -> String {
    let visible = text.trim().chars().filter(|c| !c.is_control());
    visible.take(MAX_SHOWN_CHARS).collect()
}

/// Returns the known name with the fewest typing errors, if there are few.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let folded = name.to_lowercase();
    let distance = |known: &str| damerau_levenshtein(&folded, &known.to_lowercase());
    let nearest = known.iter().min_by_key(|known| distance(known))?;
    let most = nearest.len().div_ceil(LETTERS_PER_TYPO);
    (distance(nearest) <= most).then_some(*nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let known = ["jobId", "recruiterId", "resumeScoreBreakdown"];
        for (typed, meant) in [
            ("JobID", "jobId"),
            ("jobid ", "jobId"),
            ("recruterId", "recruiterId"),
            ("scoreBreakdown", "resumeScoreBreakdown"),
        ] {
            let warning = unknown_field(typed, FieldFate::Ignored, &known);
            assert!(
                warning.ends_with(&format!("did you mean {meant}?")),
                "{warning}"
            );
        }
        let warning = unknown_field("colour", FieldFate::Ignored, &known);
        assert_eq!(
            warning,
            "the field colour was ignored; the fields are jobId, recruiterId, resumeScoreBreakdown"
        );
    }

    #[test]
    fn a_long_or_broken_value_is_shown_in_part() {
        let warning = unknown_value(
            "status",
            &format!("a\u{1b}b{}", "c".repeat(100)),
            &["Active"],
        );
        let shown = format!("ab{}", "c".repeat(62));
        assert_eq!(
            warning,
            format!("status: nothing has the value \"{shown}\"; the values are Active")
        );
    }
}
