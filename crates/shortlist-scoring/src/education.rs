//! The criterion `education`: the highest degree and its field, compared with what the job asks for.
//!
//! - A degree at or above the requested level has the value 1.
//! - A lower degree has the value `0.75^gap`, where `gap` is the number of rungs between them.
//! - If the job asks for no level, the value is `min(1, level/4)`.
//! - A degree in progress counts one rung lower.
//! - If the job names fields, the level makes up 0.8 of the value and the field 0.2.
//! - If the job accepts experience instead, four years of it raise the value to 0.9.
//!
//! Each degree is measured, and the best one counts.

use chrono::NaiveDate;
use shortlist_domain::{EducationLevel, Evidence, Span};

use crate::criterion::{Gain, Measured, duration, missing_with_gain};
use crate::experience::{WorkedTime, worked_time};
use crate::formula::{
    EQUIVALENT_VALUE, EducationFormula, Formula, Open, Requirement, TENTHS_OF_LEVEL,
};
use crate::prepared::{PreparedJob, StudyField};
use crate::profile::{DegreeSummary, Profile};
use crate::ratio::{WHOLE, blend, rung_decay, share};
use crate::requirements::education::level_name;
use crate::stemming::stems_of;

/// The rung that counts in full if the job asks for no level: a bachelor's degree.
const FULL_RUNG_TENTHS: i64 = 40;
/// How much lower a degree in progress counts, in tenths of a rung.
const UNFINISHED_TENTHS: i64 = 10;
/// The experience that replaces a degree if the job accepts it.
const EQUIVALENT_MONTHS: u32 = 48;

/// One degree compared with the job.
struct DegreeComparison<'a> {
    degree: &'a DegreeSummary,
    level: i64,
    field: Option<FieldMatch<'a>>,
    value: i64,
}

/// A field of study compared with a requested one.
struct FieldMatch<'a> {
    requested: &'a StudyField,
    quality: i64,
    span: Span,
}

/// Measures the criterion.
pub(crate) fn measure(job: &PreparedJob, profile: &Profile, as_of: NaiveDate) -> Measured {
    let compared = profile.education.iter().map(|degree| compare(degree, job));
    // Of equal degrees the first in the text counts, so that the order of sections does not change the points.
    let best = compared.min_by_key(|compared| (-compared.value, compared.degree.span));
    let value = best.as_ref().map_or(0, |best| best.value);
    if job.requirements.equivalent_experience && value < EQUIVALENT_VALUE {
        let worked = worked_time(profile, as_of);
        if worked.months >= EQUIVALENT_MONTHS {
            return by_experience(worked);
        }
    }
    match best {
        None => nothing_found(job),
        Some(best) => {
            let field = best.field.as_ref().map_or(0, |field| field.quality);
            Measured {
                value,
                has_data: true,
                summary: summary(job, &best),
                evidence: evidence(job, profile, &best),
                formula: formula(job, best.level, field),
                open: open_lines(job, &best),
            }
        }
    }
}

/// Returns the value as a formula of the degree's level and field.
fn formula(job: &PreparedJob, level: i64, field: i64) -> Formula {
    let requested = job.requirements.minimum_months.unwrap_or(0);
    Formula::Education(EducationFormula {
        level,
        field: (!job.fields.is_empty()).then_some(field),
        replaced_by_length: job.requirements.equivalent_experience
            && requested >= EQUIVALENT_MONTHS,
    })
}

/// Returns the lines of [`evidence`] that are not met in full.
fn open_lines(job: &PreparedJob, best: &DegreeComparison<'_>) -> Vec<Open> {
    let quality = best.field.as_ref().map_or(0, |field| field.quality);
    let level = (best.level < WHOLE).then_some((Requirement::Level, 0));
    let has_open_field = !job.fields.is_empty() && quality < WHOLE;
    let field = has_open_field.then_some((Requirement::Field(0), 1));
    let open = level.into_iter().chain(field);
    open.map(|(requirement, line)| Open { requirement, line })
        .collect()
}

fn compare<'a>(degree: &'a DegreeSummary, job: &'a PreparedJob) -> DegreeComparison<'a> {
    let level = level_value(degree, job.requirements.education_level);
    let field = best_field(degree, &job.fields);
    let quality = field.as_ref().map_or(0, |field| field.quality);
    DegreeComparison {
        degree,
        level,
        value: value_of(job, level, quality),
        field,
    }
}

/// Returns the value of a degree, from how well its level and its field match the requirements.
fn value_of(job: &PreparedJob, level: i64, field: i64) -> i64 {
    if job.fields.is_empty() {
        return level;
    }
    blend(level, TENTHS_OF_LEVEL, field)
}

fn level_value(degree: &DegreeSummary, requested: Option<EducationLevel>) -> i64 {
    let Some(level) = degree.level else {
        return 0;
    };
    let unfinished = if degree.in_progress {
        UNFINISHED_TENTHS
    } else {
        0
    };
    let rung = (level.level_tenths() - unfinished).max(0);
    match requested {
        None => share(rung, FULL_RUNG_TENTHS),
        Some(requested) => rung_decay(requested.level_tenths() - rung),
    }
}

/// Returns the requested field that has the largest share of its stems in the degree's field.
fn best_field<'a>(degree: &DegreeSummary, requested: &'a [StudyField]) -> Option<FieldMatch<'a>> {
    let (field, span) = degree.field.as_ref()?;
    let studied = stems_of(field);
    let count = |n: usize| i64::try_from(n).unwrap_or(0);
    requested
        .iter()
        .map(|requested| {
            let found = requested
                .stems
                .iter()
                .filter(|stem| studied.contains(stem))
                .count();
            let quality = share(count(found), count(requested.stems.len()));
            FieldMatch {
                requested,
                quality,
                span: *span,
            }
        })
        .filter(|matched| matched.quality > 0)
        .min_by_key(|matched| -matched.quality)
}

fn by_experience(worked: WorkedTime) -> Measured {
    let have = duration(worked.months);
    let evidence = worked.evidence.into_iter().map(|found| Evidence {
        requirement: format!("equivalent experience; {}", found.requirement),
        ..found
    });
    Measured {
        value: EQUIVALENT_VALUE,
        has_data: true,
        summary: format!("The job takes equivalent experience; {have} are shown."),
        evidence: evidence.collect(),
        formula: Formula::Fixed(EQUIVALENT_VALUE),
        open: Vec::new(),
    }
}

fn nothing_found(job: &PreparedJob) -> Measured {
    let now = 0;
    let level = Gain {
        with: value_of(job, WHOLE, 0),
        now,
    };
    let field = Gain {
        with: value_of(job, 0, WHOLE),
        now,
    };
    let requested = job.requirements.education_level;
    let mut evidence: Vec<Evidence> = Vec::new();
    let mut open = Vec::new();
    if requested.is_some() || job.fields.is_empty() {
        open.push(Open {
            requirement: Requirement::Level,
            line: 0,
        });
        evidence.push(missing_with_gain(
            requested.map_or(ANY_DEGREE, level_name),
            level,
        ));
    }
    let lines = evidence.len()..;
    let fields = (0..job.fields.len()).zip(lines);
    open.extend(fields.map(|(field, line)| Open {
        requirement: Requirement::Field(field),
        line,
    }));
    let fields = job.fields.iter();
    evidence.extend(fields.map(|requested| missing_with_gain(field_of_study(requested), field)));
    Measured {
        value: 0,
        has_data: false,
        summary: "The resume names no degree.".to_owned(),
        evidence,
        formula: formula(job, 0, 0),
        open,
    }
}

fn evidence(job: &PreparedJob, profile: &Profile, best: &DegreeComparison<'_>) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    let quote = |requirement: String, span: Span| profile.text.evidence(requirement, span, span);
    let now = best.value;
    let quality = best.field.as_ref().map_or(0, |field| field.quality);
    let level = Gain {
        with: value_of(job, WHOLE, quality),
        now,
    };
    let requested = job.requirements.education_level;
    let requirement = requested.map_or(ANY_DEGREE, level_name);
    evidence.push(if best.level > 0 {
        let gain = level.micros();
        let found = best.degree.level.filter(|_| gain.is_some());
        let requirement = match found {
            Some(found) => format!("{requirement} (in part: {})", level_name(found)),
            None => requirement.to_owned(),
        };
        Evidence {
            gain,
            ..quote(requirement, best.degree.span)
        }
    } else {
        missing_with_gain(requirement, level)
    });
    let field = Gain {
        with: value_of(job, best.level, WHOLE),
        now,
    };
    match &best.field {
        Some(found) => evidence.push(Evidence {
            gain: field.micros(),
            ..quote(field_of_study(found.requested), found.span)
        }),
        None => {
            let first = job.fields.first();
            evidence
                .extend(first.map(|requested| missing_with_gain(field_of_study(requested), field)));
        }
    }
    evidence
}

/// The requirement in the evidence if the job asks for no level.
pub(crate) const ANY_DEGREE: &str = "any degree";

fn field_of_study(requested: &StudyField) -> String {
    format!("field of study: {}", requested.name)
}

fn summary(job: &PreparedJob, best: &DegreeComparison<'_>) -> String {
    let found = best
        .degree
        .level
        .map_or("a degree whose level cannot be told", level_name);
    let state = if best.degree.in_progress {
        " (in progress)"
    } else {
        ""
    };
    let requested = match job.requirements.education_level {
        None => "the job asks for none".to_owned(),
        Some(requested) => format!("{} asked for", level_name(requested)),
    };
    let field = match (&best.field, job.fields.is_empty()) {
        (_, true) => String::new(),
        (Some(field), _) => format!("; the field matches {}", field.requested.name),
        (None, _) => "; not in a field asked for".to_owned(),
    };
    format!("Found {found}{state}, {requested}{field}.")
}
