//! Decides which dates are those of positions, and which pieces near them are titles and employers.

use std::cmp::Reverse;

use shortlist_domain::{Position, PositionConfidence, Span};

use super::super::parts;
use super::super::words::PositionWords;
use super::features::likeness;
use super::lines::{Dated, Lines};
use super::pieces::Piece;
use super::second_look::Answer;

/// The lowest probability of a date that dates a position, in thousandths.
const MIN_DATE: i32 = 550;
/// The same, if the rules read a position that is certain enough to be shown.
pub(super) const MIN_RULED_DATE: i32 = 400;
/// The lowest probability of a title or an employer that is reported.
const MIN_PHRASE: i32 = 50;
/// Below this probability of its employer, a position has the employer that the rules read farther away.
const SURE_PHRASE: i32 = 600;
/// The minimum likeness of two wordings of one phrase, in percent.
const SAME: i32 = 66;
/// The certainty of words that the rules know from a list, a label or the other entries, in percent.
const LISTED: u8 = 80;
/// Below this probability, a phrase that the rules know counts more than another that the models choose.
const DOUBTFUL: i32 = 400;
/// How many of the likeliest titles and employers are combined.
const LIKELIEST: usize = 8;
/// Phrases with a higher likeness are alike, in percent.
const ALIKE: i32 = 50;

/// A title and an employer, each with its probability in thousandths.
#[derive(Debug, Default)]
struct Chosen {
    title: Option<(String, i32)>,
    employer: Option<(String, i32)>,
}

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
    let number = |found: &Option<(String, i32)>| found.as_ref().map_or(0, |(_, number)| *number);
    let sure = answer.date + number(&chosen.title) + number(&chosen.employer);
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
    let is_sure = |(_, number): &(String, i32)| *number >= SURE_PHRASE;
    // Several titles may be below the employer of all, which no window reaches.
    let is_far = !chosen.employer.as_ref().is_some_and(is_sure)
        && rule
            .organization
            .as_deref()
            .is_some_and(|name| !is_near(name));
    let employer = chosen.employer.filter(|_| !is_far);
    let (title, of_title) = either(rule.title, rule.confidence.title, chosen.title);
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
fn either(
    ruled: Option<String>,
    certainty: u8,
    chosen: Option<(String, i32)>,
) -> (Option<String>, u8) {
    let chosen = chosen.filter(|(_, number)| *number >= MIN_PHRASE);
    let Some((text, number)) = chosen else {
        let certainty = ruled.as_ref().map_or(0, |_| certainty);
        return (ruled, certainty);
    };
    let percent = u8::try_from((number / 10).clamp(0, 100)).unwrap_or(0);
    match ruled {
        Some(ruled) if likeness(&ruled, &text) >= SAME => (Some(ruled), percent.max(certainty)),
        Some(ruled) if certainty >= LISTED && number < DOUBTFUL => (Some(ruled), certainty),
        _ => (Some(without_article(&text).to_owned()), percent),
    }
}

/// Returns a phrase without the article at its start.
fn without_article(text: &str) -> &str {
    let articles = &PositionWords::get().articles;
    match text.split_once(' ') {
        Some((first, rest)) if articles.contains(&first.to_lowercase()) => rest,
        _ => text,
    }
}

/// Returns the likeliest title and employer that do not overlap.
fn likeliest(lines: &Lines<'_>, answer: &Answer) -> Chosen {
    let piece = |at: usize| {
        let index = answer.pieces.get(at)?;
        lines.pieces.get(*index).map(|(piece, _)| piece)
    };
    let is_name = |at: usize| piece(at).is_some_and(|it| !is_in_address(lines.page.text, it));
    let order = |numbers: &[i32]| {
        let numbers = numbers.iter().copied().enumerate();
        let mut order: Vec<(usize, i32)> = numbers.filter(|(at, _)| is_name(*at)).collect();
        order.sort_by_key(|(at, number)| (Reverse(*number), *at));
        order.truncate(LIKELIEST);
        order
    };
    let (titles, employers) = (order(&answer.title), order(&answer.employer));
    let mut best: Option<(i32, [(usize, i32); 2])> = None;
    for title in &titles {
        for employer in &employers {
            let pair = piece(title.0).zip(piece(employer.0));
            let is_free = pair.is_some_and(|(first, second)| !overlap(first, second));
            let total = title.1 + employer.1;
            if is_free && best.is_none_or(|(most, _)| total > most) {
                best = Some((total, [*title, *employer]));
            }
        }
    }
    let text = |(at, number): (usize, i32)| Some((worded(lines.page.text, piece(at)?), number));
    match best {
        Some((_, [title, employer])) => Chosen {
            title: text(title),
            employer: text(employer),
        },
        None => {
            let first = |order: &[(usize, i32)]| order.first().copied();
            let (title, employer) = (first(&titles), first(&employers));
            let is_title = title.map(|(_, number)| number) >= employer.map(|(_, number)| number);
            Chosen {
                title: title.filter(|_| is_title).and_then(text),
                employer: employer.filter(|_| !is_title).and_then(text),
            }
        }
    }
}

/// Returns whether a piece is a part of an e-mail address.
fn is_in_address(text: &str, piece: &Piece<'_>) -> bool {
    let before = text.get(..piece.span.start).unwrap_or_default();
    let after = text.get(piece.span.end..).unwrap_or_default();
    before.ends_with('@') || after.starts_with('@') || piece.text.contains('@')
}

/// Returns the words of a piece. A bracket that it opens is closed as in the text, or left out with what is in it.
fn worded(text: &str, piece: &Piece<'_>) -> String {
    let words = piece.text.as_ref();
    let is_open = words.matches('(').count() > words.matches(')').count();
    let Some(open) = words.rfind('(').filter(|_| is_open) else {
        return words.to_owned();
    };
    let is_closed = text
        .get(piece.span.end..)
        .is_some_and(|rest| rest.starts_with(')'));
    if is_closed && !piece.is_continued {
        return format!("{words})");
    }
    let before = words.get(..open).unwrap_or_default().trim_end();
    if before.is_empty() { words } else { before }.to_owned()
}

/// Returns whether two pieces have words of the text in common.
fn overlap(first: &Piece<'_>, second: &Piece<'_>) -> bool {
    first.span.start < second.span.end && second.span.start < first.span.end
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
    use std::borrow::Cow;

    use shortlist_domain::PartialDate;

    use super::super::pieces::Mark;
    use super::*;

    fn piece<'a>(text: &str, words: &'a str) -> Piece<'a> {
        let start = text.find(words).unwrap();
        Piece {
            line: 0,
            span: start..start + words.len(),
            text: Cow::Borrowed(words),
            before: Mark::Edge,
            after: Mark::Edge,
            order: 0,
            count: 1,
            joined: 1,
            is_continued: false,
        }
    }

    #[test]
    fn no_part_of_an_address_is_a_title_or_an_employer() {
        let text = "mina@example.org, Clerk @ Acme";
        for part in ["mina", "example.org", "mina@example.org"] {
            assert!(is_in_address(text, &piece(text, part)), "{part}");
        }
        for name in ["Clerk", "Acme"] {
            assert!(!is_in_address(text, &piece(text, name)), "{name}");
        }
    }

    #[test]
    fn a_bracket_is_closed_or_left_out() {
        let text = "Clerk (Payroll) and Acme (India Pvt Ltd";
        let piece = |words: &'static str| piece(text, words);
        assert_eq!(worded(text, &piece("Clerk (Payroll")), "Clerk (Payroll)");
        assert_eq!(worded(text, &piece("Acme (India")), "Acme");
        assert_eq!(worded(text, &piece("Pvt Ltd")), "Pvt Ltd");
    }

    #[test]
    fn the_rules_word_the_phrase_that_both_read() {
        let chosen = |text: &str, number: i32| Some((text.to_owned(), number));
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
            word(ruled("Clerk"), 95, chosen("Graz Office", 300)),
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
