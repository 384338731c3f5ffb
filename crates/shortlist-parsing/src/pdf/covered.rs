//! Text that is painted over later, or in the colour of what it stands on.
//!
//! Runs come in the order in which they are painted, but without their places among the fills. These are found
//! again by where each string begins; for a string in between, only what is certain counts.

use super::paint::{Fill, TextStart};
use super::runs::{Colour, PdfRun};

/// How many starts of text further on a run is looked for.
const LOOK_AHEAD: usize = 32;
/// Starts nearer than this in points are one.
const SAME_PLACE: f32 = 0.05;
/// A string that begins within this many type sizes of the last one's end goes on with it.
const GOES_ON: f32 = 2.0;
/// Parts of colours nearer than this cannot be told apart.
const SAME_COLOUR: f32 = 0.04;
/// With fewer letters unseen on a page all are taken for seen.
const MIN_LETTERS: usize = 4;
/// The most comparisons of runs with fills on a page.
const MAX_COMPARISONS: usize = 20_000_000;

/// When a run is painted: after so many starts of text at least, and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) from: usize,
    pub(crate) until: usize,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            from: 0,
            until: usize::MAX,
        }
    }
}

/// Whether a string's colour is told, and whether it is clear.
type Look = (bool, bool);

/// Finds each run's place in the order of painting.
pub(crate) fn place_in_painting(runs: &mut [PdfRun], starts: &[TextStart]) {
    let mut passed = 0;
    let mut last: Option<(Turn, (f32, f32), Look)> = None;
    for run in runs.iter_mut() {
        let ahead = (passed..).zip(starts.iter().skip(passed).take(LOOK_AHEAD));
        let mut found =
            ahead.filter(|(_, start)| is_near((start.x, start.y), run.origin, SAME_PLACE));
        let (told, clear) = if let Some((number, start)) = found.next() {
            passed = number + 1;
            run.painted = Turn {
                from: passed,
                until: passed,
            };
            (start.colour.is_some(), start.clear)
        } else {
            match last {
                Some((turn, end, look)) if is_near(end, run.origin, GOES_ON * run.size) => {
                    run.painted = turn;
                    look
                }
                _ => {
                    run.painted.from = passed;
                    (true, false)
                }
            }
        };
        if !told {
            run.colour = None;
        }
        run.invisible |= clear;
        last = Some((run.painted, run.end(), (told, clear)));
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

/// Which runs cannot be seen for what is painted over or under them.
pub(crate) fn unseen(runs: &[PdfRun], fills: &[Fill]) -> Vec<bool> {
    let all_seen = || vec![false; runs.len()];
    let hides = fills.iter().any(|fill| fill.opaque);
    if !hides || runs.len().saturating_mul(fills.len()) > MAX_COMPARISONS {
        return all_seen();
    }
    let mut unseen: Vec<bool> = runs
        .iter()
        .map(|run| run.turn == 0 && (is_covered(run, fills) || is_in_ground_colour(run, fills)))
        .collect();
    keep_repeated(runs, &mut unseen);
    // A letter that the edge of a picture touches is no secret.
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

/// Takes for seen what is painted once more where it can be seen.
fn keep_repeated(runs: &[PdfRun], unseen: &mut [bool]) {
    let count = unseen.iter().filter(|unseen| **unseen).count();
    if count.saturating_mul(runs.len()) > MAX_COMPARISONS {
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

/// Whether something opaque is painted over all of a run later.
pub(crate) fn is_covered(run: &PdfRun, fills: &[Fill]) -> bool {
    let (x0, y) = run.origin;
    let x1 = run.end().0;
    fills.iter().any(|fill| {
        fill.opaque
            && fill.after >= run.painted.until
            && fill.covers((x0 + 0.5, y + run.size * 0.1))
            && fill.covers((x1 - 0.5, y + run.size * 0.6))
    })
}

/// Whether the uppermost of what is painted under a run has its colour.
pub(crate) fn is_in_ground_colour(run: &PdfRun, fills: &[Fill]) -> bool {
    let Some(colour) = run.colour else {
        return false;
    };
    let may_be_under = |fill: &&Fill| fill.after < run.painted.until && fill.covers(run.centre);
    let ground = fills.iter().rfind(may_be_under);
    ground.is_some_and(|fill| {
        fill.opaque
            && fill.after < run.painted.from
            && fill.colour.is_some_and(|ground| is_alike(ground, colour))
    })
}

fn is_alike(one: Colour, other: Colour) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_COLOUR;
    near(one.0, other.0) && near(one.1, other.1) && near(one.2, other.2)
}
