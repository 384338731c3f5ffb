//! The words of a quote that a requirement is about. The resume's text has only these marked, and not the whole line.

use shortlist_domain::{Evidence, EvidenceDetail};

/// A range of the resume's text in code points.
type Place = (u32, u32);

/// Returns the places of the words that a line of a receipt is about, or that of its whole quote if the quote has none of them.
pub(super) fn matched_places(line: &Evidence) -> Vec<Place> {
    let (Some(place), Some(quote)) = (line.place, &line.quote) else {
        return Vec::new();
    };
    let words = words_of(&line.detail).iter();
    let inside = words.flat_map(|words| occurrences(quote, words));
    let found: Vec<Place> = inside
        .map(|(start, end)| (place.0.saturating_add(start), place.0.saturating_add(end)))
        .filter(|(_, end)| *end <= place.1)
        .collect();
    if found.is_empty() { vec![place] } else { found }
}

/// Returns what a quote has to contain to be about a requirement. What is not about certain words has none.
fn words_of(detail: &EvidenceDetail) -> &[String] {
    use EvidenceDetail as Detail;
    match detail {
        Detail::SpelledSkill { written: words, .. } | Detail::ImpliedSkill { by: words, .. } => {
            std::slice::from_ref(words)
        }
        Detail::ListedSkill {
            written: Some(words),
            ..
        }
        | Detail::ListedSkill {
            by: Some(words), ..
        } => std::slice::from_ref(words),
        Detail::Skill(_)
        | Detail::ListedSkill { .. }
        | Detail::SkillAtWork(_)
        | Detail::SimilarWording { .. }
        | Detail::Language { .. }
        | Detail::Certificate(_)
        | Detail::Passage(_) => detail.names(),
        _ => &[],
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
    use shortlist_domain::EducationLevel;

    use super::*;

    fn places(detail: &EvidenceDetail, quote: &str) -> Vec<Place> {
        let length = u32::try_from(quote.chars().count()).unwrap();
        matched_places(&Evidence {
            detail: detail.clone(),
            found: true,
            quote: Some(quote.to_owned()),
            page: None,
            place: Some((100, 100 + length)),
            gain: None,
            set_by: None,
        })
    }

    fn skill(name: &str) -> EvidenceDetail {
        let name = name.to_owned();
        EvidenceDetail::Skill(name)
    }

    #[test]
    fn only_the_words_that_meet_a_requirement_are_marked() {
        let text = str::to_owned;
        let implied = EvidenceDetail::ImpliedSkill {
            name: text("SQL"),
            by: text("PostgreSQL"),
        };
        let at_work = EvidenceDetail::SkillAtWork(text("Rust"));
        let language = EvidenceDetail::Language {
            any_of: vec![text("English")],
            level: Some(text("B2")),
            shown: None,
        };
        for (detail, quote, expected) in [
            (
                skill("Rust"),
                "Zoë writes rust, and trusts Rust.",
                vec![(111, 115), (128, 132)],
            ),
            (implied, "Tuned PostgreSQL.", vec![(106, 116)]),
            (at_work, "Wrote Rust daily.", vec![(106, 110)]),
            (language, "Speaks English", vec![(107, 114)]),
        ] {
            assert_eq!(places(&detail, quote), expected, "{detail:?}");
        }
    }

    #[test]
    fn a_quote_without_those_words_is_marked_in_full() {
        let degree = EvidenceDetail::Degree {
            level: Some(EducationLevel::Bachelor),
            shown: None,
        };
        for (detail, quote) in [
            (skill("Microsoft Excel"), "Spreadsheets"),
            (skill("Rust"), "Trusted"),
            (degree, "BSc Physics"),
        ] {
            let length = u32::try_from(quote.len()).unwrap();
            assert_eq!(places(&detail, quote), [(100, 100 + length)]);
        }
    }
}
