//! How long a skill was used, for a job that asks for years of it.
//!
//! The result is the number of months in the dated positions that contain the skill. One of its names or a skill that implies
//! it is enough. Overlapping months count once. If a sentence outside the positions states a longer time ("Kafka, 3 years"),
//! that time counts instead. Use in a position without dates counts as one month.

use chrono::NaiveDate;
use hashbrown::HashSet;
use shortlist_domain::Span;

use crate::durations::durations;
use crate::profile::{Profile, SkillPlace};
use crate::words::words;

/// How long a skill was used, in months, and the sentence that shows it best.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkillDuration {
    pub(crate) months: u32,
    pub(crate) sentence: Option<Span>,
}

/// Adds up the use of a skill over the places that mention it.
pub(crate) fn skill_duration(
    places: &[SkillPlace],
    profile: &Profile,
    as_of: NaiveDate,
) -> SkillDuration {
    let mut positions: HashSet<usize> = HashSet::new();
    let mut outside: HashSet<usize> = HashSet::new();
    let mut longest: Option<(i32, Span)> = None;
    let mut stated: Option<(u32, Span)> = None;
    let mut ranges = Vec::new();
    for place in places {
        let Some(sentence) = profile.sentence(place.sentence) else {
            continue;
        };
        let Some(number) = sentence.work else {
            if outside.insert(place.sentence)
                && let Some(months) = stated_in(profile, sentence.span)
                && stated.is_none_or(|(most, _)| months > most)
            {
                stated = Some((months, sentence.span));
            }
            continue;
        };
        let period = profile.work.get(number);
        if let Some((start, end)) = period.and_then(|period| period.months(as_of))
            && positions.insert(number)
        {
            ranges.push((start, end));
            if longest.is_none_or(|(most, _)| end - start > most) {
                longest = Some((end - start, sentence.span));
            }
        }
    }
    let at_work = covered(ranges).max(1);
    match stated {
        Some((months, sentence)) if months > at_work => SkillDuration {
            months,
            sentence: Some(sentence),
        },
        _ => SkillDuration {
            months: at_work,
            sentence: longest.map(|(_, sentence)| sentence),
        },
    }
}

fn stated_in(profile: &Profile, sentence: Span) -> Option<u32> {
    let text = profile.text.at(sentence);
    let found = durations(text, &words(text));
    found.into_iter().map(|found| found.months).max()
}

/// Returns the number of months in at least one of some half-open ranges.
pub(crate) fn covered(mut ranges: Vec<(i32, i32)>) -> u32 {
    ranges.sort_unstable();
    let mut total = 0;
    let mut reached = i32::MIN;
    for (start, end) in ranges {
        total += (end - start.max(reached)).max(0);
        reached = reached.max(end);
    }
    u32::try_from(total).unwrap_or(0)
}
