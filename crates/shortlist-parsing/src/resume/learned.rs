//! Reads work history with rules and small trained models. ADR 42 has the design, and `training/README.md` the data.

mod answer;
mod answers;
mod choice;
mod date_features;
mod dates;
mod entries;
mod facts;
mod features;
mod likely;
mod lines;
mod models;
mod phrase;
mod piece_features;
mod pieces;
mod schools;
mod second_look;
mod studies;
#[cfg(test)]
mod tests;
mod trees;

use shortlist_domain::{EducationEntry, PartialDate, Position};

use super::page::Page;
use super::sections::LineKind;
use answers::{Answers, Rows, rows};
use dates::Dated;
pub(super) use entries::Entries;
use lines::Lines;
use models::phrases;

/// A date of a resume and the pieces near it, for training.
#[derive(Debug)]
pub struct DateExample {
    /// The index of its line.
    pub line: usize,
    /// The first day of the position that it may date.
    pub start: PartialDate,
    /// The last day: a date, `present`, or nothing.
    pub end: String,
    /// How it is written: 0 as a range, 1 with an open end, 2 as a single date.
    pub written: i32,
    /// The index of the position that the rules read at this date.
    pub ruled: Option<usize>,
    /// The index of the degree or school that the rules read near it.
    pub studied: Option<usize>,
    /// The numbers that describe it.
    pub row: Vec<i32>,
    /// The pieces near it, each with the numbers that describe it there.
    pub pieces: Vec<(usize, Vec<i32>)>,
}

/// The training examples of a resume.
#[derive(Debug, Default)]
pub struct Examples {
    /// The dates, in the order of the text.
    pub dates: Vec<DateExample>,
    /// The pieces of the lines near them, each with its line.
    pub pieces: Vec<(usize, String)>,
    /// The positions that the rules read.
    pub ruled: Vec<Position>,
    /// The degrees and schools that the rules read, each with its line.
    pub education: Vec<(usize, EducationEntry)>,
}

/// Returns the training examples of a resume.
pub(super) fn examples(page: &Page<'_>, kinds: &[LineKind], by_rules: Entries) -> Examples {
    let lines = Lines::of(page, kinds, &by_rules, phrases());
    let (dates, pieces) = lines.map_or_else(Default::default, |lines| {
        let rows = rows(&lines, &by_rules);
        let dates = lines.dates.iter().zip(rows);
        let dates = dates.map(|(date, rows)| example(date, rows)).collect();
        let pieces = lines.pieces.iter();
        let pieces = pieces.map(|(piece, _)| (piece.line, piece.text.to_string()));
        (dates, pieces.collect())
    });
    let education = by_rules.education.into_iter();
    Examples {
        dates,
        pieces,
        ruled: by_rules.positions,
        education: education
            .map(|entry| (page.line_at(entry.span.start), entry))
            .collect(),
    }
}

fn example(date: &Dated, rows: Rows) -> DateExample {
    let end = match date.range.end {
        _ if date.range.current => "present".to_owned(),
        Some(end) => end.to_string(),
        None => String::new(),
    };
    DateExample {
        line: date.line,
        start: date.range.start,
        end,
        written: date.written.number(),
        ruled: date.ruled,
        studied: date.studied,
        row: rows.date,
        pieces: rows.pieces,
    }
}

/// Returns the positions and the education of a resume, from what the rules read.
pub(super) fn read_entries(page: &Page<'_>, kinds: &[LineKind], by_rules: Entries) -> Entries {
    let lines = Lines::of(page, kinds, &by_rules, phrases());
    let answers = lines.map(|lines| (Answers::of(&lines, &by_rules), lines));
    // A degree may have a school without a date.
    let education = schools::with_schools(page, kinds, by_rules.education, phrases());
    let Some((answers, lines)) = answers else {
        return Entries {
            education,
            ..by_rules
        };
    };
    Entries {
        positions: choice::choose(&lines, &answers.work, &by_rules.positions),
        education: studies::read(&lines, &answers.study, education),
    }
}
