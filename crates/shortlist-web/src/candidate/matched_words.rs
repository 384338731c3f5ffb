//! The words of a quote that a requirement is about. The resume's text has only these marked, and not the whole line.

use shortlist_app::RequirementLabel;
use shortlist_domain::{CriterionScore, Evidence};

/// A range of the resume's text in code points.
type Place = (u32, u32);

/// Returns the places of the words that a line of a receipt is about, or that of its whole quote if the quote has none of them.
pub(super) fn matched_places(criterion: &CriterionScore, line: &Evidence) -> Vec<Place> {
    let (Some(place), Some(quote)) = (line.place, &line.quote) else {
        return Vec::new();
    };
    let words = words_of(RequirementLabel::read(
        &criterion.criterion,
        &line.requirement,
    ));
    let inside = words.iter().flat_map(|words| occurrences(quote, words));
    let found: Vec<Place> = inside
        .map(|(start, end)| (place.0.saturating_add(start), place.0.saturating_add(end)))
        .filter(|(_, end)| *end <= place.1)
        .collect();
    if found.is_empty() { vec![place] } else { found }
}

/// Returns what a quote has to contain to be about a requirement. What is not about certain words has none.
fn words_of(label: RequirementLabel) -> Vec<String> {
    use RequirementLabel as Label;
    match label {
        Label::Name(name) | Label::UsedAtWork { name } | Label::WordAtWork { name } => vec![name],
        Label::Spelled { written, .. } | Label::InPart { written, .. } => vec![written],
        Label::Implied { by, .. } => vec![by],
        Label::Listed { skill } => words_of(*skill),
        Label::PostingWords { names, .. } => names,
        Label::Languages { any_of, .. } | Label::Certificates { any_of } => any_of,
        _ => Vec::new(),
    }
}

/// Returns where a text contains words as whole ones, whatever their case.
fn occurrences(text: &str, words: &str) -> Vec<Place> {
    let folded = |text: &str| {
        let letters = text.chars().map(|c| c.to_lowercase().next().unwrap_or(c));
        letters.collect::<Vec<char>>()
    };
    let (text, words) = (folded(text), folded(words.trim()));
    if words.is_empty() {
        return Vec::new();
    }
    let is_letter = |at: Option<usize>| {
        let letter = at.and_then(|at| text.get(at));
        letter.is_some_and(|letter| letter.is_alphanumeric())
    };
    let windows = text.windows(words.len()).enumerate();
    windows
        .filter(|(_, window)| *window == words)
        .map(|(start, window)| (start, start + window.len()))
        .filter(|(start, end)| !is_letter(start.checked_sub(1)) && !is_letter(Some(*end)))
        .filter_map(|(start, end)| Some((start.try_into().ok()?, end.try_into().ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use shortlist_domain::MicroPoints;

    use super::*;

    fn places(criterion: &str, requirement: &str, quote: &str) -> Vec<Place> {
        let length = u32::try_from(quote.chars().count()).unwrap();
        let line = Evidence {
            requirement: requirement.to_owned(),
            found: true,
            quote: Some(quote.to_owned()),
            page: None,
            place: Some((100, 100 + length)),
            gain: None,
            set_by: None,
        };
        let criterion = CriterionScore {
            criterion: criterion.to_owned(),
            weight: MicroPoints::ONE,
            value: MicroPoints::ONE,
            contribution: MicroPoints::ONE,
            has_data: true,
            summary: String::new(),
            parts: Vec::new(),
            evidence: Vec::new(),
            formula_value: None,
        };
        matched_places(&criterion, &line)
    }

    #[test]
    fn only_the_words_that_meet_a_requirement_are_marked() {
        for (criterion, requirement, quote, expected) in [
            (
                "skills",
                "Rust",
                "Zoë writes rust, and trusts Rust.",
                vec![(111, 115), (128, 132)],
            ),
            (
                "skills",
                "SQL (implied by PostgreSQL)",
                "Tuned PostgreSQL.",
                vec![(106, 116)],
            ),
            (
                "experience",
                "Rust used at work",
                "Wrote Rust daily.",
                vec![(106, 110)],
            ),
            (
                "languages",
                "English (B2)",
                "Speaks English",
                vec![(107, 114)],
            ),
        ] {
            assert_eq!(
                places(criterion, requirement, quote),
                expected,
                "{requirement}"
            );
        }
    }

    #[test]
    fn a_quote_without_those_words_is_marked_in_full() {
        for (criterion, requirement, quote) in [
            ("skills", "Microsoft Excel", "Spreadsheets"),
            ("skills", "Rust", "Trusted"),
            ("education", "bachelor's degree", "BSc Physics"),
        ] {
            let length = u32::try_from(quote.len()).unwrap();
            assert_eq!(places(criterion, requirement, quote), [(100, 100 + length)]);
        }
    }
}
