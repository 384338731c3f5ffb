//! Similar wording: how far the posting's words stand together in the resume.
//!
//! `L = sum(w * f/(f+1.2)) / sum(w * 5/6.2)` over the distinct stems of the job's title, description and skills. The weight
//! `w` is the background idf of the stem, three times that for a stem of the title. `f` is at most five and adds up, over the
//! distinct passages (sentences and list items) with the stem, how much of the passage is about the job: the idf of the
//! posting's stems in it, divided by the idf of all its stems, or by 8 if that is more. A word that a long sentence about
//! something else happens to share therefore earns little. Repeating a passage gains nothing.
//!
//! A resume in another language than the posting has no wording in common with it. Its wording is not compared: the skills,
//! which the vocabulary knows in both languages, count in its place.
//!
//! The saturation is that of BM25 (Robertson and Zaragoza, 2009, k1 = 1.2). The value is `min(1, L/0.4)`.

use shortlist_domain::Span;

use crate::prepared::Term;
use crate::profile::Profile;
use crate::ratio::{WHOLE, share, times};

/// The sum of shares above which more passages add nothing.
const MAX_SUM: i64 = 5 * WHOLE;
/// The idf that a passage is taken to have at least, so that a single word is not a passage about the job.
const MIN_PASSAGE_IDF: i64 = 8 * WHOLE;
/// How much more a word of the title counts.
const TITLE_FACTOR: i64 = 3;
/// The tenths of `L` that count in full.
const FULL_TENTHS: i64 = 4;
/// The number of passages that are quoted.
const MAX_QUOTES: usize = 3;

/// A passage that is quoted, and the posting's words in it.
#[derive(Debug, Clone)]
pub(crate) struct SimilarPassage {
    pub(crate) span: Span,
    pub(crate) words: Vec<String>,
}

/// The result of comparing the wording.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wording {
    /// From 0 to 1, in millionths.
    pub(crate) value: i64,
    /// The passages that earned most, the best one first.
    pub(crate) passages: Vec<SimilarPassage>,
}

/// A term of the job and the numbers of the passages that contain it.
struct FoundTerm<'a> {
    term: &'a Term,
    passages: Vec<usize>,
}

/// Compares the wording of a resume with a job's words.
pub(crate) fn measure(terms: &[Term], profile: &Profile) -> Wording {
    let found = found_terms(terms, profile);
    let shares = shares(&found, profile);
    let maximum: i64 = terms.iter().map(weight).sum();
    let mut reached: i64 = 0;
    let mut earned = vec![0; shares.len()];
    for one in &found {
        let in_passages = || one.passages.iter().filter_map(|number| shares.get(*number));
        let sum = in_passages().sum::<i64>().min(MAX_SUM);
        let amount = times(weight(one.term), saturation(sum));
        reached = reached.saturating_add(amount);
        for number in &one.passages {
            let part = shares.get(*number).copied().unwrap_or(0);
            if let Some(earned) = earned.get_mut(*number) {
                *earned += times(amount, share(part, sum));
            }
        }
    }
    let value = share(reached, maximum).saturating_mul(10) / FULL_TENTHS;
    Wording {
        value: value.min(WHOLE),
        passages: best_passages(&found, &earned, profile),
    }
}

fn weight(term: &Term) -> i64 {
    if term.in_title {
        term.idf * TITLE_FACTOR
    } else {
        term.idf
    }
}

/// Returns the terms that the resume contains, without repeated passages.
fn found_terms<'a>(terms: &'a [Term], profile: &Profile) -> Vec<FoundTerm<'a>> {
    let mut found = Vec::new();
    for term in terms {
        let places = profile.stem_places(&term.stem).iter();
        let mut passages: Vec<usize> = places
            .map(|place| place.passage)
            .filter(|number| {
                let passage = profile.passages.get(*number);
                passage.is_some_and(|passage| !passage.is_repeated)
            })
            .collect();
        passages.dedup();
        if !passages.is_empty() {
            found.push(FoundTerm { term, passages });
        }
    }
    found
}

/// Returns for each passage which share of it is about the job.
fn shares(found: &[FoundTerm<'_>], profile: &Profile) -> Vec<i64> {
    let mut shares = vec![0_i64; profile.passages.len()];
    for one in found {
        for number in &one.passages {
            if let Some(about) = shares.get_mut(*number) {
                *about = about.saturating_add(one.term.idf);
            }
        }
    }
    for (about, passage) in shares.iter_mut().zip(&profile.passages) {
        *about = share(*about, passage.idf.max(MIN_PASSAGE_IDF));
    }
    shares
}

/// Returns `f/(f+1.2)` relative to `5/6.2`, which is `6.2 f / (5 f + 6)`.
fn saturation(sum: i64) -> i64 {
    share(62 * sum, 50 * sum + 60 * WHOLE)
}

/// Returns the passages that earned most, the best one first.
fn best_passages(
    found: &[FoundTerm<'_>],
    earned: &[i64],
    profile: &Profile,
) -> Vec<SimilarPassage> {
    let passages = profile.passages.iter().zip(earned).enumerate();
    let mut best: Vec<(i64, Span, usize)> = passages
        .filter(|(_, (_, earned))| **earned > 0)
        .map(|(number, (passage, earned))| (-*earned, passage.span, number))
        .collect();
    best.sort_unstable();
    best.truncate(MAX_QUOTES);
    let words = |number: usize| -> Vec<String> {
        let shown = found.iter().filter(|one| one.passages.contains(&number));
        shown.map(|one| one.term.word.clone()).collect()
    };
    best.into_iter()
        .map(|(_, span, number)| SimilarPassage {
            span,
            words: words(number),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saturation_is_the_formula() {
        for (sum, value) in [
            (0, 0),
            (500_000, 364_705),
            (WHOLE, 563_636),
            (MAX_SUM, WHOLE),
        ] {
            assert_eq!(saturation(sum), value);
        }
    }
}
