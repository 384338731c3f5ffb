//! Reads work history with rules and small trained models. ADR 42 has the design, and `training/README.md` the data.

mod choice;
mod features;
mod lines;
mod phrase;
mod pieces;
mod schools;
mod second_look;
#[cfg(test)]
mod tests;
mod trees;

use std::sync::LazyLock;

use shortlist_domain::{EducationEntry, PartialDate, Position};

use super::page::Page;
use super::sections::LineKind;
use choice::MIN_RULED_DATE;
use features::Around;
use lines::{Dated, Lines};
use phrase::PhraseModel;
use second_look::{Answer, SecondLook};
use trees::{Forest, Forests};

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
}

/// Returns the training examples of a resume.
pub(super) fn examples(
    page: &Page<'_>,
    kinds: &[LineKind],
    ruled: Vec<Position>,
    education: &[EducationEntry],
) -> Examples {
    let Some(lines) = Lines::of(page, kinds, &ruled, education, phrases()) else {
        return Examples {
            ruled,
            ..Examples::default()
        };
    };
    let rows = rows(&lines, &ruled);
    let dates = lines.dates.iter().zip(rows);
    let dates = dates.map(|(date, rows)| example(date, rows));
    let pieces = lines
        .pieces
        .iter()
        .map(|(piece, _)| (piece.line, piece.text.to_string()));
    Examples {
        dates: dates.collect(),
        pieces: pieces.collect(),
        ruled,
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
        row: rows.date,
        pieces: rows.pieces,
    }
}

/// The number of forests: for dates, titles and employers, at the first and at the second look.
const FORESTS: usize = 6;

/// Returns the positions of a resume, from those that the rules read.
pub(super) fn read_positions(
    page: &Page<'_>,
    kinds: &[LineKind],
    ruled: Vec<Position>,
    education: &[EducationEntry],
) -> Vec<Position> {
    let Some(lines) = Lines::of(page, kinds, &ruled, education, phrases()) else {
        return ruled;
    };
    let Forests(
        [
            date,
            title,
            employer,
            date_again,
            title_again,
            employer_again,
        ],
    ) = forests();
    let rows = rows(&lines, &ruled);
    let first = rows.iter().map(|row| row.answer([date, title, employer]));
    let first: Vec<Answer> = first.collect();
    let second = SecondLook::of(&lines, &first);
    let rows = rows.into_iter().enumerate();
    let again = rows.map(|(index, row)| {
        let row = row.with(second.rows(index));
        let date = date_again.probability(&row.date);
        if date < MIN_RULED_DATE {
            // The pieces of a date that is not chosen are not needed.
            return Answer {
                date,
                ..Answer::default()
            };
        }
        row.answer([date_again, title_again, employer_again])
    });
    choice::choose(&lines, &again.collect::<Vec<_>>(), &ruled)
}

/// The descriptions of a date and of the pieces near it.
struct Rows {
    date: Vec<i32>,
    pieces: Vec<(usize, Vec<i32>)>,
}

fn rows(lines: &Lines<'_>, ruled: &[Position]) -> Vec<Rows> {
    let row = |index: usize| {
        let around = Around::of(lines, index, ruled)?;
        let near = lines.near(lines.dates.get(index)?).into_iter();
        let pieces = near.map(|at| (at, features::of_piece(lines, &around, at)));
        Some(Rows {
            date: features::of_date(lines, index),
            pieces: pieces.collect(),
        })
    };
    (0..lines.dates.len()).filter_map(row).collect()
}

impl Rows {
    fn answer(&self, [date, title, employer]: [&Forest; 3]) -> Answer {
        let all = |forest: &Forest| {
            let rows = self.pieces.iter();
            rows.map(|(_, row)| forest.probability(row)).collect()
        };
        Answer {
            date: date.probability(&self.date),
            pieces: self.pieces.iter().map(|(piece, _)| *piece).collect(),
            title: all(title),
            employer: all(employer),
        }
    }

    /// Adds what the first answers say.
    fn with(mut self, second: Option<second_look::SecondLookRows>) -> Self {
        let Some(second) = second else {
            return self;
        };
        self.date.extend(second.date);
        for ((_, row), more) in self.pieces.iter_mut().zip(second.pieces) {
            row.extend(more);
        }
        self
    }
}

/// Returns the forests, which are read once.
fn forests() -> &'static Forests<FORESTS> {
    static FORESTS_READ: LazyLock<Forests<FORESTS>> = LazyLock::new(|| {
        #[expect(
            clippy::expect_used,
            reason = "the file is part of the program, and a test reads it"
        )]
        Forests::read(include_bytes!("../../data/work_history.bin"))
            .expect("the models of this crate")
    });
    &FORESTS_READ
}

/// Adds the schools near degrees whose schools the rules do not know.
pub(super) fn with_schools(
    page: &Page<'_>,
    kinds: &[LineKind],
    education: Vec<EducationEntry>,
) -> Vec<EducationEntry> {
    schools::with_schools(page, kinds, education, phrases())
}

/// Returns the classifier of phrases, which is read once.
fn phrases() -> &'static PhraseModel {
    static MODEL: LazyLock<PhraseModel> = LazyLock::new(|| {
        #[expect(
            clippy::expect_used,
            reason = "the file is part of the program, and a test reads it"
        )]
        PhraseModel::read(include_bytes!("../../data/phrases.bin"))
            .expect("the classifier of this crate")
    });
    &MODEL
}
