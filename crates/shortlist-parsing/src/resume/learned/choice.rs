//! Decides which dates are those of positions, and which pieces near them are titles and employers.

use std::cmp::Reverse;

use shortlist_domain::{Position, PositionConfidence, Span};

use super::super::parts;
use super::super::words::PositionWords;
use super::answer::Answer;
use super::answers::MIN_RULED_DATE;
use super::dates::Dated;
use super::features::likeness;
use super::likely::{Chosen, Phrase, certainty as certainty_of, likeliest};
use super::lines::Lines;

/// The lowest probability of a date that dates a position, in thousandths.
const MIN_DATE: i32 = 550;
/// The lowest probability of a title or an employer that is reported.
const MIN_PHRASE: i32 = 200;
/// Below this probability of its employer, a position has the employer that the rules read farther away.
const SURE_PHRASE: i32 = 600;
/// The minimum likeness of two wordings of one phrase, in percent.
const SAME: i32 = 66;
/// The certainty of words that the rules know from a list, a label or the other entries, in percent.
const LISTED: u8 = 80;
/// Below this probability, a phrase that the rules know counts more than another that the models choose.
const DOUBTFUL: i32 = 650;
/// Phrases with a higher likeness are alike, in percent.
const ALIKE: i32 = 50;

/// A position, and how sure the models are of it.
struct Entry {
    position: Position,
    sure: i32,
    /// The line of its date, if the models chose it.
    line: Option<usize>,
}

/// Returns the positions of a resume: those that the models choose, and those of the rules whose dates the models do not know.
pub(super) fn choose(lines: &Lines<'_>, answers: &[Answer], ruled: &[Position]) -> Vec<Position> {
    let dates = lines.dates.iter().zip(answers);
    let mut found: Vec<Entry> = dates
        .filter_map(|(date, answer)| entry(lines, date, answer, ruled))
        .collect();
    found = without_repetitions(found);
    let is_known = |at: usize| lines.dates.iter().any(|date| date.ruled == Some(at));
    let others = ruled.iter().enumerate().filter(|(at, _)| !is_known(*at));
    found.extend(others.map(|(_, position)| Entry {
        position: position.clone(),
        sure: 0,
        line: None,
    }));
    found.sort_by_key(|entry| entry.position.span.start);
    // What the models dated or named may be what the rules read elsewhere without a date.
    parts::without_repetitions(with_ends(lines, found))
}

fn entry(lines: &Lines<'_>, date: &Dated, answer: &Answer, ruled: &[Position]) -> Option<Entry> {
    let rule = date.ruled.and_then(|at| ruled.get(at));
    let least = if rule.is_some_and(Position::is_certain) {
        MIN_RULED_DATE
    } else {
        MIN_DATE
    };
    (answer.date >= least).then_some(())?;
    let chosen = likeliest(lines, answer);
    let number = |found: &Option<Phrase>| found.as_ref().map_or(0, |phrase| phrase.number);
    let sure = answer.date + number(&chosen.role) + number(&chosen.organization);
    let line = lines.page.lines.get(date.line);
    let line_start = line.map_or(date.range.span.start, |line| line.span.start);
    let own = Position {
        start: Some(date.range.start),
        end: date.range.end,
        current: date.range.current,
        span: Span::new(line_start, date.range.span.end),
        ..Position::default()
    };
    let position = rule.cloned().unwrap_or(own);
    let position = named(lines, answer, chosen, position);
    let line = rule.is_none().then_some(date.line);
    let is_named = position.title.is_some() || position.organization.is_some();
    is_named.then_some(Entry {
        position,
        sure,
        line,
    })
}

/// Gives a position its title and employer.
fn named(lines: &Lines<'_>, answer: &Answer, chosen: Chosen, rule: Position) -> Position {
    let is_near = |text: &str| {
        let mut near = answer.pieces.iter().filter_map(|at| lines.pieces.get(*at));
        near.any(|(piece, _)| likeness(text, &piece.text) > ALIKE)
    };
    let is_sure = |phrase: &Phrase| phrase.number >= SURE_PHRASE;
    // Several titles may be below the employer of all, which no window reaches.
    let is_far = !chosen.organization.as_ref().is_some_and(is_sure)
        && rule
            .organization
            .as_deref()
            .is_some_and(|name| !is_near(name));
    let employer = chosen.organization.filter(|_| !is_far);
    let rule = without_unsplit_phrase(rule, chosen.role.as_ref(), employer.as_ref());
    let ruled_title = rule.title.filter(|ruled| {
        let longer = chosen
            .role
            .as_ref()
            .filter(|role| role.number >= MIN_PHRASE);
        !longer.is_some_and(|role| has_specialty(ruled, &role.text))
    });
    let (title, of_title) = either(ruled_title, rule.confidence.title, chosen.role);
    let ruled = rule.organization.clone();
    let (organization, of_organization) =
        either(rule.organization, rule.confidence.organization, employer);
    // The place of another employer is not that of this one.
    let place = rule
        .place
        .filter(|place| organization == ruled || is_near(place));
    without_equal_fields(Position {
        confidence: PositionConfidence {
            title: of_title,
            organization: of_organization,
        },
        title,
        organization,
        place,
        ..rule
    })
}

/// Leaves out the phrase of the rules that contains both phrases of the models: `Acme Corp Clerk`.
fn without_unsplit_phrase(
    rule: Position,
    title: Option<&Phrase>,
    employer: Option<&Phrase>,
) -> Position {
    let likely = |chosen: Option<&Phrase>| {
        let found = chosen.filter(|phrase| phrase.number >= MIN_PHRASE);
        found.map(|phrase| phrase.text.to_lowercase())
    };
    let Some((title, employer)) = likely(title).zip(likely(employer)) else {
        return rule;
    };
    if title.contains(&employer) || employer.contains(&title) {
        return rule;
    }
    let is_split = |phrase: &String| {
        let phrase = phrase.to_lowercase();
        !(phrase.contains(&title) && phrase.contains(&employer))
    };
    Position {
        title: rule.title.filter(is_split),
        organization: rule.organization.filter(is_split),
        ..rule
    }
}

/// Leaves out the less certain of a title and an employer with the same words.
fn without_equal_fields(position: Position) -> Position {
    let fields = position
        .title
        .as_deref()
        .zip(position.organization.as_deref());
    if fields.is_none_or(|(title, name)| likeness(title, name) < 100) {
        return position;
    }
    let certainty = position.confidence;
    if certainty.title < certainty.organization {
        Position {
            title: None,
            confidence: PositionConfidence {
                title: 0,
                ..certainty
            },
            ..position
        }
    } else {
        Position {
            organization: None,
            confidence: PositionConfidence {
                organization: 0,
                ..certainty
            },
            ..position
        }
    }
}

/// Returns what the models chose, or what the rules read, and how certain it is in percent. The rules cut phrases better, so their
/// wording of the same phrase counts.
fn either(ruled: Option<String>, certainty: u8, chosen: Option<Phrase>) -> (Option<String>, u8) {
    let chosen = chosen.filter(|phrase| phrase.number >= MIN_PHRASE);
    let Some(Phrase { text, number, .. }) = chosen else {
        let certainty = ruled.as_ref().map_or(0, |_| certainty);
        return (ruled, certainty);
    };
    let percent = certainty_of(number);
    match ruled {
        Some(ruled) if likeness(&ruled, &text) >= SAME => (Some(ruled), percent.max(certainty)),
        Some(ruled) if certainty >= LISTED && number < DOUBTFUL => (Some(ruled), certainty),
        _ => (Some(without_article(&text).to_owned()), percent),
    }
}

/// Returns whether a phrase is a ruled one and its specialty: `Charge Nurse` and `Charge Nurse, Intensive Care`.
fn has_specialty(ruled: &str, text: &str) -> bool {
    text.strip_prefix(ruled)
        .is_some_and(|rest| rest.starts_with(", "))
}

/// Returns a phrase without the article at its start.
fn without_article(text: &str) -> &str {
    let articles = &PositionWords::get().articles;
    match text.split_once(' ') {
        Some((first, rest)) if articles.contains(&first.to_lowercase()) => rest,
        _ => text,
    }
}

/// Leaves out the less sure of two entries with the same words and the same beginning.
fn without_repetitions(mut found: Vec<Entry>) -> Vec<Entry> {
    found.sort_by_key(|entry| Reverse(entry.sure));
    let mut kept: Vec<Entry> = Vec::with_capacity(found.len());
    for entry in found {
        let is_same = |other: &Entry| {
            let (first, second) = (&entry.position, &other.position);
            let alike = |a: &Option<String>, b: &Option<String>| match (a, b) {
                (Some(a), Some(b)) => likeness(a, b) == 100,
                (a, b) => a.is_none() && b.is_none(),
            };
            begin_alike(first, second)
                && alike(&first.title, &second.title)
                && alike(&first.organization, &second.organization)
        };
        if !kept.iter().any(is_same) {
            kept.push(entry);
        }
    }
    kept
}

/// Returns whether two positions begin in the same month, or in the same year if one of them has no month.
fn begin_alike(first: &Position, second: &Position) -> bool {
    match (first.start, second.start) {
        (Some(first), Some(second)) => {
            let months = first.month.zip(second.month);
            first.year == second.year && months.is_none_or(|(first, second)| first == second)
        }
        (first, second) => first.is_none() && second.is_none(),
    }
}

/// Sets the text of the chosen positions: from the line of the date to the next position or the end of the section.
fn with_ends(lines: &Lines<'_>, found: Vec<Entry>) -> Vec<Position> {
    let starts: Vec<usize> = found
        .iter()
        .map(|entry| entry.position.span.start)
        .collect();
    let entries = found.into_iter().enumerate();
    entries
        .map(|(at, entry)| match entry.line {
            None => entry.position,
            Some(line) => {
                let next = starts.get(at + 1).copied().unwrap_or(usize::MAX);
                let span = span_from(lines, line, next, entry.position.span);
                Position {
                    span,
                    ..entry.position
                }
            }
        })
        .collect()
}

fn span_from(lines: &Lines<'_>, line: usize, next: usize, date: Span) -> Span {
    let own = lines.page.lines.get(line).map_or(date, |line| line.span);
    let rest = lines.page.lines.iter().enumerate().skip(line);
    let of_entry = rest.take_while(|(at, place)| {
        (place.span.start < next || *at == line) && lines.are_in_one_section(*at, line)
    });
    let end = of_entry.last().map_or(own.end, |(_, place)| place.span.end);
    Span::new(own.start, end.max(date.end))
}

#[cfg(test)]
mod tests {
    use shortlist_domain::PartialDate;

    use super::*;

    #[test]
    fn the_rules_word_the_phrase_that_both_read() {
        let chosen = |text: &str, number: i32| {
            Some(Phrase {
                text: text.to_owned(),
                span: Span::new(0, 0),
                number,
            })
        };
        let ruled = |text: &str| Some(text.to_owned());
        let word =
            |ruled: Option<String>, certainty: u8, chosen| either(ruled, certainty, chosen).0;
        assert_eq!(
            word(ruled("Data Analyst"), 30, chosen("a Data Analyst", 900)),
            ruled("Data Analyst")
        );
        assert_eq!(
            word(ruled("Graz"), 30, chosen("Data Analyst", 900)),
            ruled("Data Analyst")
        );
        // The rules know a word of a list, and the models doubt.
        assert_eq!(
            word(ruled("Clerk"), 95, chosen("Graz Office", 600)),
            ruled("Clerk")
        );
        assert_eq!(
            word(ruled("Clerk"), 95, chosen("Graz Office", 800)),
            ruled("Graz Office")
        );
        assert_eq!(word(None, 0, chosen("a Clerk", 300)), ruled("Clerk"));
        assert_eq!(either(None, 0, chosen("Clerk", 40)), (None, 0));
    }

    #[test]
    fn only_a_comma_begins_a_specialty() {
        assert!(has_specialty(
            "Charge Nurse",
            "Charge Nurse, Intensive Care"
        ));
        assert!(!has_specialty("Charge Nurse", "Charge Nurse at Acme"));
        assert!(!has_specialty("Nurse", "Charge Nurse, Intensive Care"));
    }

    #[test]
    fn a_phrase_of_the_rules_that_the_models_split_is_left_out() {
        let ruled = |title: &str| Position {
            title: Some(title.to_owned()),
            ..Position::default()
        };
        let chosen = |text: &str| {
            Some(Phrase {
                text: text.to_owned(),
                span: Span::new(0, 0),
                number: 900,
            })
        };
        let title = |whole: &str, title: Option<Phrase>, employer: Option<Phrase>| {
            without_unsplit_phrase(ruled(whole), title.as_ref(), employer.as_ref()).title
        };
        let whole = "示例有限公司 工程师";
        assert_eq!(title(whole, chosen("工程师"), chosen("示例有限公司")), None);
        assert_eq!(
            title(whole, None, chosen("示例有限公司")).as_deref(),
            Some(whole)
        );
        let clerk = title("Clerk", chosen("Clerk"), chosen("Acme"));
        assert_eq!(clerk.as_deref(), Some("Clerk"));
    }

    #[test]
    fn a_title_is_not_also_the_employer() {
        let position = |of_title, of_organization| {
            without_equal_fields(Position {
                title: Some("Software Engineer".to_owned()),
                organization: Some("Software Engineer".to_owned()),
                confidence: PositionConfidence {
                    title: of_title,
                    organization: of_organization,
                },
                ..Position::default()
            })
        };
        assert_eq!(position(90, 30).organization, None);
        assert_eq!(position(90, 30).confidence.organization, 0);
        assert_eq!(position(30, 90).title, None);
    }

    #[test]
    fn jobs_of_one_year_are_repetitions_only_if_they_begin_together() {
        let begin = |month: Option<u8>| Position {
            start: Some(PartialDate { year: 2019, month }),
            ..Position::default()
        };
        assert!(begin_alike(&begin(Some(1)), &begin(Some(1))));
        assert!(begin_alike(&begin(None), &begin(Some(9))));
        assert!(!begin_alike(&begin(Some(1)), &begin(Some(9))));
        assert!(!begin_alike(&begin(Some(1)), &Position::default()));
    }
}
