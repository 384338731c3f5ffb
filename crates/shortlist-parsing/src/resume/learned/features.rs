//! What the descriptions of dates and of pieces have in common. Trees decide by these numbers.

use shortlist_domain::SectionKind;

use super::dates::Dated;
use super::lines::Lines;
use super::phrase::CLASSES;
use super::pieces::Piece;

/// The value of what does not exist.
pub(super) const NONE: i32 = -999;
/// Longer distances count as this one, in lines.
pub(super) const FAR: i32 = 20;

/// Returns a number of things as a number of a row.
pub(super) fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// Returns the number of a kind of sections in rows.
pub(super) fn section(kind: SectionKind) -> i32 {
    match kind {
        SectionKind::Experience => 0,
        SectionKind::Education => 1,
        SectionKind::Projects => 2,
        SectionKind::Volunteering => 3,
        SectionKind::Contact => 4,
        SectionKind::Summary => 5,
        SectionKind::Other => 6,
        SectionKind::Certificates => 7,
        SectionKind::Awards => 8,
        SectionKind::Publications => 9,
        SectionKind::References => 10,
        SectionKind::Skills => 11,
        SectionKind::Languages => 12,
        SectionKind::Interests => 13,
        SectionKind::Personal => 14,
    }
}

/// Returns the best scores of pieces within a number of lines.
pub(super) fn best_near(lines: &Lines<'_>, date: &Dated, distance: usize) -> [i32; CLASSES] {
    let mut best = [NONE; CLASSES];
    for index in lines.near(date) {
        let near = lines.pieces.get(index);
        let near = near.filter(|(piece, _)| piece.line.abs_diff(date.line) <= distance);
        if let Some((_, facts)) = near {
            for (best, score) in best.iter_mut().zip(facts.scores) {
                *best = (*best).max(score);
            }
        }
    }
    best
}

/// Where a piece is: its lines below the date, whether it is before the date, and its index in the line.
pub(super) type Slot = (isize, bool, usize);

/// Returns the slot of a piece near a date.
pub(super) fn slot(piece: &Piece<'_>, date: &Dated) -> Slot {
    let below = isize::try_from(piece.line).unwrap_or(0) - isize::try_from(date.line).unwrap_or(0);
    let is_before = below == 0 && piece.span.end <= date.range.span.start;
    (below, is_before, piece.order)
}

/// Returns how many words two texts share, in percent of the words of both.
pub(super) fn likeness(first: &str, second: &str) -> i32 {
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let mut words: Vec<String> = words
            .filter(|it| !it.is_empty())
            .map(str::to_lowercase)
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let (first, second) = (words(first), words(second));
    let shared = first
        .iter()
        .filter(|word| second.binary_search(word).is_ok())
        .count();
    (number(shared) * 200)
        .checked_div(number(first.len() + second.len()))
        .unwrap_or(0)
}
