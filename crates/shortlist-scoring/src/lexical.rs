//! Lexical relevance: how many words of the job's title, description and skills the resume shares.
//!
//! `L = sum(idf * tf/(tf+1.2)) / sum(idf * 5/6.2)` over the job's distinct stems. This is the term-frequency part of BM25
//! (Robertson and Zaragoza, 2009, k1 = 1.2, no length normalisation) with a background idf. `tf` is the number of distinct
//! sentences or list items that contain the stem, at most five. Repeating a sentence therefore gains nothing.

use shortlist_domain::{Evidence, Span};

use crate::criterion::join_names;
use crate::prepared::Term;
use crate::profile::{Profile, StemPlace};
use crate::ratio::share;

/// The number of sentences above which more add nothing.
const MAX_SENTENCES: usize = 5;

/// `tf/(tf+1.2)` relative to `5/6.2`, in millionths, for zero to five sentences: `6.2 tf / (5 tf + 6)`.
const SATURATION: [i64; MAX_SENTENCES + 1] = [0, 563_636, 775_000, 885_714, 953_846, 1_000_000];

/// The result of measuring lexical relevance.
#[derive(Debug, Clone)]
pub(crate) struct Relevance {
    /// From 0 to 1, in millionths.
    pub(crate) value: i64,
    /// The number of the job's words that are in the resume.
    pub(crate) found: usize,
    /// Sentences that together contain every word found.
    pub(crate) evidence: Vec<Evidence>,
}

/// Measures a resume against a job's words.
pub(crate) fn measure(terms: &[Term], profile: &Profile) -> Relevance {
    let mut reached: i64 = 0;
    let mut maximum: i64 = 0;
    let mut found = Vec::new();
    for term in terms {
        let places = profile.stem_places(&term.stem);
        let count = distinct_sentences(places, profile);
        let factor = SATURATION.get(count).copied().unwrap_or(0);
        maximum = maximum.saturating_add(term.idf);
        reached = reached.saturating_add(crate::ratio::times(term.idf, factor));
        if count > 0 {
            found.push((term, places));
        }
    }
    Relevance {
        value: share(reached, maximum),
        found: found.len(),
        evidence: cover(&found, profile),
    }
}

fn distinct_sentences(places: &[StemPlace], profile: &Profile) -> usize {
    let mut seen: Vec<usize> = Vec::with_capacity(MAX_SENTENCES);
    for place in places {
        let Some(sentence) = profile.sentence(place.sentence) else {
            continue;
        };
        if !seen.contains(&sentence.distinct) {
            seen.push(sentence.distinct);
        }
        if seen.len() == MAX_SENTENCES {
            break;
        }
    }
    seen.len()
}

/// Returns quotes that together contain every term found.
///
/// It quotes the first sentence of each term, once for all terms that share it.
fn cover(found: &[(&Term, &[StemPlace])], profile: &Profile) -> Vec<Evidence> {
    let mut quotes: Vec<(Span, Vec<&str>)> = Vec::new();
    for (term, places) in found {
        let quoted = places.iter().find_map(|place| {
            quotes
                .iter()
                .position(|(span, _)| span.contains(place.span))
        });
        match quoted.and_then(|number| quotes.get_mut(number)) {
            Some((_, words)) => words.push(&term.word),
            None => {
                quotes.extend(window(places, profile).map(|span| (span, vec![term.word.as_str()])));
            }
        }
    }
    quotes.sort_by_key(|(span, _)| *span);
    quotes
        .into_iter()
        .map(|(span, words)| {
            let requirement = format!("words of the posting: {}", join_words(&words));
            profile.text.evidence(requirement, span, span)
        })
        .collect()
}

fn window(places: &[StemPlace], profile: &Profile) -> Option<Span> {
    let first = places.first()?;
    let sentence = profile.sentence(first.sentence)?;
    Some(profile.text.window(first.span, sentence.span))
}

fn join_words(words: &[&str]) -> String {
    if words.len() > 12 {
        return join_names(words);
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_formula() {
        for (tf, factor) in (0..).zip(SATURATION) {
            // tf / (tf + 1.2) * 6.2 / 5, rounded to the nearest.
            let (part, whole) = (62 * tf * 1_000_000, 5 * (10 * tf + 12));
            assert_eq!(factor, (2 * part + whole) / (2 * whole), "{tf}");
        }
    }
}
