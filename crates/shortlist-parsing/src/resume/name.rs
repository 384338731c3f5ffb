//! Finds the person's name by position, style and shape, and by agreement with the e-mail address.

mod candidates;
mod labels;
mod shape;
mod writing;

use shortlist_domain::{Found, SectionKind};
use shortlist_vocabulary::steps;

use super::headings::{exact_kind, heading_key};
use super::page::{Page, is_all_capitals};
use super::places::is_place;
use super::sections::LineKind;
use super::words::NameWords;
use crate::{Region, TextLine};
use candidates::candidates;
use shape::{Doubt, Shaped};

/// The number of lines from the top that may contain a name without a label.
const TOP_LINES: usize = 25;
/// Names with fewer points than this are guesses.
const THRESHOLD: i32 = 30;
/// A line that is larger than the text by this factor can only be the name or the document title.
const MASTHEAD: f32 = 1.5;
/// Lines longer than this contain more than a name, in bytes.
const MAX_BYTES_BELOW: usize = 60;
/// Fewer letters in an e-mail address may be initials.
const MIN_NAME_LETTERS: usize = 4;
/// The points for two words of the name in the e-mail address.
const AGREES: i32 = 50;
/// The points for one word of the name in the e-mail address.
const HALF_AGREES: i32 = 30;

/// Returns the person's name as the resume writes it, or `None` if it would be a guess.
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
            search.consider_label(number, line);
        }
        let above = |y: f32| line.page == 0 && highest.is_some_and(|highest| y < highest);
        let (order, kind) = if search.is_masthead(line) {
            // No other text is this large, so it is the name, at any position in the reading order.
            (number.min(1), SectionKind::Contact)
        } else if line.y.is_some_and(above) {
            // Text above all headings is contact data, at any position in the reading order.
            (
                number.min(higher_lines(&heights, line)),
                SectionKind::Contact,
            )
        } else {
            (number, kind)
        };
        search.consider_line(order.saturating_sub(titles), line, kind);
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
            self.best = Some((points, Found::certain(tidy(name), line.span, reason)));
        }
    }

    /// Returns whether a line is much larger than the text, and at most one other line is as large.
    fn is_masthead(&self, line: &TextLine) -> bool {
        line.page == 0
            && line.size >= self.largest - 0.1
            && self.largest > self.page.body_size * MASTHEAD
            && self.largest_lines <= 2
    }

    /// Returns whether a lower line is short enough for a name and shares two words with the e-mail address.
    fn may_agree(&self, words: &str) -> bool {
        words.len() <= MAX_BYTES_BELOW && agreement(words, self.local) == AGREES
    }

    fn consider_label(&mut self, number: usize, line: &TextLine) {
        if let Some(name) = labels::labelled(self.page, number) {
            let early = i32::try_from(number.min(40)).unwrap_or(40);
            let points = 85 - early + agreement(&name, self.local) / 2;
            self.consider(points, line, &name, "after its label");
        }
    }

    fn consider_line(&mut self, order: usize, line: &TextLine, kind: SectionKind) {
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
            let Some(doubt) = doubt_cost(&candidate.shaped, self.local, agrees) else {
                continue;
            };
            let name = &candidate.shaped.name;
            if agrees < HALF_AGREES && is_town_of_country(words, name) {
                continue;
            }
            if top {
                let look = position_points(page, line, order, self.largest, kind);
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

/// Returns whether a country follows a phrase after a comma: `Hilltop Bay, Portugal`.
fn is_town_of_country(words: &str, phrase: &str) -> bool {
    let after = words.split_once(phrase).map_or("", |(_, after)| after);
    let next = after.strip_prefix(',').map(str::trim_start);
    let next = next.and_then(|next| next.split([',', '|', '\t', ';', '•']).next());
    // Two letters may be a degree: `MD`.
    next.is_some_and(|next| next.trim().len() > 2 && is_place(next.trim()))
}

/// Returns the points that a doubt costs, or `None` if the doubt is too strong.
fn doubt_cost(shaped: &Shaped, local: &str, agrees: i32) -> Option<i32> {
    match shaped.doubt {
        Doubt::None => Some(0),
        Doubt::SingleWord => Some(30),
        // `front end developer` at the top is no name if the e-mail address names somebody else.
        Doubt::SmallLetters if agrees == 0 && names_person(local) => None,
        Doubt::SmallLetters | Doubt::OddlyWritten | Doubt::Place => {
            Some(if agrees >= HALF_AGREES { 10 } else { 40 })
        }
        Doubt::CommonWord => (agrees == AGREES && all_agree(&shaped.name, local)).then_some(10),
    }
}

/// Returns whether the letters of an address may be those of a name: more than initials, and not `jobs`.
fn names_person(local: &str) -> bool {
    local.chars().count() >= MIN_NAME_LETTERS && !NameWords::get().role_addresses.contains(local)
}

/// Returns the confidence in percent. On real resumes, names with 30 points are right in seven of ten cases.
fn confidence(points: i32) -> u8 {
    u8::try_from((40 + points).clamp(0, 99)).unwrap_or(99)
}

/// Returns whether a line only names a job title.
fn is_job_title(words: &str) -> bool {
    let mut all = words.split_whitespace();
    words.split_whitespace().count() <= 6 && all.any(shape::is_title_word)
}

/// Returns the vertical position of the highest heading on the first page.
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

/// Returns the vertical positions of the lines on the first page, from the top.
fn sorted_heights(page: &Page<'_>) -> Vec<f32> {
    let first = page.lines.iter().filter(|line| line.page == 0);
    let mut heights: Vec<f32> = first.filter_map(|line| line.y).collect();
    heights.retain(|y| !y.is_nan());
    heights.sort_by(f32::total_cmp);
    heights
}

/// Returns the number of lines on the first page that are above a line.
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

/// Returns the points for the position and style of a line.
fn position_points(
    page: &Page<'_>,
    line: &TextLine,
    order: i32,
    largest: f32,
    kind: SectionKind,
) -> i32 {
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

/// Returns the letters of the local part of an address.
fn local_letters(email: &str) -> String {
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    local
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the words of a name without case and accents.
fn folded_words(name: &str) -> Vec<String> {
    let key = heading_key(name);
    key.split(' ').map(ToOwned::to_owned).collect()
}

/// Returns the points for words of the name that the e-mail address contains.
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

/// Returns whether the e-mail address contains every word of the name, except initials.
fn all_agree(name: &str, local: &str) -> bool {
    let words = folded_words(name);
    let mut full = words.iter().filter(|word| word.chars().count() > 1);
    full.all(|word| local.contains(word.as_str()))
}

fn tidy(name: &str) -> String {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    // A column's heading may run into the name: `CONTACT ADA LOVELACE`.
    if words.len() > 2
        && words
            .first()
            .is_some_and(|first| exact_kind(first).is_some())
    {
        words.remove(0);
    }
    words.join(" ").trim_matches([',', '-', ' ']).to_owned()
}
