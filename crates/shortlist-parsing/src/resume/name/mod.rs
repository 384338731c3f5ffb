//! The person's name, by place, look and shape, and by agreement with the e-mail address.

mod candidates;
mod labels;
mod shape;
mod writing;

use shortlist_domain::{Found, SectionKind};
use shortlist_vocabulary::steps;

use super::headings::heading_key;
use super::page::{Page, is_all_capitals};
use super::sections::LineKind;
use crate::{Region, TextLine};
use candidates::candidates;
use shape::{Doubt, Shaped};

/// Lines from the top in which a name without a label is looked for.
const TOP_LINES: usize = 25;
/// Fewer points than these are a guess.
const THRESHOLD: i32 = 30;
/// How much larger than the text a line is set that can only be the name or the document's title.
const MASTHEAD: f32 = 1.5;
/// Lines that are longer than this, in bytes, hold more than a name.
const MAX_BYTES_BELOW: usize = 60;
/// What two words of the name in the e-mail address give.
const AGREES: i32 = 50;
/// What one word of the name in the e-mail address gives.
const HALF_AGREES: i32 = 30;

/// The person's name as the resume writes it, or nothing where it would be a guess.
pub(super) fn find_name(
    page: &Page<'_>,
    kinds: &[LineKind],
    email: Option<&str>,
) -> Option<Found<String>> {
    let local = email.map(local_letters).unwrap_or_default();
    let largest = largest_size(page);
    let mut search = Search {
        page,
        local: &local,
        largest,
        largest_lines: page
            .lines
            .iter()
            .filter(|line| line.page == 0 && line.size >= largest - 0.1)
            .count(),
        best: None,
    };
    let highest = highest_heading(page, kinds);
    let heights = sorted_heights(page);
    let mut titles = 0;
    for (number, line, words) in page.numbered() {
        let kind = kinds
            .get(number)
            .map_or(SectionKind::Other, |kind| kind.kind);
        if kind != SectionKind::References {
            search.look_behind_label(number, line);
        }
        let above = |y: f32| line.page == 0 && highest.is_some_and(|highest| y < highest);
        let (order, kind) = if search.is_masthead(line) {
            // Nothing else is set so large: the name, wherever the reading order has it.
            (number.min(1), SectionKind::Contact)
        } else if line.y.is_some_and(above) {
            // What stands higher than every heading is the contact's, whatever is read before it.
            (
                number.min(higher_lines(&heights, line)),
                SectionKind::Contact,
            )
        } else {
            (number, kind)
        };
        search.look_at_line(order.saturating_sub(titles), line, kind);
        titles += usize::from(is_job_title(words));
    }
    search.best.map(|(points, name)| Found {
        confidence: confidence(points),
        ..name
    })
}

struct Search<'a> {
    page: &'a Page<'a>,
    local: &'a str,
    largest: f32,
    largest_lines: usize,
    best: Option<(i32, Found<String>)>,
}

impl Search<'_> {
    fn consider(&mut self, points: i32, line: &TextLine, name: &str, reason: &'static str) {
        let better = self.best.as_ref().is_none_or(|(most, _)| points > *most);
        if points >= THRESHOLD && better {
            self.best = Some((points, Found::at(tidy(name), line.span, reason)));
        }
    }

    /// Whether a line is set far larger than the text, and at most one other is.
    fn is_masthead(&self, line: &TextLine) -> bool {
        line.page == 0
            && line.size >= self.largest - 0.1
            && self.largest > self.page.body_size * MASTHEAD
            && self.largest_lines <= 2
    }

    /// Whether a line further down is short enough for a name, and two of its words are in the e-mail address.
    fn may_agree(&self, words: &str) -> bool {
        words.len() <= MAX_BYTES_BELOW && agreement(words, self.local) == AGREES
    }

    fn look_behind_label(&mut self, number: usize, line: &TextLine) {
        if let Some(name) = labels::labelled(self.page, number) {
            let early = i32::try_from(number.min(40)).unwrap_or(40);
            let points = 85 - early + agreement(&name, self.local) / 2;
            self.consider(points, line, &name, "behind a label that says so");
        }
    }

    fn look_at_line(&mut self, order: usize, line: &TextLine, kind: SectionKind) {
        let page = self.page;
        let largest = line.size >= self.largest - 0.1 && self.largest > page.body_size + 2.0;
        let top = (line.page == 0 && (order < TOP_LINES || largest))
            || matches!(line.region, Region::Header);
        let words = page.words(line);
        if !top && (kind == SectionKind::References || !self.may_agree(words)) {
            return;
        }
        let order = i32::try_from(order).unwrap_or(i32::MAX);
        for candidate in candidates(page, line) {
            let agrees = agreement(&candidate.shaped.name, self.local);
            let Some(doubt) = doubt(&candidate.shaped, self.local, agrees) else {
                continue;
            };
            let name = &candidate.shaped.name;
            if top {
                let look = placed(page, line, order, self.largest, kind);
                let points = look + agrees - doubt + if candidate.whole { 6 } else { 0 };
                self.consider(points, line, name, "at the top, in the shape of a name");
            } else if agrees >= 40 && candidate.whole {
                self.consider(
                    agrees - doubt - 8,
                    line,
                    name,
                    "agrees with the e-mail address",
                );
            }
        }
    }
}

/// The points that a doubt costs; none where it is too strong.
fn doubt(shaped: &Shaped, local: &str, agrees: i32) -> Option<i32> {
    match shaped.doubt {
        Doubt::None => Some(0),
        Doubt::SingleWord => Some(30),
        Doubt::OddlyWritten => Some(if agrees >= HALF_AGREES { 10 } else { 40 }),
        Doubt::CommonWord => (agrees == AGREES && all_agree(&shaped.name, local)).then_some(10),
    }
}

/// A share of a hundred for the points; measured on real resumes, names of 30 points are right in seven of ten.
fn confidence(points: i32) -> u8 {
    u8::try_from((40 + points).clamp(0, 99)).unwrap_or(99)
}

/// Whether a line does no more than name a trade.
fn is_job_title(words: &str) -> bool {
    let mut all = words.split_whitespace();
    words.split_whitespace().count() <= 6 && all.any(shape::is_title_word)
}

/// How high on the first page the highest heading stands.
fn highest_heading(page: &Page<'_>, kinds: &[LineKind]) -> Option<f32> {
    let is_heading =
        |kind: &LineKind| kind.kind != SectionKind::Contact && kind.body.start == kind.body.end;
    let headings = page
        .lines
        .iter()
        .zip(kinds)
        .filter(|(line, kind)| line.page == 0 && is_heading(kind));
    headings.filter_map(|(line, _)| line.y).reduce(f32::min)
}

/// The heights of the first page's lines, from the top.
fn sorted_heights(page: &Page<'_>) -> Vec<f32> {
    let first = page.lines.iter().filter(|line| line.page == 0);
    let mut heights: Vec<f32> = first.filter_map(|line| line.y).collect();
    heights.retain(|y| !y.is_nan());
    heights.sort_by(f32::total_cmp);
    heights
}

/// How many lines of the first page stand higher.
fn higher_lines(heights: &[f32], line: &TextLine) -> usize {
    let is_higher = |y: f32| {
        move |other: &f32| {
            steps::count(1);
            *other < y - 1.0
        }
    };
    line.y.map_or(0, |y| heights.partition_point(is_higher(y)))
}

fn largest_size(page: &Page<'_>) -> f32 {
    page.lines
        .iter()
        .filter(|line| line.page == 0 && line.span.start < 3000)
        .map(|line| line.size)
        .fold(0.0, f32::max)
}

/// Points for where and how a line stands.
fn placed(page: &Page<'_>, line: &TextLine, order: i32, largest: f32, kind: SectionKind) -> i32 {
    let mut points = 30 - 2 * order.min(20);
    if order == 0 {
        points += 12;
    }
    if line.size > 0.0 && line.size >= largest - 0.1 && largest > page.body_size + 0.9 {
        points += 25;
    } else if line.size > page.body_size + 1.4 {
        points += 12;
    }
    if line.bold || line.heading || is_all_capitals(page.words(line)) {
        points += 6;
    }
    match kind {
        SectionKind::Contact | SectionKind::Personal => points + 4,
        SectionKind::Summary | SectionKind::Other => points - 8,
        SectionKind::References => points - 60,
        _ => points - 25,
    }
}

/// The letters of an address's local part.
fn local_letters(email: &str) -> String {
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    local
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a name without case and accents.
fn folded_words(name: &str) -> Vec<String> {
    let key = heading_key(name);
    key.split(' ').map(ToOwned::to_owned).collect()
}

/// Points for words of the name that the e-mail address holds.
fn agreement(name: &str, local: &str) -> i32 {
    if local.is_empty() {
        return 0;
    }
    let words = folded_words(name);
    let held = words
        .iter()
        .filter(|word| word.chars().count() >= 3 && local.contains(word.as_str()))
        .count();
    let initials: String = words
        .iter()
        .filter_map(|word| word.chars().next())
        .collect();
    let first = words.iter().any(|word| {
        word.chars().count() >= 5 && word.get(..4).is_some_and(|start| local.contains(start))
    });
    match held {
        0 if first => 15,
        0 if initials.len() >= 2 && local.starts_with(&initials) => 10,
        0 => 0,
        1 => HALF_AGREES,
        _ => AGREES,
    }
}

/// Whether the e-mail address holds every word of the name that is more than an initial.
fn all_agree(name: &str, local: &str) -> bool {
    let words = folded_words(name);
    let mut full = words.iter().filter(|word| word.chars().count() > 1);
    full.all(|word| local.contains(word.as_str()))
}

fn tidy(name: &str) -> String {
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_matches([',', '-', ' '])
        .to_owned()
}
