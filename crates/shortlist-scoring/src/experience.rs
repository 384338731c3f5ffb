//! The criterion `experience`: how long the person did relevant work, how recently, and how much like the job it was.
//!
//! `value = 0.3 length + 0.2 use + 0.3 position + 0.2 fit`, with `A`, `r` and `D` of each position from
//! [`crate::work_history`]:
//!
//! - `length` compares the sum of the months, each multiplied by its relevance `r`, with the months that the job asks for. If
//!   it names no number, it is `1 - e^(-years/2)`, so that two relevant years count for most of it.
//! - `use` is the share of the job's skills that are found inside positions. Each skill counts at its best position, by `D`.
//!   If the job asks for years of the skill, that is multiplied by `min(1, had/need)`. For a job without skills, it is the
//!   largest `r D`.
//! - `position` is the largest `A D`, and `fit` the largest `r D`.

use chrono::NaiveDate;
use shortlist_domain::{Evidence, EvidenceDetail, MicroPoints, PartialDate, Span};

use crate::comparison::Comparison;
use crate::criterion::{Measured, duration, missing, missing_with_gain};
use crate::formula::{
    ExperienceFormula, Formula, Gain, Met, Open, Requirement, SkillUse, UseFormula,
};
use crate::prepared::{JobSkill, PreparedJob};
use crate::profile::{Profile, SkillPlace};
use crate::ratio::{WHOLE, saturation, share, times};
use crate::skill_duration::skill_duration;
use crate::skill_match::SkillMatch;
use crate::titles::without_ranks;
use crate::work_history::{WorkEntry, WorkHistory, freshness_of, is_about_work};

/// Measures the criterion.
pub(crate) fn measure(compared: &Comparison<'_>) -> Measured {
    let (job, profile, work) = (compared.job, compared.profile, &compared.work);
    let use_at_work = UseAtWork::of(compared);
    let formula = ExperienceFormula {
        length: length(job, work),
        used: use_at_work.formula.clone(),
        position: work.position().map_or(0, |(position, _)| position),
        fit: work.fit(),
    };
    let value = formula.value(&Met::default());
    let mut evidence = match value {
        0 => Vec::new(),
        _ => relevant_positions(work, profile),
    };
    let mut open = Vec::new();
    if !job.title_text.is_empty() {
        let requirement = Requirement::Position;
        if formula.position < WHOLE {
            let line = evidence.len();
            open.push(Open { requirement, line });
        }
        let gain = formula.gain(requirement);
        evidence.push(position_line(compared, gain));
    }
    for one in use_at_work.open {
        let line = one.line + evidence.len();
        open.push(Open { line, ..one });
    }
    for (shown, requirement) in use_at_work.evidence {
        let gain = requirement.and_then(|requirement| formula.gain(requirement).micros());
        evidence.push(Evidence { gain, ..shown });
    }
    let requested = job.requirements.minimum_months;
    if let Some(need) = requested.filter(|_| formula.length < WHOLE) {
        let requirement = Requirement::Length;
        let line = evidence.len();
        open.push(Open { requirement, line });
        let detail = EvidenceDetail::RelevantExperience(need);
        evidence.push(missing_with_gain(detail, formula.gain(requirement)));
    }
    let has_data = work.months > 0 || profile.sentences.iter().any(is_about_work);
    Measured {
        value,
        has_data,
        summary: summary(compared, has_data, use_at_work.used),
        evidence,
        formula: Formula::Experience(formula),
        open,
    }
}

/// How much a position must be like the job, and how recent, to be called like it: a related occupation, held now.
const MIN_POSITION: i64 = 700_000;

/// Returns how the relevant months compare with those that the job asks for.
fn length(job: &PreparedJob, work: &WorkHistory) -> i64 {
    match job.requirements.minimum_months {
        Some(need) if need > 0 => share(work.relevant, i64::from(need) * WHOLE),
        _ => saturation(work.relevant_months()),
    }
}

/// Returns a line for each position that is relevant.
pub(crate) fn relevant_positions(work: &WorkHistory, profile: &Profile) -> Vec<Evidence> {
    let relevant = work.entries.iter().filter(|entry| entry.relevance > 0);
    let positions = relevant.map(|entry| {
        let detail = position_detail(entry);
        profile.text.evidence(detail, entry.quote, entry.quote)
    });
    stated_experience(work, profile)
        .into_iter()
        .chain(positions)
        .collect()
}

/// Returns the line of the experience that the resume states, if it counts.
fn stated_experience(work: &WorkHistory, profile: &Profile) -> Option<Evidence> {
    let stated = profile.stated.as_ref().filter(|_| work.is_stated)?;
    let months = stated.months;
    let detail = EvidenceDetail::StatedExperience(months);
    let sentence = stated.sentence;
    Some(profile.text.evidence(detail, sentence, sentence))
}

/// Returns the period of a position, with its relevance.
fn position_detail(entry: &WorkEntry) -> EvidenceDetail {
    let relevance = MicroPoints::new(entry.relevance);
    let Some((start, end)) = entry.months else {
        return EvidenceDetail::UndatedPosition { relevance };
    };
    let month = |month: i32| PartialDate {
        year: month.div_euclid(12),
        month: u8::try_from(month.rem_euclid(12) + 1).ok(),
    };
    EvidenceDetail::Position {
        from: month(start),
        to: month(end - 1),
        months: u32::try_from(end - start).unwrap_or(0),
        relevance,
    }
}

/// Returns the line that compares the positions' titles with the job's. The lines of the positions quote what it earns.
fn position_line(compared: &Comparison<'_>, gain: Gain) -> Evidence {
    let title = compared.job.title_text.clone();
    let Some((value, entry)) = compared.work.position() else {
        let likeness = None;
        return missing_with_gain(EvidenceDetail::CurrentPosition { title, likeness }, gain);
    };
    let is_whole = value == WHOLE;
    let detail = EvidenceDetail::CurrentPosition {
        // A related title shows the occupation, and not the rank that the job names.
        title: if is_whole && !has_title_of_job(compared, entry) {
            without_ranks(&title)
        } else {
            title
        },
        likeness: (!is_whole).then_some(MicroPoints::new(value)),
    };
    if value < MIN_POSITION {
        return missing_with_gain(detail, gain);
    }
    let text = &compared.profile.text;
    Evidence {
        gain: gain.micros(),
        ..text.evidence(detail, entry.quote, entry.quote)
    }
}

/// Returns whether the title of a position has all words of the job's title, and no others.
fn has_title_of_job(compared: &Comparison<'_>, entry: &WorkEntry) -> bool {
    let titles = &compared.profile.work_titles;
    let title = entry.number.and_then(|number| titles.get(number));
    title.is_some_and(|title| compared.job.title.overlap(title) == WHOLE)
}

/// How the job's skills are used at work.
#[derive(Default)]
struct UseAtWork {
    formula: UseFormula,
    /// The number of skills that are used at work.
    used: usize,
    /// Each line with the requirement that would meet it.
    evidence: Vec<(Evidence, Option<Requirement>)>,
    /// The lines of `evidence` that are not met in full.
    open: Vec<Open>,
}

/// A place inside an entry and its weight, in millionths.
struct Use {
    span: Span,
    sentence: Span,
    weight: i64,
}

impl UseAtWork {
    fn of(compared: &Comparison<'_>) -> Self {
        let mut found = Self::default();
        if compared.job.skills.iter().all(|skill| skill.is_licence) {
            found.formula.reached = compared.work.fit();
            found.formula.maximum = WHOLE;
            return found;
        }
        let pairs = compared.job.skills.iter().zip(&compared.skills);
        for (number, (job_skill, matched)) in pairs.enumerate() {
            if job_skill.is_licence {
                continue;
            }
            found.add((number, job_skill), matched, compared);
        }
        found
    }

    fn add(
        &mut self,
        (number, job_skill): (usize, &JobSkill),
        matched: &SkillMatch,
        compared: &Comparison<'_>,
    ) {
        let (profile, as_of) = (compared.profile, compared.as_of);
        self.formula.maximum += job_skill.importance * WHOLE;
        let best = best_use(matched, profile, as_of);
        let name = job_skill.name.clone();
        let detail = EvidenceDetail::SkillAtWork(name);
        let (mut shown, weight) = match best {
            None => (missing(detail), 0),
            Some(best) => {
                self.used += 1;
                let shown = profile.text.evidence(detail, best.span, best.sentence);
                (shown, best.weight)
            }
        };
        shown.set_by.clone_from(&job_skill.set_by);
        let mut measured = SkillUse {
            skill: number,
            importance: job_skill.importance,
            weight,
            part: WHOLE,
        };
        let mut years = None;
        if let Some(need) = job_skill.minimum_months {
            let places = matched.weighted.iter().map(|(place, _)| *place);
            let places: Vec<SkillPlace> = places.collect();
            let used = skill_duration(&places, profile, as_of);
            measured.part = share(i64::from(used.months), i64::from(need));
            let sentence = used
                .sentence
                .filter(|_| weight > 0 && measured.part == WHOLE);
            let time = |shown_months| EvidenceDetail::SkillTime {
                name: job_skill.name.clone(),
                months: need,
                shown_months,
            };
            years = Some(match sentence {
                Some(sentence) => profile.text.evidence(time(None), sentence, sentence),
                None => missing(time((weight > 0).then_some(used.months))),
            });
        }
        self.open(measured);
        self.formula.reached += measured.reached();
        let requirement = Requirement::SkillAtWork(number);
        self.evidence.push((shown, Some(requirement)));
        let requirement = Requirement::SkillYears(number);
        let is_short = measured.part < WHOLE;
        self.evidence
            .extend(years.map(|line| (line, is_short.then_some(requirement))));
    }

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
            self.formula.uses.push(used);
        }
    }
}

/// Returns the use of a skill that counts most today. Of equal uses, it returns the first in the text.
fn best_use(matched: &SkillMatch, profile: &Profile, as_of: NaiveDate) -> Option<Use> {
    let uses = matched.weighted.iter().filter_map(|(place, quality)| {
        let sentence = profile.sentence(place.sentence)?;
        let weight = times(*quality, freshness_of(sentence, profile, as_of)?);
        Some(Use {
            span: place.span,
            sentence: sentence.span,
            weight,
        })
    });
    uses.filter(|found| found.weight > 0)
        .min_by_key(|found| (-found.weight, found.span))
}

fn summary(compared: &Comparison<'_>, has_data: bool, used: usize) -> String {
    if !has_data {
        return "The resume shows no work experience.".to_owned();
    }
    let work = &compared.work;
    let mut parts = vec![match (work.months, work.relevant_months()) {
        (0, _) => "Work is described, but without dates".to_owned(),
        (have, 0) => format!("{} of experience, none of it relevant", duration(have)),
        (have, relevant) => format!(
            "{} of experience, worth {} of relevant experience",
            duration(have),
            duration(relevant)
        ),
    }];
    let mut skills = compared.job.skills.iter();
    match compared.job.requirements.minimum_months {
        Some(need) => parts.push(format!("{} asked for", duration(need))),
        None if skills.any(|skill| skill.minimum_months.is_some()) => {}
        None => parts.push("the job names no number of years".to_owned()),
    }
    let skills = compared.job.skills.iter();
    let all = skills.filter(|skill| !skill.is_licence).count();
    if all > 0 {
        parts.push(format!("{used} of {all} skills of the job used at work"));
    }
    format!("{}.", parts.join("; "))
}
