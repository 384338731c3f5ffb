//! Finds text that is painted over later, or that has the colour of its background.
//!
//! Runs come in painting order, but their order relative to the fills is unknown. It is recovered from the position
//! where each string starts. For a string between two known starts, only certain facts count.

use super::paint::{Fill, TextStart};
use super::runs::{Colour, PdfRun};

/// How many text starts ahead a run is searched.
const LOOK_AHEAD: usize = 32;
/// Starts closer than this are the same position, in points.
const SAME_PLACE: f32 = 0.05;
/// A string that starts within this many font sizes of the end of the last one continues it.
const MAX_CONTINUATION: f32 = 2.0;
/// Colour components closer than this look the same.
const SAME_COLOUR: f32 = 0.04;
/// If fewer letters than this on a page are hidden, all of them count as visible.
const MIN_LETTERS: usize = 4;
/// The maximum number of comparisons of runs with fills on a page.
const MAX_COMPARISONS: usize = 20_000_000;

/// The time when a run is painted: the minimum and maximum number of text starts before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaintOrder {
    pub(crate) from: usize,
    pub(crate) until: usize,
}

impl Default for PaintOrder {
    fn default() -> Self {
        Self {
            from: 0,
            until: usize::MAX,
        }
    }
}

/// Whether the colour of a string is known, and whether the string is transparent.
type Look = (bool, bool);

/// Finds the position of each run in the painting order.
pub(crate) fn place_in_painting(runs: &mut [PdfRun], starts: &[TextStart]) {
    let mut passed = 0;
    let mut last: Option<(PaintOrder, (f32, f32), Look)> = None;
    for run in runs.iter_mut() {
        let ahead = (passed..).zip(starts.iter().skip(passed).take(LOOK_AHEAD));
        let mut found =
            ahead.filter(|(_, start)| is_near((start.x, start.y), run.origin, SAME_PLACE));
        let (known, clear) = if let Some((number, start)) = found.next() {
            passed = number + 1;
            run.painted = PaintOrder {
                from: passed,
                until: passed,
            };
            (start.colour.is_some(), start.clear)
        } else {
            match last {
                Some((order, end, look))
                    if is_near(end, run.origin, MAX_CONTINUATION * run.size) =>
                {
                    run.painted = order;
                    look
                }
                _ => {
                    run.painted.from = passed;
                    (true, false)
                }
            }
        };
        if !known {
            run.colour = None;
        }
        run.invisible |= clear;
        last = Some((run.painted, run.end(), (known, clear)));
    }
    let mut later = usize::MAX;
    for run in runs.iter_mut().rev() {
        run.painted.until = run.painted.until.min(later);
        later = run.painted.until;
    }
}

fn is_near(a: (f32, f32), b: (f32, f32), distance: f32) -> bool {
    (a.0 - b.0).abs() < distance && (a.1 - b.1).abs() < distance.min(1.0)
}

/// Returns which runs are invisible because of the paint above or below them.
pub(crate) fn unseen(runs: &[PdfRun], fills: &[Fill]) -> Vec<bool> {
    let all_seen = || vec![false; runs.len()];
    let hides = fills.iter().any(|fill| fill.opaque);
    if !hides || runs.len().saturating_mul(fills.len()) > MAX_COMPARISONS {
        return all_seen();
    }
    let mut unseen: Vec<bool> = runs
        .iter()
        .map(|run| {
            run.rotation == 0 && (is_covered(run, fills) || has_background_colour(run, fills))
        })
        .collect();
    mark_repeated_visible(runs, &mut unseen);
    // A letter that only touches the edge of a picture is not hidden text.
    if unseen.contains(&true) && letters_of(runs, &unseen) < MIN_LETTERS {
        return all_seen();
    }
    unseen
}

fn letters_of(runs: &[PdfRun], chosen: &[bool]) -> usize {
    let pairs = runs.iter().zip(chosen).filter(|(_, chosen)| **chosen);
    pairs
        .map(|(run, _)| run.text.chars().filter(|c| c.is_alphanumeric()).count())
        .sum()
}

/// Marks runs as visible if the same text is painted again in a visible place.
fn mark_repeated_visible(runs: &[PdfRun], unseen: &mut [bool]) {
    let count = unseen.iter().filter(|unseen| **unseen).count();
    if count == 0 || count.saturating_mul(runs.len()) > MAX_COMPARISONS {
        return;
    }
    let seen: Vec<&PdfRun> = (runs.iter().zip(unseen.iter()))
        .filter(|(_, unseen)| !**unseen)
        .map(|(run, _)| run)
        .collect();
    for (run, unseen) in runs.iter().zip(unseen).filter(|(_, unseen)| **unseen) {
        let is_again = |other: &&PdfRun| {
            is_near(other.origin, run.origin, run.size * 0.12) && other.text == run.text
        };
        *unseen = !seen.iter().any(is_again);
    }
}

/// Returns whether an opaque fill covers the whole run later.
pub(crate) fn is_covered(run: &PdfRun, fills: &[Fill]) -> bool {
    let (x0, y) = run.origin;
    let x1 = run.end().0;
    fills.iter().any(|fill| {
        fill.opaque
            && fill.after >= run.painted.until
            && fill.covers(x0 + 0.5, y + run.size * 0.1)
            && fill.covers(x1 - 0.5, y + run.size * 0.6)
    })
}

/// Returns whether the topmost paint under a run has the colour of the run.
pub(crate) fn has_background_colour(run: &PdfRun, fills: &[Fill]) -> bool {
    let Some(colour) = run.colour else {
        return false;
    };
    let may_be_under =
        |fill: &&Fill| fill.after < run.painted.until && fill.covers(run.centre.0, run.centre.1);
    let ground = fills.iter().rfind(may_be_under);
    ground.is_some_and(|fill| {
        fill.opaque
            && fill.after < run.painted.from
            && fill.colour.is_some_and(|ground| look_alike(ground, colour))
    })
}

fn look_alike(one: Colour, other: Colour) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_COLOUR;
    near(one.0, other.0) && near(one.1, other.1) && near(one.2, other.2)
}
