//! How relevant each position of a resume is for a job, and how recent.
//!
//! Three signs are measured for each position, each from 0 to 1:
//!
//! - `A`: its title is like the job's, by occupation or by words, whichever is more;
//! - `s`: twice the share of the job's skills that it mentions, at most 1;
//! - `w`: the share of the posting's words that it mentions, weighted by idf and divided by 0.3, at most 1.
//!
//! Its relevance `r` is the mean of the best two signs, so that one sign alone is never enough. If the job names no skills, or
//! if the resume is in another language than the posting, there are two signs. `D = 0.9^years` since the position ended; a
//! position without dates has 0.5.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use shortlist_domain::{SectionKind, Span};

use crate::prepared::PreparedJob;
use crate::profile::{Profile, Sentence};
use crate::ratio::{WHOLE, freshness, share, times};
use crate::skill_match::SkillMatch;

/// What a position without dates keeps: as much as one that ended more than six years ago.
const UNDATED_FRESHNESS: i64 = 500_000;
/// How much more the share of the job's skills counts than itself.
const SKILLS_FACTOR: i64 = 2;
/// The tenths of the posting's words that a position must mention to count in full.
const FULL_TENTHS_OF_WORDS: i64 = 3;

/// A position and what it has in common with the job. Values are in millionths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkEntry {
    /// The number of the position. `None` for work that belongs to no position.
    pub(crate) number: Option<usize>,
    /// The months that it covers, as a half-open range.
    pub(crate) months: Option<(i32, i32)>,
    /// The line that is quoted for it.
    pub(crate) quote: Span,
    /// How much its title is like the job's.
    pub(crate) likeness: i64,
    pub(crate) relevance: i64,
    pub(crate) freshness: i64,
}

/// The positions of a resume, compared with a job.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkHistory {
    pub(crate) entries: Vec<WorkEntry>,
    /// The months of work, each counted once and multiplied by its best relevance, in millionths of a month.
    pub(crate) relevant: i64,
    /// The months of work, each counted once.
    pub(crate) months: u32,
    /// Whether the months are those that the resume states, because no position has dates.
    pub(crate) is_stated: bool,
}

impl WorkHistory {
    /// Compares the positions of a resume with a job.
    pub(crate) fn of(
        job: &PreparedJob,
        profile: &Profile,
        matches: &[SkillMatch],
        as_of: NaiveDate,
    ) -> Self {
        let signs = Signs::of(job, profile, matches);
        let mut entries = Vec::new();
        let titles = profile.work.iter().zip(&profile.work_titles);
        for (number, (period, title)) in titles.enumerate() {
            let likeness = job.title.likeness(title);
            let months = period.months(as_of);
            entries.push(WorkEntry {
                number: Some(number),
                months,
                quote: period.title_line(),
                likeness,
                relevance: signs.relevance(number, likeness),
                freshness: months.map_or(UNDATED_FRESHNESS, |(_, end)| freshness_at(end, as_of)),
            });
        }
        // Work that belongs to no position, because none was recognised.
        if let Some(quote) = signs.loose {
            entries.push(WorkEntry {
                number: None,
                months: None,
                quote,
                likeness: 0,
                relevance: signs.relevance(profile.work.len(), 0),
                freshness: UNDATED_FRESHNESS,
            });
        }
        Self::from_entries(entries, profile)
    }

    fn from_entries(entries: Vec<WorkEntry>, profile: &Profile) -> Self {
        let dated = || {
            let entries = entries.iter();
            entries.filter_map(|entry| Some((entry.months?, entry.relevance)))
        };
        let months = weighted_months(dated().map(|(months, _)| (months, 1)));
        let relevant = weighted_months(dated());
        if let (0, Some(stated)) = (months, &profile.stated) {
            let best = entries.iter().map(|entry| entry.relevance).max();
            return Self {
                relevant: i64::from(stated.months) * best.unwrap_or(0),
                months: stated.months,
                is_stated: true,
                entries,
            };
        }
        Self {
            relevant,
            months: u32::try_from(months).unwrap_or(u32::MAX),
            is_stated: false,
            entries,
        }
    }

    /// Returns the relevant months, rounded down.
    pub(crate) fn relevant_months(&self) -> u32 {
        u32::try_from(self.relevant / WHOLE).unwrap_or(u32::MAX)
    }

    /// Returns the largest likeness of a title.
    pub(crate) fn likeness(&self) -> i64 {
        let all = self.entries.iter().map(|entry| entry.likeness);
        all.max().unwrap_or(0)
    }

    /// Returns the largest relevance of a position.
    pub(crate) fn relevance(&self) -> i64 {
        let all = self.entries.iter().map(|entry| entry.relevance);
        all.max().unwrap_or(0)
    }

    /// Returns the largest `A D`, and the entry that has it.
    pub(crate) fn position(&self) -> Option<(i64, &WorkEntry)> {
        self.best(|entry| times(entry.likeness, entry.freshness))
    }

    /// Returns the largest `r D`.
    pub(crate) fn fit(&self) -> i64 {
        self.best(|entry| times(entry.relevance, entry.freshness))
            .map_or(0, |(fit, _)| fit)
    }

    /// Returns the largest value above 0. Of equal entries, it returns the first in the text.
    fn best(&self, value: impl Fn(&WorkEntry) -> i64) -> Option<(i64, &WorkEntry)> {
        let all = self.entries.iter().map(|entry| (value(entry), entry));
        all.filter(|(value, _)| *value > 0)
            .min_by_key(|(value, entry)| (-value, entry.quote))
    }
}

/// What each position mentions of the job. The last one is work that belongs to no position.
struct Signs {
    skills: Vec<i64>,
    words: Vec<i64>,
    has_skills: bool,
    /// The first sentence about work outside of all positions.
    loose: Option<Span>,
}

impl Signs {
    fn of(job: &PreparedJob, profile: &Profile, matches: &[SkillMatch]) -> Self {
        let loose = profile.work.len();
        let entry_of = |number: usize| -> Option<usize> {
            let sentence = profile.sentence(number)?;
            is_about_work(sentence).then(|| sentence.work.unwrap_or(loose))
        };
        let mut skills = vec![0; loose + 1];
        let mut seen = vec![0; loose + 1];
        for (number, (job_skill, matched)) in job.skills.iter().zip(matches).enumerate() {
            // The places by name come before those of implied skills, so the first one in an entry is the best.
            for (place, quality) in &matched.weighted {
                let Some(entry) = entry_of(place.sentence) else {
                    continue;
                };
                add_once(
                    &mut seen,
                    &mut skills,
                    (entry, number),
                    job_skill.importance * quality,
                );
            }
        }
        let mut words = vec![0; loose + 1];
        let mut seen = vec![0; loose + 1];
        for (number, term) in job.terms.iter().enumerate() {
            for place in profile.stem_places(&term.stem) {
                if let Some(entry) = entry_of(place.sentence) {
                    add_once(&mut seen, &mut words, (entry, number), term.idf);
                }
            }
        }
        let maximum: i64 = job.skills.iter().map(|skill| skill.importance).sum();
        let all_words: i64 = job.terms.iter().map(|term| term.idf).sum();
        let mut sentences = profile.sentences.iter();
        let is_loose = |sentence: &&Sentence| is_about_work(sentence) && sentence.work.is_none();
        Self {
            skills: capped(skills, SKILLS_FACTOR, maximum * WHOLE),
            words: capped(words, 10, all_words * FULL_TENTHS_OF_WORDS),
            has_skills: !job.skills.is_empty(),
            loose: sentences.find(is_loose).map(|sentence| sentence.span),
        }
    }

    /// Returns the mean of the best two signs.
    fn relevance(&self, entry: usize, likeness: i64) -> i64 {
        let sign = |of: &[i64]| of.get(entry).copied().unwrap_or(0);
        let (skills, words) = (sign(&self.skills), sign(&self.words));
        if !self.has_skills {
            return i64::midpoint(likeness, words);
        }
        let least = likeness.min(skills).min(words);
        (likeness + skills + words - least) / 2
    }
}

/// Adds an amount to an entry, once for each number.
fn add_once(seen: &mut [usize], sums: &mut [i64], (entry, number): (usize, usize), amount: i64) {
    let (Some(seen), Some(sum)) = (seen.get_mut(entry), sums.get_mut(entry)) else {
        return;
    };
    if *seen <= number {
        *seen = number + 1;
        *sum = sum.saturating_add(amount);
    }
}

/// Returns each sum multiplied by a factor, as a share of the whole.
fn capped(sums: Vec<i64>, factor: i64, whole: i64) -> Vec<i64> {
    let sums = sums.into_iter();
    sums.map(|sum| share(sum.saturating_mul(factor), whole))
        .collect()
}

/// Returns whether a sentence is about work.
pub(crate) fn is_about_work(sentence: &Sentence) -> bool {
    sentence.work.is_some() || sentence.section == SectionKind::Experience
}

/// Returns how much the use of a skill in a sentence counts today: `D` of its entry.
///
/// It returns `None` outside experience.
pub(crate) fn freshness_of(
    sentence: &Sentence,
    profile: &Profile,
    as_of: NaiveDate,
) -> Option<i64> {
    if !is_about_work(sentence) {
        return None;
    }
    let period = sentence.work.and_then(|number| profile.work.get(number));
    let months = period.and_then(|period| period.months(as_of));
    Some(months.map_or(UNDATED_FRESHNESS, |(_, end)| freshness_at(end, as_of)))
}

/// Returns `0.9^years` since a month.
fn freshness_at(end: i32, as_of: NaiveDate) -> i64 {
    let now = as_of.year() * 12 + i32::try_from(as_of.month()).unwrap_or(0);
    freshness(u32::try_from(now - end).unwrap_or(0))
}

/// Returns the sum over all months of the largest weight among the ranges that contain the month.
fn weighted_months(ranges: impl Iterator<Item = ((i32, i32), i64)>) -> i64 {
    let mut borders: Vec<(i32, i64, bool)> = Vec::new();
    for ((start, end), weight) in ranges.filter(|((start, end), _)| start < end) {
        borders.push((start, weight, true));
        borders.push((end, weight, false));
    }
    borders.sort_unstable();
    let mut open: BTreeMap<i64, usize> = BTreeMap::new();
    let (mut sum, mut reached) = (0, 0);
    for (month, weight, begins) in borders {
        let best = open.last_key_value().map_or(0, |(weight, _)| *weight);
        sum += i64::from(month - reached) * best;
        reached = month;
        let count = open.entry(weight).or_default();
        *count = if begins {
            *count + 1
        } else {
            count.saturating_sub(1)
        };
        if *count == 0 {
            open.remove(&weight);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_month_counts_once_at_its_best_weight() {
        let sum = |ranges: &[((i32, i32), i64)]| weighted_months(ranges.iter().copied());
        assert_eq!(sum(&[]), 0);
        assert_eq!(sum(&[((0, 12), 3)]), 36);
        assert_eq!(sum(&[((0, 12), 3), ((6, 18), 5)]), 6 * 3 + 12 * 5);
        assert_eq!(sum(&[((0, 12), 5), ((3, 6), 2), ((3, 6), 2)]), 60);
        assert_eq!(sum(&[((0, 4), 1), ((10, 12), 1), ((5, 5), 9)]), 6);
    }
}
