//! Turns runs into lines: finds the baselines, joins the runs on each, and splits segments at wide gaps.
//!
//! The distances are shares of the font size and were measured on several hundred documents.

use super::bidi::{Direction, ReadingOrder};
use super::characters;
use super::runs::PdfRun;
use crate::{Place, Run};

/// Baselines closer than this share of the font size are the same line.
const SAME_BASELINE: f32 = 0.3;
/// The minimum number of parts of a justified line.
const MIN_JUSTIFIED: usize = 4;
/// The gap between the words of a justified line is at most this share of the font size.
const MAX_JUSTIFIED_GAP: f32 = 3.0;
/// The narrowest gap of a justified line is at least this share of the widest one.
const SAME_GAP: f32 = 0.8;
/// Raised text is smaller than its line by this factor.
const RAISED_SIZE: f32 = 0.8;
/// The maximum distance of raised text above the baseline of its line.
const RAISED_SHIFT: f32 = 0.75;
/// The maximum distance of raised text from the text that it follows.
const RAISED_GAP: f32 = 0.6;
/// The maximum length of raised text.
const MAX_RAISED_CHARS: usize = 4;
/// A line with more raised runs than this is a line of small text.
const MAX_RAISED_RUNS: usize = 12;
/// A gap wider than this begins a new segment.
const SEGMENT_GAP: f32 = 1.1;
/// The maximum distance of a bullet from its text.
const BULLET_GAP: f32 = 4.0;
/// A gap wider than this is a space.
const BLANK_GAP: f32 = 0.13;
/// A drawn space is ignored if the gap between its neighbours is smaller than this.
const DRAWN_BLANK_GAP: f32 = 0.08;
/// Letters that overlap by more than this have wrong widths.
const OVERLAP: f32 = -0.15;
/// A space in a line of spaced letters is wider than their usual gap by this factor.
const LETTER_SPACING_SLACK: f32 = 1.4;
/// The same text drawn again within this distance is fake bold.
const DUPLICATE_SHIFT: f32 = 0.12;

/// Consecutive runs on a line without a wide gap between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Segment {
    pub(crate) runs: Vec<Run>,
    pub(crate) x0: f32,
    pub(crate) x1: f32,
    pub(crate) y: f32,
    pub(crate) size: f32,
    /// The number of characters.
    pub(crate) chars: usize,
}

impl Segment {
    /// Returns the text of the segment.
    pub(crate) fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }

    /// Reorders the characters from drawing order to reading order.
    pub(crate) fn put_in_reading_order(&mut self, page: Direction) {
        let line: Vec<char> = self.runs.iter().flat_map(|run| run.text.chars()).collect();
        let Some(order) = ReadingOrder::of(&line, page) else {
            return;
        };
        let owners: Vec<usize> = (0..)
            .zip(&self.runs)
            .flat_map(|(number, run)| run.text.chars().map(move |_| number))
            .collect();
        let mut read: Vec<(usize, Run)> = Vec::with_capacity(self.runs.len());
        for &place in &order.positions {
            let Some((owner, run)) = owners
                .get(place)
                .and_then(|owner| Some((*owner, self.runs.get(*owner)?)))
            else {
                continue;
            };
            if read.last().is_none_or(|(last, _)| *last != owner) {
                let look = Run {
                    text: String::new(),
                    ..run.clone()
                };
                read.push((owner, look));
            }
            if let Some((_, last)) = read.last_mut() {
                order.push(&line, place, &mut last.text);
            }
        }
        self.runs = read.into_iter().map(|(_, run)| run).collect();
    }

    fn is_bullet(&self) -> bool {
        let [run] = self.runs.as_slice() else {
            return false;
        };
        let mut characters = run.text.trim().chars();
        characters.next().is_some_and(characters::is_bullet) && characters.next().is_none()
    }

    fn start(run: PdfRun) -> Self {
        let mut segment = Self {
            x0: run.x,
            x1: run.x,
            y: run.y,
            size: run.size,
            ..Self::default()
        };
        segment.push(run, false);
        segment
    }

    fn push(&mut self, run: PdfRun, blank: bool) {
        self.x1 = self.x1.max(run.x + run.width);
        self.size = self.size.max(run.size);
        self.chars += run.text.chars().count() + usize::from(blank);
        if let Some(last) = self.runs.last_mut() {
            let same_look = last.bold == run.bold && (last.size - run.size).abs() < 0.1;
            if same_look {
                if blank {
                    last.text.push(' ');
                }
                last.text.push_str(&run.text);
                if let Some(place) = last.place.as_mut() {
                    place.width = (run.x + run.width - place.x).max(place.width);
                }
                return;
            }
        }
        let text = if blank {
            format!(" {}", run.text)
        } else {
            run.text
        };
        self.runs.push(Run {
            text,
            size: run.size,
            bold: run.bold,
            place: Some(Place {
                x: run.x,
                y: run.y,
                width: run.width,
            }),
            starts_cell: false,
        });
    }
}

/// The segments that share a baseline, from left to right.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    pub(crate) y: f32,
    pub(crate) segments: Vec<Segment>,
}

impl Row {
    /// Returns the largest font size.
    pub(crate) fn size(&self) -> f32 {
        self.segments
            .iter()
            .map(|segment| segment.size)
            .fold(0.0, f32::max)
    }
}

/// Groups runs into rows. All runs must have the same rotation.
pub(crate) fn rows_of(mut runs: Vec<PdfRun>) -> Vec<Row> {
    runs.retain(|run| run.x.is_finite() && run.y.is_finite() && run.width.is_finite());
    runs.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut groups: Vec<Vec<PdfRun>> = Vec::new();
    for run in runs {
        let open = groups.last_mut().filter(|open| {
            let first = open.first();
            first.is_none_or(|first| {
                (run.y - first.y).abs() < SAME_BASELINE * run.size.min(first.size)
            })
        });
        match open {
            Some(open) => open.push(run),
            None => groups.push(vec![run]),
        }
    }
    let groups = with_raised_text(groups);
    let mut rows: Vec<Row> = groups.into_iter().map(row_of).collect();
    rows.retain(|row| !row.segments.is_empty());
    rows
}

/// Joins small text that is raised above a line, such as the ending in `5th`, with its line.
fn with_raised_text(groups: Vec<Vec<PdfRun>>) -> Vec<Vec<PdfRun>> {
    let mut joined: Vec<Vec<PdfRun>> = Vec::with_capacity(groups.len());
    for mut group in groups {
        if let Some(above) = joined.last_mut()
            && is_raised_above(above, &group)
        {
            group.append(above);
            *above = group;
        } else {
            joined.push(group);
        }
    }
    joined
}

/// Returns whether all runs are short, small, and directly before or after a run of the line below.
fn is_raised_above(raised: &[PdfRun], line: &[PdfRun]) -> bool {
    let touches = |run: &PdfRun| {
        line.iter().any(|base| {
            let after = (run.x - base.x - base.width).abs();
            let before = (base.x - run.x - run.width).abs();
            run.size <= base.size * RAISED_SIZE
                && (0.0..base.size * RAISED_SHIFT).contains(&(base.y - run.y))
                && after.min(before) <= base.size * RAISED_GAP
        })
    };
    let is_short = |run: &PdfRun| run.text.trim().chars().count() <= MAX_RAISED_CHARS;
    raised.len() <= MAX_RAISED_RUNS
        && raised
            .iter()
            .all(|run| run.is_blank || is_short(run) && touches(run))
}

fn row_of(mut runs: Vec<PdfRun>) -> Row {
    let y = runs.first().map_or(0.0, |run| run.y);
    runs.sort_by(|a, b| a.x.total_cmp(&b.x));
    cut_false_widths(&mut runs);
    let spaced = letter_spacing(&runs);
    let mut segments: Vec<Segment> = Vec::new();
    runs.dedup_by(|run, kept| {
        (run.x - kept.x).abs() < DUPLICATE_SHIFT * run.size && run.text == kept.text
    });
    let mut blank_drawn = false;
    for run in runs {
        if run.is_blank {
            blank_drawn = true;
            continue;
        }
        let em = segments
            .last()
            .map_or(run.size, |segment| segment.size.max(run.size));
        match segments.last_mut() {
            Some(segment) if joins(segment, &run, em) => {
                let blank = (blank_drawn && has_room(segment, &run, em))
                    || needs_blank(segment, &run, em, spaced);
                segment.push(run, blank);
            }
            _ => segments.push(Segment::start(run)),
        }
        blank_drawn = false;
    }
    join_justified(&mut segments);
    Row { y, segments }
}

/// Joins the segments of a justified line, whose words are all equally far apart.
fn join_justified(segments: &mut Vec<Segment>) {
    if segments.len() < MIN_JUSTIFIED {
        return;
    }
    let gaps = || {
        segments.windows(2).filter_map(|pair| match pair {
            [a, b] => Some((b.x0 - a.x1) / a.size.max(0.1)),
            _ => None,
        })
    };
    let widest = gaps().fold(0.0, f32::max);
    let narrowest = gaps().fold(f32::MAX, f32::min);
    if widest > MAX_JUSTIFIED_GAP || narrowest < widest * SAME_GAP {
        return;
    }
    let mut rest = std::mem::take(segments).into_iter();
    let mut whole = rest.next().unwrap_or_default();
    for mut segment in rest {
        if let Some(run) = segment.runs.first_mut() {
            run.text.insert(0, ' ');
        }
        whole.x1 = whole.x1.max(segment.x1);
        whole.size = whole.size.max(segment.size);
        whole.chars += segment.chars + 1;
        whole.runs.append(&mut segment.runs);
    }
    segments.push(whole);
}

fn joins(segment: &Segment, run: &PdfRun, em: f32) -> bool {
    let gap = run.x - segment.x1;
    let widest = if segment.is_bullet() {
        BULLET_GAP
    } else {
        SEGMENT_GAP
    };
    gap <= widest * em && gap > -2.0 * em
}

/// Ends each run where the next begins, if a third of the runs on the line overlap by far. The font of such a line
/// has wrong widths or none.
fn cut_false_widths(runs: &mut [PdfRun]) {
    let starts: Vec<f32> = runs.iter().skip(1).map(|run| run.x).collect();
    let overlaps = |run: &PdfRun, next: f32| next - run.x - run.width < OVERLAP * run.size;
    let apart = |run: &PdfRun, next: f32| next - run.x > DUPLICATE_SHIFT * run.size;
    let false_widths = runs
        .iter()
        .zip(&starts)
        .filter(|(run, next)| overlaps(run, **next) && apart(run, **next))
        .count();
    if false_widths < 3 || false_widths * 3 < runs.len() {
        return;
    }
    for (run, next) in runs.iter_mut().zip(starts) {
        if overlaps(run, next) && apart(run, next) {
            run.width = next - run.x;
        }
    }
}

/// Returns whether a drawn space separates its neighbours. If the right one is drawn over the space, it does not.
fn has_room(segment: &Segment, run: &PdfRun, em: f32) -> bool {
    let gap = run.x - segment.x1;
    gap > DRAWN_BLANK_GAP * em && !ends_blank(segment)
}

fn ends_blank(segment: &Segment) -> bool {
    segment
        .runs
        .last()
        .is_some_and(|last| last.text.ends_with([' ', '\t']))
}

fn needs_blank(segment: &Segment, run: &PdfRun, em: f32, spaced: f32) -> bool {
    let gap = run.x - segment.x1;
    let wide = gap > BLANK_GAP * em.min(run.size.max(em * 0.5)) && gap > spaced;
    wide && !run.text.starts_with([' ', '\t'])
        && !segment
            .runs
            .last()
            .is_some_and(|last| last.text.ends_with([' ', '\t']))
}

/// Returns the usual gap between letters if a line is set letter by letter with wide spacing. A gap up to this width
/// is not a space. Returns zero for all other lines.
fn letter_spacing(runs: &[PdfRun]) -> f32 {
    let mut gaps: Vec<f32> = runs
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if is_letter(&a.text) && is_letter(&b.text) => {
                Some((b.x - a.x - a.width) / b.size.max(0.1))
            }
            _ => None,
        })
        .filter(|gap| *gap < SEGMENT_GAP)
        .collect();
    if gaps.len() < 5 || gaps.len() * 2 < runs.len() {
        return 0.0;
    }
    gaps.sort_by(f32::total_cmp);
    let middle = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    let size = runs.first().map_or(0.0, |run| run.size);
    if middle > BLANK_GAP {
        middle * LETTER_SPACING_SLACK * size
    } else {
        0.0
    }
}

fn is_letter(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(char::is_alphanumeric) && characters.next().is_none()
}
