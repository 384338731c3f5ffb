//! The criterion `education`: the highest degree and its field, compared with what the job asks for, as far as the person fits.
//!
//! `fit = max(S, min(1, 2 L), max A)`, from the skills, the wording and the titles of positions. A degree alone says little.
//!
//! - If the job asks for a level, the value is `degree * (0.2 + 0.8 fit)`. Otherwise it is `fit`, for any education.
//! - A degree at or above the requested level counts 1, and a lower one `0.75^gap`, where `gap` is the number of rungs between
//!   them. A degree in progress counts one rung lower.
//! - If the job names fields, the level makes up 0.8 of the degree and the field 0.2.
//! - If the job accepts experience instead, four years of relevant experience raise the degree to 0.9.
//! - Without any education, the value is 0.
//!
//! Each degree is measured, and the best one counts.

use shortlist_domain::{EducationLevel, Evidence, EvidenceDetail, Span};

use crate::comparison::Comparison;
use crate::criterion::{Measured, duration, missing, missing_with_gain};
use crate::english::level_name;
use crate::experience::relevant_positions;
use crate::formula::{EducationFormula, Formula, Met, Open, Requirement};
use crate::prepared::StudyField;
use crate::profile::DegreeSummary;
use crate::ratio::{WHOLE, percent, rung_decay};
use crate::stemming::stems_of;

/// How much lower a degree in progress counts, in tenths of a rung.
const UNFINISHED_TENTHS: i64 = 10;
/// The relevant experience that replaces a degree if the job accepts it.
const EQUIVALENT_MONTHS: u32 = 48;
/// How much more similar wording counts here than itself: half of it is as good as all of it.
const WORDING_FACTOR: i64 = 2;

/// One degree compared with the job.
struct DegreeComparison<'a> {
    degree: &'a DegreeSummary,
    field: Option<FieldMatch<'a>>,
    formula: EducationFormula,
}

/// A field of study compared with a requested one.
struct FieldMatch<'a> {
    requested: &'a StudyField,
    quality: i64,
    span: Span,
}

/// Measures the criterion.
pub(crate) fn measure(compared: &Comparison<'_>) -> Measured {
    let degrees = compared.profile.education.iter();
    let degrees = degrees.map(|degree| compare(degree, compared));
    let value = |best: &DegreeComparison<'_>| best.formula.value(&Met::default());
    // Of equal degrees the first in the text counts, so that the order of sections does not change the points.
    let best = degrees.min_by_key(|one| (-value(one), one.degree.span));
    let replaced = EducationFormula {
        is_replaced: true,
        ..formula(compared, 0, 0)
    };
    let accepts = compared.job.requirements.equivalent_experience;
    if accepts
        && compared.work.relevant_months() >= EQUIVALENT_MONTHS
        && best.as_ref().map_or(0, value) < replaced.value(&Met::default())
    {
        return by_experience(compared, replaced);
    }
    match best {
        None => nothing_found(compared),
        Some(best) => Measured {
            value: value(&best),
            has_data: true,
            summary: summary(compared, &best),
            evidence: evidence(compared, &best),
            open: open_lines(&best),
            formula: Formula::Education(best.formula),
        },
    }
}

/// Returns how well the person fits the job, education aside.
fn fit(compared: &Comparison<'_>) -> i64 {
    let wording = (compared.wording.value * WORDING_FACTOR).min(WHOLE);
    compared
        .coverage()
        .max(wording)
        .max(compared.work.likeness())
}

/// Returns the value as a formula of the degree's level and field.
fn formula(compared: &Comparison<'_>, level: i64, field: i64) -> EducationFormula {
    let requirements = &compared.job.requirements;
    let requested = requirements.minimum_months.unwrap_or(0);
    EducationFormula {
        level,
        field: (!compared.job.fields.is_empty()).then_some(field),
        is_requested: requirements.education_level.is_some(),
        is_replaced: false,
        replaced_by_length: requirements.equivalent_experience && requested >= EQUIVALENT_MONTHS,
        fit: fit(compared),
    }
}

/// Returns the lines of [`evidence`] that are not met in full.
fn open_lines(best: &DegreeComparison<'_>) -> Vec<Open> {
    if !best.formula.is_requested {
        return Vec::new();
    }
    let level = (best.formula.level < WHOLE).then_some((Requirement::Level, 0));
    let has_open_field = best.formula.field.is_some_and(|quality| quality < WHOLE);
    let field = has_open_field.then_some((Requirement::Field(0), 1));
    let open = level.into_iter().chain(field);
    open.map(|(requirement, line)| Open { requirement, line })
        .collect()
}

fn compare<'a>(degree: &'a DegreeSummary, compared: &Comparison<'a>) -> DegreeComparison<'a> {
    let level = level_value(degree, compared.job.requirements.education_level);
    let field = best_field(degree, &compared.job.fields);
    let quality = field.as_ref().map_or(0, |field| field.quality);
    DegreeComparison {
        degree,
        field,
        formula: formula(compared, level, quality),
    }
}

/// Returns how well a degree reaches the requested level. Any education will do if the job asks for none.
fn level_value(degree: &DegreeSummary, requested: Option<EducationLevel>) -> i64 {
    let Some(requested) = requested else {
        return WHOLE;
    };
    let Some(level) = degree.level else {
        return 0;
    };
    let unfinished = if degree.in_progress {
        UNFINISHED_TENTHS
    } else {
        0
    };
    let rung = (level.level_tenths() - unfinished).max(0);
    rung_decay(requested.level_tenths() - rung)
}

/// Returns the requested field that has the largest share of its stems in the degree's field.
fn best_field<'a>(degree: &DegreeSummary, requested: &'a [StudyField]) -> Option<FieldMatch<'a>> {
    let (field, span) = degree.field.as_ref()?;
    let studied = stems_of(field);
    requested
        .iter()
        .map(|requested| FieldMatch {
            requested,
            quality: requested.likeness(&studied),
            span: *span,
        })
        .filter(|matched| matched.quality > 0)
        .min_by_key(|matched| -matched.quality)
}

fn by_experience(compared: &Comparison<'_>, formula: EducationFormula) -> Measured {
    let (work, profile) = (&compared.work, compared.profile);
    let have = duration(work.relevant_months());
    let mut evidence = relevant_positions(work, profile);
    evidence.retain(|line| !matches!(line.detail, EvidenceDetail::UndatedPosition { .. }));
    Measured {
        value: formula.value(&Met::default()),
        has_data: true,
        summary: format!(
            "The job takes equivalent experience; {have} of relevant experience are shown."
        ),
        evidence,
        formula: Formula::Education(formula),
        open: Vec::new(),
    }
}

fn nothing_found(compared: &Comparison<'_>) -> Measured {
    let formula = formula(compared, 0, 0);
    let requested = compared.job.requirements.education_level;
    let mut evidence: Vec<Evidence> = Vec::new();
    let mut open = vec![Open {
        requirement: Requirement::Level,
        line: 0,
    }];
    let level = degree(requested, None);
    evidence.push(missing_with_gain(level, formula.gain(Requirement::Level)));
    for (number, field) in compared.job.fields.iter().enumerate() {
        let requirement = Requirement::Field(number);
        let line = evidence.len();
        open.push(Open { requirement, line });
        evidence.push(missing_with_gain(
            field_of_study(field),
            formula.gain(requirement),
        ));
    }
    Measured {
        value: 0,
        has_data: false,
        summary: "The resume names no degree.".to_owned(),
        evidence,
        formula: Formula::Education(formula),
        open,
    }
}

fn evidence(compared: &Comparison<'_>, best: &DegreeComparison<'_>) -> Vec<Evidence> {
    let (formula, profile) = (best.formula, compared.profile);
    let mut evidence = Vec::new();
    let quote = |detail: EvidenceDetail, span: Span| profile.text.evidence(detail, span, span);
    let requested = compared.job.requirements.education_level;
    if formula.value(&Met::default()) == 0 && !formula.is_requested {
        return vec![missing(degree(requested, None))];
    }
    let gain = formula.gain(Requirement::Level);
    evidence.push(if formula.level > 0 {
        let gain = gain.micros();
        let lower = best.degree.level.filter(|_| gain.is_some());
        Evidence {
            gain,
            ..quote(degree(requested, lower), best.degree.span)
        }
    } else {
        missing_with_gain(degree(requested, None), gain)
    });
    if !formula.is_requested {
        return evidence;
    }
    let gain = formula.gain(Requirement::Field(0));
    match &best.field {
        Some(found) => evidence.push(Evidence {
            gain: gain.micros(),
            ..quote(field_of_study(found.requested), found.span)
        }),
        None => {
            let first = compared.job.fields.first();
            let first = first.map(|field| missing_with_gain(field_of_study(field), gain));
            evidence.extend(first);
        }
    }
    evidence
}

fn degree(level: Option<EducationLevel>, shown: Option<EducationLevel>) -> EvidenceDetail {
    EvidenceDetail::Degree { level, shown }
}

fn field_of_study(requested: &StudyField) -> EvidenceDetail {
    let name = requested.name.clone();
    EvidenceDetail::FieldOfStudy(name)
}

fn summary(compared: &Comparison<'_>, best: &DegreeComparison<'_>) -> String {
    let found = best
        .degree
        .level
        .map_or("a degree of unknown level", level_name);
    let state = if best.degree.in_progress {
        " (in progress)"
    } else {
        ""
    };
    let requested = match compared.job.requirements.education_level {
        None => "the job asks for none".to_owned(),
        Some(requested) => format!("{} asked for", level_name(requested)),
    };
    let field = match (&best.field, compared.job.fields.is_empty()) {
        (_, true) => String::new(),
        (Some(field), _) if field.quality < WHOLE => {
            format!("; the field matches {} in part", field.requested.name)
        }
        (Some(field), _) => format!("; the field matches {}", field.requested.name),
        (None, _) => "; not in a field asked for".to_owned(),
    };
    let counted = match best.formula.fit {
        WHOLE => String::new(),
        fit => format!(
            "; it counts as far as the person fits the job otherwise, {} %",
            percent(fit)
        ),
    };
    format!("Found {found}{state}, {requested}{field}{counted}.")
}
