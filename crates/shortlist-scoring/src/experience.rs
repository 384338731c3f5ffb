//! The criterion `experience`: how long the person worked, and how much of that involved what the job asks for.
//!
//! `value = 0.6 * length + 0.4 * relevance`
//!
//! - The length is `min(1, have/need)`, or `1 - e^(-years/4)` if the job names no number of years. Overlapping positions
//!   count once.
//! - The relevance is the share of the job's skills that are found inside entries. Each skill counts at its best entry,
//!   weighted by `0.9^years` since that entry ended. If the job asks for years of the skill, the weight is also multiplied by
//!   `min(1, had/need)`.
//! - For a job without skills, the relevance compares its words.
//! - If the job says nothing to compare with, only the length counts.

use chrono::{Datelike, NaiveDate};
use shortlist_domain::{Evidence, SectionKind, Span};

use crate::criterion::{Gain, Measured, duration, missing, missing_with_gain};
use crate::formula::{ExperienceFormula, Formula, Open, Requirement, SkillUse, TENTHS_OF_LENGTH};
use crate::prepared::{JobSkill, PreparedJob};
use crate::profile::{Profile, Sentence, SkillPlace};
use crate::ratio::{WHOLE, blend, freshness, saturation, share, times};
use crate::requirements::skill_years::skill_years_label;
use crate::skill_duration::{covered, skill_duration};
use crate::skills::weighted_places;

/// An entry without dates counts like one that ended ten years ago, so that leaving out dates gains nothing.
const UNDATED_MONTHS_AGO: u32 = 120;

/// How long the person worked.
#[derive(Debug, Clone)]
pub(crate) struct WorkedTime {
    pub(crate) months: u32,
    pub(crate) evidence: Vec<Evidence>,
}

/// Returns the union of the dated positions, or else the experience that the resume states in words.
pub(crate) fn worked_time(profile: &Profile, as_of: NaiveDate) -> WorkedTime {
    let mut ranges = Vec::with_capacity(profile.work.len());
    let mut evidence = Vec::with_capacity(profile.work.len());
    for period in &profile.work {
        let Some((start, end)) = period.months(as_of) else {
            continue;
        };
        ranges.push((start, end));
        let length = duration(u32::try_from(end - start).unwrap_or(0));
        let requirement = format!("experience: {} ({length})", months_named(start, end));
        let context = period.headline;
        evidence.push(profile.text.evidence(requirement, context, context));
    }
    if !ranges.is_empty() {
        let months = covered(ranges);
        return WorkedTime { months, evidence };
    }
    match &profile.stated {
        None => WorkedTime {
            months: 0,
            evidence,
        },
        Some(stated) => WorkedTime {
            months: stated.months,
            evidence: vec![profile.text.evidence(
                format!("experience: {} stated", duration(stated.months)),
                stated.sentence,
                stated.sentence,
            )],
        },
    }
}

fn months_named(start: i32, end: i32) -> String {
    let named = |month: i32| {
        format!(
            "{:04}-{:02}",
            month.div_euclid(12),
            month.rem_euclid(12) + 1
        )
    };
    format!("{} to {}", named(start), named(end - 1))
}

/// Measures the criterion.
pub(crate) fn measure(job: &PreparedJob, profile: &Profile, as_of: NaiveDate) -> Measured {
    let WorkedTime {
        months,
        mut evidence,
    } = worked_time(profile, as_of);
    let length = match job.requirements.minimum_months {
        Some(need) if need > 0 => share(i64::from(months), i64::from(need)),
        _ => saturation(months),
    };
    let has_data = months > 0 || profile.sentences.iter().any(is_about_work);
    let relevance = relevance(job, profile, as_of);
    let value_of = |length, reached| match relevance.maximum {
        0 => length,
        maximum => blend(length, TENTHS_OF_LENGTH, share(reached, maximum)),
    };
    let value = value_of(length, relevance.reached);
    let mut open = relevance.open;
    for one in &mut open {
        one.line += evidence.len();
    }
    let formula = ExperienceFormula {
        length,
        reached: relevance.reached,
        maximum: relevance.maximum,
        uses: relevance.uses,
    };
    for (mut shown, more) in relevance.evidence {
        let with = value_of(length, relevance.reached + more);
        shown.gain = Gain { with, now: value }.micros();
        evidence.push(shown);
    }
    let requested = job.requirements.minimum_months;
    if let Some(need) = requested.filter(|need| months < *need) {
        let with = value_of(WHOLE, relevance.reached);
        let gain = Gain { with, now: value };
        open.push(Open {
            requirement: Requirement::Length,
            line: evidence.len(),
        });
        evidence.push(missing_with_gain(
            format!("{} of experience", duration(need)),
            gain,
        ));
    }
    Measured {
        value,
        has_data,
        summary: summary(job, months, has_data, &relevance.used),
        evidence,
        formula: Formula::Experience(formula),
        open,
    }
}

fn is_about_work(sentence: &Sentence) -> bool {
    sentence.work.is_some() || sentence.section == SectionKind::Experience
}

/// How much of the experience involved what the job asks for.
struct WorkRelevance {
    reached: i64,
    maximum: i64,
    /// The number of skills that were used at work, and the number of all skills.
    used: (usize, usize),
    /// Each with the amount by which `reached` would grow if the skill were used in a current position.
    evidence: Vec<(Evidence, i64)>,
    /// The skills that are not used in full.
    uses: Vec<SkillUse>,
    /// The lines of `evidence` that are not met in full.
    open: Vec<Open>,
}

/// A place inside an entry and its weight, in millionths.
struct Use {
    span: Span,
    sentence: Span,
    weight: i64,
}

fn relevance(job: &PreparedJob, profile: &Profile, as_of: NaiveDate) -> WorkRelevance {
    if job.skills.is_empty() {
        return relevance_of_words(job, profile, as_of);
    }
    let mut relevance = WorkRelevance {
        reached: 0,
        maximum: 0,
        used: (0, job.skills.len()),
        evidence: Vec::new(),
        uses: Vec::new(),
        open: Vec::new(),
    };
    for (number, job_skill) in job.skills.iter().enumerate() {
        relevance.add((number, job_skill), profile, as_of);
    }
    relevance
}

impl WorkRelevance {
    fn add(
        &mut self,
        (number, job_skill): (usize, &JobSkill),
        profile: &Profile,
        as_of: NaiveDate,
    ) {
        self.maximum += job_skill.importance * WHOLE;
        let places = weighted_places(job_skill, profile);
        let uses = places.iter().filter_map(|(place, quality)| {
            let sentence = profile.sentence(place.sentence)?;
            let weight = times(*quality, weight_at(sentence, profile, as_of)?);
            Some(Use {
                span: place.span,
                sentence: sentence.span,
                weight,
            })
        });
        let requirement = format!("{} used at work", job_skill.name);
        let (shown, weight) = match best(uses) {
            None => (missing(requirement), 0),
            Some(best) => {
                self.used.0 += 1;
                let text = &profile.text;
                let shown = text.evidence(requirement, best.span, best.sentence);
                (shown, best.weight)
            }
        };
        let mut measured = SkillUse {
            skill: number,
            importance: job_skill.importance,
            weight,
            part: WHOLE,
        };
        let Some(need) = job_skill.minimum_months else {
            self.open(measured);
            self.reached += job_skill.importance * weight;
            self.evidence
                .push((shown, job_skill.importance * (WHOLE - weight)));
            return;
        };
        let places: Vec<SkillPlace> = places.into_iter().map(|(place, _)| place).collect();
        let used = skill_duration(&places, profile, as_of);
        let part = share(i64::from(used.months), i64::from(need));
        measured.part = part;
        self.open(measured);
        self.reached += job_skill.importance * times(weight, part);
        self.evidence
            .push((shown, job_skill.importance * times(WHOLE - weight, part)));
        let years = match used.sentence.filter(|_| weight > 0 && part == WHOLE) {
            Some(sentence) => {
                let requirement = skill_years_label(&job_skill.name, need);
                (profile.text.evidence(requirement, sentence, sentence), 0)
            }
            None => {
                let more = job_skill.importance * times(weight, WHOLE - part);
                (
                    missing(years_short(job_skill, need, used.months, weight)),
                    more,
                )
            }
        };
        self.evidence.push(years);
    }
}

impl WorkRelevance {
    /// Records what a skill lacks. Its lines are the next ones.
    fn open(&mut self, used: SkillUse) {
        let line = self.evidence.len();
        if used.weight < WHOLE {
            let requirement = Requirement::SkillAtWork(used.skill);
            self.open.push(Open { requirement, line });
        }
        if used.part < WHOLE {
            let requirement = Requirement::SkillYears(used.skill);
            let line = line + 1;
            self.open.push(Open { requirement, line });
        }
        if used.weight < WHOLE || used.part < WHOLE {
            self.uses.push(used);
        }
    }
}

/// Names the requested years of a skill, and the time that the resume shows.
fn years_short(job_skill: &JobSkill, need: u32, months: u32, weight: i64) -> String {
    let wanted = skill_years_label(&job_skill.name, need);
    if weight > 0 {
        format!("{wanted} ({} shown)", duration(months))
    } else {
        wanted
    }
}

/// Computes the relevance from the job's words, for a job that names no skill.
fn relevance_of_words(job: &PreparedJob, profile: &Profile, as_of: NaiveDate) -> WorkRelevance {
    let mut relevance = WorkRelevance {
        reached: 0,
        maximum: 0,
        used: (0, 0),
        evidence: Vec::new(),
        uses: Vec::new(),
        open: Vec::new(),
    };
    for term in &job.terms {
        relevance.maximum = relevance.maximum.saturating_add(term.idf);
        let uses = profile.stem_places(&term.stem).iter().filter_map(|place| {
            let sentence = profile.sentence(place.sentence)?;
            let weight = weight_at(sentence, profile, as_of)?;
            Some(Use {
                span: place.span,
                sentence: sentence.span,
                weight,
            })
        });
        if let Some(best) = best(uses) {
            relevance.reached = relevance
                .reached
                .saturating_add(times(term.idf, best.weight));
            let requirement = format!("{} at work", term.word);
            let text = &profile.text;
            let shown = text.evidence(requirement, best.span, best.sentence);
            relevance.evidence.push((shown, 0));
        }
    }
    relevance
}

/// Returns the use with the largest weight. Of equal uses, it returns the first in the text.
fn best(uses: impl Iterator<Item = Use>) -> Option<Use> {
    uses.filter(|found| found.weight > 0)
        .min_by_key(|found| (-found.weight, found.span))
}

/// Returns the weight of a skill in a sentence, which depends on when the sentence's entry ended.
///
/// It returns `None` outside experience.
fn weight_at(sentence: &Sentence, profile: &Profile, as_of: NaiveDate) -> Option<i64> {
    if !is_about_work(sentence) {
        return None;
    }
    let ended = sentence
        .work
        .and_then(|number| profile.work.get(number))
        .and_then(|period| period.months(as_of));
    let months_ago = match ended {
        None => UNDATED_MONTHS_AGO,
        Some((_, end)) => u32::try_from(month_after(as_of) - end).unwrap_or(0),
    };
    Some(freshness(months_ago))
}

/// Returns the month after the given day's month, counted from the year 0.
fn month_after(day: NaiveDate) -> i32 {
    day.year() * 12 + i32::try_from(day.month()).unwrap_or(0)
}

fn summary(job: &PreparedJob, months: u32, has_data: bool, used: &(usize, usize)) -> String {
    if !has_data {
        return "The resume shows no work experience.".to_owned();
    }
    let mut sentence = match (months, job.requirements.minimum_months) {
        (0, None) => "Work is described, but without dates".to_owned(),
        (0, Some(need)) => format!(
            "Work is described without dates; {} asked for",
            duration(need)
        ),
        (have, None) => format!(
            "{} of experience; the job names no number of years",
            duration(have)
        ),
        (have, Some(need)) => format!(
            "{} of experience, {} asked for",
            duration(have),
            duration(need)
        ),
    };
    if let (found, all @ 1..) = used {
        sentence.push_str(&format!(
            "; {found} of {all} skills of the job used at work"
        ));
    }
    sentence.push('.');
    sentence
}
