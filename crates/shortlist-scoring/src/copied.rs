//! Text of the posting that a resume repeats word for word, and the job's title outside of a dated position.
//!
//! Both are reported and cost no points: people who answer a posting use some of its words. A recruiter can read the passage
//! and judge it. Single sentences that many resumes and postings contain are not reported.

use std::ops::Range;

use hashbrown::HashSet;
use shortlist_domain::{FindingKind, FindingMeasure, IntegrityFinding, Span};
use shortlist_vocabulary::steps;

use crate::posting_runs::{PostingRuns, RUN_WORDS, runs_of};
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::words::{Word, words};
use crate::work_entries::WorkPeriod;

/// The fewest words of the posting that must be repeated, in all runs together.
const FEWEST_WORDS: usize = 20;
/// The smallest share of the posting that is reported, in percent.
const FEWEST_PERCENT: usize = 10;
/// So many repeated words are reported even if they are a smaller share.
const MANY_WORDS: usize = 100;
/// The fewest words of a title that is reported. "Nurse" alone is a heading in many resumes.
const FEWEST_TITLE_WORDS: usize = 2;

/// Returns what a resume repeats of a job.
pub(crate) fn copied_findings(job: &PreparedJob, profile: &Profile) -> Vec<IntegrityFinding> {
    let posting = copied_posting(&job.posting_runs, profile);
    posting
        .into_iter()
        .chain(copied_title(job, profile))
        .collect()
}

fn copied_posting(posting: &PostingRuns, profile: &Profile) -> Option<IntegrityFinding> {
    if posting.word_count() < FEWEST_WORDS {
        return None;
    }
    let (written, spans) = placed_words(profile);
    let runs = runs_of(&written);
    let repeated: HashSet<u64> = runs
        .iter()
        .copied()
        .filter(|run| posting.contains(*run))
        .collect();
    let count = posting.repeated_words(&repeated);
    let percent = 100 * count / posting.word_count();
    if count < FEWEST_WORDS || (percent < FEWEST_PERCENT && count < MANY_WORDS) {
        return None;
    }
    let longest = longest_passage(&runs, &repeated)?;
    let (first, last) = (spans.get(longest.start)?, spans.get(longest.end - 1)?);
    let (quote, page) = quoted(profile, Span::new(first.start, last.end));
    Some(IntegrityFinding {
        kind: FindingKind::CopiedPosting,
        quote,
        measure: Some(FindingMeasure::PostingShare(
            percent.try_into().unwrap_or(u32::MAX),
        )),
        page,
    })
}

/// Returns the job's title where it is written outside of a dated position, if no dated position has it.
fn copied_title(job: &PreparedJob, profile: &Profile) -> Option<IntegrityFinding> {
    let title = words(&job.title_text);
    if title.len() < FEWEST_TITLE_WORDS {
        return None;
    }
    let is_title = |words: &[Word]| {
        let mut pairs = words.iter().zip(&title);
        words.len() == title.len() && pairs.all(|(a, b)| a.lower == b.lower)
    };
    let has_title = |span: Span| {
        let words = words(profile.text.at(span));
        words.windows(title.len()).any(is_title)
    };
    let (dated, undated): (Vec<&WorkPeriod>, Vec<&WorkPeriod>) =
        profile.work.iter().partition(|work| work.start.is_some());
    if dated.iter().any(|work| has_title(work.title_line())) {
        return None;
    }
    let is_dated = |work: usize| {
        profile
            .work
            .get(work)
            .is_some_and(|work| work.start.is_some())
    };
    let mut sentences = profile.sentences_with_words();
    let written = sentences
        .find(|(sentence, words)| is_title(words) && !sentence.work.is_some_and(is_dated))
        .map(|(sentence, _)| sentence.span);
    let mut undated = undated.iter().map(|work| work.title_line());
    let (quote, page) = quoted(
        profile,
        written.or_else(|| undated.find(|line| has_title(*line)))?,
    );
    Some(IntegrityFinding {
        kind: FindingKind::CopiedTitle,
        quote,
        measure: None,
        page,
    })
}

/// Returns as much of a place as fits into a quote, in one line, and its page.
fn quoted(profile: &Profile, span: Span) -> (String, Option<u32>) {
    let quote = profile.text.quote(profile.text.cut(span), span);
    let in_one_line: Vec<&str> = quote.words.split_whitespace().collect();
    (in_one_line.join(" "), quote.page)
}

/// Returns the words of a resume that may be scored, and the place of each.
fn placed_words(profile: &Profile) -> (Vec<Word>, Vec<Span>) {
    let mut all = (Vec::new(), Vec::new());
    for (sentence, words) in profile.sentences_with_words() {
        let start = sentence.span.start;
        let place = |word: &Word| Span::new(start + word.span.start, start + word.span.end);
        all.1.extend(words.iter().map(place));
        all.0.extend_from_slice(words);
    }
    all
}

/// Returns the longest row of repeated runs, as the words that it covers.
fn longest_passage(runs: &[u64], repeated: &HashSet<u64>) -> Option<Range<usize>> {
    steps::count(runs.len());
    let mut longest: Option<Range<usize>> = None;
    let mut begun = None;
    for (at, run) in runs.iter().enumerate() {
        if !repeated.contains(run) {
            begun = None;
            continue;
        }
        let passage = *begun.get_or_insert(at)..at + RUN_WORDS;
        if longest
            .as_ref()
            .is_none_or(|best| best.len() < passage.len())
        {
            longest = Some(passage);
        }
    }
    longest
}
