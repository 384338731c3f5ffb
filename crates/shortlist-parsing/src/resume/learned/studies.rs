//! Decides which dates are those of studies, and joins them with the degrees and schools that the rules read.

use shortlist_domain::{EducationConfidence, EducationEntry, PartialDate};

use super::super::education::{names_school, real_degree};
use super::super::fillers::is_heading;
use super::answer::Answer;
use super::answers::MIN_STUDY;
use super::dates::{Dated, Written};
use super::features::likeness;
use super::likely::{Chosen, Phrase, certainty, likeliest};
use super::lines::Lines;

/// The lowest probability of a degree or a school that is reported.
const MIN_PHRASE: i32 = 100;
/// Below this probability of its date, a school without a degree that the rules read is left out.
const MIN_RULED_SCHOOL: i32 = 300;
/// The same for a degree. Its words alone are good evidence.
const MIN_RULED_DEGREE: i32 = 50;
/// From this probability on, a school counts more than another that the rules read.
const SURE_SCHOOL: i32 = 800;
/// Schools with at least this likeness are the same, in percent.
const SAME: i32 = 50;

/// A study that the models found.
struct Study {
    /// The index of the study that the rules read near its date.
    ruled: Option<usize>,
    date: i32,
    end: Option<PartialDate>,
    is_open: bool,
    school: Phrase,
    degree: Option<Phrase>,
}

/// A study, and its index among those that the rules read.
struct Entry {
    ruled: Option<usize>,
    entry: EducationEntry,
}

/// Returns the studies of a resume, from those that the rules read.
pub(super) fn read(
    lines: &Lines<'_>,
    answers: &[Answer],
    ruled: Vec<EducationEntry>,
) -> Vec<EducationEntry> {
    let dates = || lines.dates.iter().zip(answers);
    let found: Vec<Study> = dates()
        .filter_map(|(date, answer)| study(lines, date, answer))
        .collect();
    let is_likely = |entry: &EducationEntry| {
        let same = dates().filter(|(date, _)| entry.end.is_some() && end_of(date) == entry.end);
        let most = same.map(|(_, answer)| answer.date).max();
        let least = if entry.degree.is_empty() {
            MIN_RULED_SCHOOL
        } else {
            MIN_RULED_DEGREE
        };
        most.is_none_or(|most| most >= least)
    };
    let ruled = ruled.into_iter().enumerate();
    let ruled = ruled.filter(|(_, entry)| is_likely(entry));
    let mut entries: Vec<Entry> = ruled
        .map(|(at, entry)| Entry {
            ruled: Some(at),
            entry,
        })
        .collect();
    for study in found {
        join(&mut entries, study);
    }
    let mut entries: Vec<EducationEntry> = entries.into_iter().map(|it| it.entry).collect();
    entries.sort_by_key(|entry| entry.span.start);
    entries
}

/// Returns the last day of a study.
fn end_of(date: &Dated) -> Option<PartialDate> {
    match date.written {
        Written::Range => date.range.end,
        Written::Open if date.range.current => None,
        Written::Open | Written::Single => Some(date.range.start),
    }
}

fn study(lines: &Lines<'_>, date: &Dated, answer: &Answer) -> Option<Study> {
    (answer.date >= MIN_STUDY).then_some(())?;
    let Chosen { role, organization } = likeliest(lines, answer);
    let is_likely = |phrase: &Phrase| phrase.number >= MIN_PHRASE;
    // The words of a degree are not its school: `Vocational training`. Neither is a heading.
    let is_school = |Phrase { text, .. }: &Phrase| {
        names_school(text) || real_degree(text).is_none() && !is_heading(text)
    };
    Some(Study {
        ruled: date.studied,
        date: answer.date,
        end: end_of(date),
        is_open: date.range.current,
        school: organization.filter(is_likely).filter(is_school)?,
        degree: role.filter(is_likely),
    })
}

/// Adds a study, or what it says about one that is already there.
fn join(entries: &mut Vec<Entry>, study: Study) {
    let Phrase {
        text: school,
        number,
        ..
    } = &study.school;
    let names_school = |entry: &EducationEntry| {
        let known = entry.institution.as_deref();
        known.is_some_and(|known| likeness(known, school) >= SAME)
    };
    let ends_then = |entry: &EducationEntry| {
        ends_alike(entry.end, study.end) || entry.in_progress && study.is_open
    };
    let same = entries.iter_mut().find(|Entry { entry, .. }| {
        entry.is_certain() && names_school(entry) && (entry.end.is_none() || ends_then(entry))
    });
    if let Some(Entry { entry, .. }) = same {
        entry.end = entry.end.or(study.end);
        entry.in_progress |= study.is_open && entry.end.is_none();
        return;
    }
    let here = entries
        .iter_mut()
        .find(|it| it.ruled.is_some() && it.ruled == study.ruled && ends_then(&it.entry));
    match here {
        Some(Entry { entry, .. }) => {
            if entry.institution.is_none() || *number >= SURE_SCHOOL {
                entry.institution = Some(school.clone());
                entry.confidence.institution = certainty(*number);
            }
            entry.confidence.degree = entry.confidence.degree.max(percent(study.date));
        }
        None => entries.push(Entry {
            ruled: None,
            entry: entry(study),
        }),
    }
}

/// Returns whether two dates are at most a month apart, or in the same year if one has no month.
fn ends_alike(first: Option<PartialDate>, second: Option<PartialDate>) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let months = |date: PartialDate| Some(date.year * 12 + i32::from(date.month?));
    match months(first).zip(months(second)) {
        Some((first, second)) => first.abs_diff(second) <= 1,
        None => first.year == second.year,
    }
}

fn entry(study: Study) -> EducationEntry {
    let span = study
        .degree
        .as_ref()
        .map_or(study.school.span, |it| it.span);
    let degree = study.degree.map(|degree| degree.text).unwrap_or_default();
    EducationEntry {
        level: real_degree(&degree).map(|found| found.level),
        degree,
        field: None,
        institution: Some(study.school.text),
        end: study.end,
        in_progress: study.is_open,
        span,
        confidence: EducationConfidence {
            degree: percent(study.date),
            institution: certainty(study.school.number),
        },
    }
}

/// Returns the probability of a date as percent, which needs no correction.
fn percent(thousandths: i32) -> u8 {
    u8::try_from((thousandths / 10).clamp(0, 100)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Span;

    use super::*;

    fn date(year: i32, month: Option<u8>) -> Option<PartialDate> {
        Some(PartialDate { year, month })
    }

    fn ruled(school: Option<&str>, end: Option<PartialDate>) -> Entry {
        let entry = EducationEntry {
            degree: "BSc".to_owned(),
            field: None,
            institution: school.map(ToOwned::to_owned),
            level: None,
            end,
            in_progress: false,
            span: Span::new(0, 3),
            confidence: EducationConfidence::default(),
        };
        Entry {
            ruled: Some(0),
            entry,
        }
    }

    fn study(school: &str, number: i32, end: Option<PartialDate>) -> Study {
        Study {
            ruled: Some(0),
            date: 900,
            end,
            is_open: false,
            school: Phrase {
                text: school.to_owned(),
                span: Span::new(9, 12),
                number,
            },
            degree: None,
        }
    }

    /// Returns the schools and years after a study was added.
    fn joined(ruled: Entry, study: Study) -> Vec<(Option<String>, Option<i32>)> {
        let mut entries = vec![ruled];
        join(&mut entries, study);
        let entries = entries.into_iter();
        entries
            .map(|it| (it.entry.institution, it.entry.end.map(|end| end.year)))
            .collect()
    }

    #[test]
    fn a_study_that_the_rules_read_gets_what_they_did_not_find() {
        let of = |name: &str, year| (Some(name.to_owned()), Some(year));
        let found = joined(
            ruled(Some("Example College"), None),
            study("Example College", 500, date(2012, None)),
        );
        assert_eq!(found, [of("Example College", 2012)]);
        let found = joined(
            ruled(None, date(2012, Some(6))),
            study("Example College", 500, date(2012, Some(7))),
        );
        assert_eq!(found, [of("Example College", 2012)]);
    }

    #[test]
    fn only_a_sure_school_replaces_that_of_the_rules() {
        let then = date(2012, None);
        let school = |number| {
            let found = joined(
                ruled(Some("Data Analysis"), then),
                study("Example College", number, then),
            );
            found
                .into_iter()
                .filter_map(|(name, _)| name)
                .collect::<Vec<_>>()
        };
        assert_eq!(school(SURE_SCHOOL), ["Example College"]);
        assert_eq!(school(SURE_SCHOOL - 1), ["Data Analysis"]);
    }

    #[test]
    fn a_study_in_progress_is_the_one_in_progress() {
        let mut known = ruled(None, None);
        known.entry.in_progress = true;
        let open = || Study {
            is_open: true,
            ..study("Example College", 500, None)
        };
        assert_eq!(
            joined(known, open()),
            [(Some("Example College".to_owned()), None)]
        );
        let mut entries = vec![ruled(Some("Example College"), None)];
        join(&mut entries, open());
        assert_eq!(entries.len(), 1);
        assert!(entries.iter().all(|it| it.entry.in_progress));
    }

    #[test]
    fn another_study_is_added() {
        let found = joined(
            ruled(Some("Example School"), date(2008, None)),
            study("Example College", 500, date(2012, None)),
        );
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn dates_without_a_month_are_compared_by_year() {
        assert!(ends_alike(date(2011, Some(12)), date(2012, Some(1))));
        assert!(ends_alike(date(2012, None), date(2012, Some(1))));
        assert!(!ends_alike(date(2011, None), date(2012, Some(1))));
        assert!(!ends_alike(None, date(2012, None)));
    }
}
