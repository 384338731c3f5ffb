//! Numbers that describe a piece near a date.

use hashbrown::HashMap;
use shortlist_domain::{EducationEntry, Position};

use super::dates::Dated;
use super::entries::Entries;
use super::facts::PieceFacts;
use super::features::{FAR, NONE, Slot, best_near, likeness, number, section, slot};
use super::lines::{Lines, WINDOW};
use super::phrase::CLASSES;
use super::pieces::Piece;

/// What is known about a date for all pieces near it.
pub(super) struct Around<'a> {
    date: &'a Dated,
    index: usize,
    /// The dates of the same section, which are probably entries like this one.
    peers: Vec<usize>,
    /// The lines to the last and to the next of them.
    above: i32,
    below: i32,
    best: [i32; CLASSES],
    ruled: Option<&'a Position>,
    studied: Option<&'a EducationEntry>,
    /// The mean scores of the same slot at the peers.
    slots: HashMap<Slot, ([i32; CLASSES], i32)>,
}

impl<'a> Around<'a> {
    /// Looks at a date and its peers.
    pub(super) fn of(lines: &'a Lines<'_>, index: usize, ruled: &'a Entries) -> Option<Self> {
        let date = lines.dates.get(index)?;
        let is_peer = |it: &Dated| {
            let is_like = it.written == date.written || it.ruled.is_some();
            is_like && lines.are_in_one_section(it.line, date.line)
        };
        let peers = lines.dates.iter().enumerate();
        let peers = peers
            .filter(|(at, it)| *at != index && is_peer(it))
            .map(|(at, _)| at);
        let peers: Vec<usize> = peers.collect();
        let line_of = |at: &usize| lines.dates.get(*at).map(|it| it.line);
        let others = peers.iter().filter_map(line_of);
        let above = others.clone().filter(|line| *line < date.line).max();
        let below = others.filter(|line| *line > date.line).min();
        let distance = |line: Option<usize>| {
            line.map_or(FAR, |line| number(line.abs_diff(date.line)).min(FAR))
        };
        let mut around = Self {
            date,
            index,
            peers,
            above: distance(above),
            below: distance(below),
            best: best_near(lines, date, WINDOW),
            ruled: date.ruled.and_then(|at| ruled.positions.get(at)),
            studied: date.studied.and_then(|at| ruled.education.get(at)),
            slots: HashMap::new(),
        };
        around.find_slots(lines);
        Some(around)
    }

    fn find_slots(&mut self, lines: &Lines<'_>) {
        const MAX_PEERS: usize = 24;
        let near = self
            .peers
            .iter()
            .filter(|at| at.abs_diff(self.index) <= MAX_PEERS);
        for peer in near.filter_map(|at| lines.dates.get(*at)) {
            for index in lines.near(peer) {
                let Some((piece, facts)) = lines.pieces.get(index) else {
                    continue;
                };
                if piece.joined > 0 || piece.is_continued {
                    continue;
                }
                let (sums, count) = self.slots.entry(slot(piece, peer)).or_default();
                for (sum, score) in sums.iter_mut().zip(facts.scores) {
                    *sum += score;
                }
                *count += 1;
            }
        }
    }
}

/// Describes a piece near a date.
pub(super) fn of_piece(lines: &Lines<'_>, around: &Around<'_>, index: usize) -> Vec<i32> {
    let Some((piece, facts)) = lines.pieces.get(index) else {
        return Vec::new();
    };
    let mut row = Vec::with_capacity(100);
    row.extend(facts.scores);
    row.extend(best_differences(facts, &around.best));
    row.extend(of_words(piece, facts));
    row.extend(of_place(lines, around, piece));
    row.extend(of_slot(around, piece));
    row.extend(of_rules(around, piece));
    row.extend(of_neighbours(lines, index));
    row.extend(of_ruled_study(around, piece));
    row
}

/// Compares a piece with the degree and the school that the rules read near the date.
fn of_ruled_study(around: &Around<'_>, piece: &Piece<'_>) -> [i32; 4] {
    let Some(studied) = around.studied else {
        return [NONE, NONE, 0, 0];
    };
    let school = studied.institution.as_deref();
    [
        likeness(&studied.degree, &piece.text),
        school.map_or(NONE, |school| likeness(school, &piece.text)),
        i32::from(studied.confidence.degree),
        i32::from(studied.confidence.institution),
    ]
}

fn best_differences(facts: &PieceFacts, best: &[i32; CLASSES]) -> [i32; 3] {
    let [title, employer, school, ..] = facts.scores;
    let [best_title, best_employer, best_school, ..] = *best;
    [
        best_title - title,
        best_employer.max(best_school) - employer.max(school),
        title - employer.max(school),
    ]
}

fn of_words(piece: &Piece<'_>, facts: &PieceFacts) -> [i32; 19] {
    let text = piece.text.as_ref();
    [
        facts.words,
        number(text.len()),
        facts.capitals,
        i32::from(!text.contains(char::is_lowercase)),
        i32::from(text.starts_with(char::is_lowercase)),
        i32::from(text.contains(|c: char| c.is_ascii_digit())),
        i32::from(facts.is_title),
        i32::from(facts.names_employer),
        i32::from(facts.is_known_employer),
        i32::from(facts.is_place),
        i32::from(facts.is_school),
        i32::from(facts.has_degree),
        i32::from(facts.has_legal_form),
        i32::from(facts.is_filler),
        i32::from(facts.is_task),
        i32::from(facts.is_skill),
        facts.label,
        facts.title_nouns,
        facts.repeated.min(20),
    ]
}

fn of_place(lines: &Lines<'_>, around: &Around<'_>, piece: &Piece<'_>) -> [i32; 31] {
    let date = around.date;
    let (below, is_before, order) = slot(piece, date);
    let below = i32::try_from(below).unwrap_or(FAR);
    let place = lines.page.lines.get(piece.line);
    let dated = lines.page.lines.get(date.line);
    let flag = |test: fn(&crate::TextLine) -> bool| i32::from(place.is_some_and(test));
    let length = place.map_or(0, |line| line.span.end - line.span.start);
    let facts = lines.facts.get(&piece.line).copied().unwrap_or_default();
    let is_one_block = place.map(|line| line.block) == dated.map(|line| line.block);
    let lead = place.map_or(0, |line| piece.span.start.saturating_sub(line.span.start));
    let [title, employer, school, _, other] = facts.scores;
    let gaps = gaps_between(lines, piece.line, date.line);
    [
        below,
        below.abs(),
        i32::from(is_before) - i32::from(below == 0),
        number(order),
        number(piece.count),
        i32::from(order + 1 == piece.count),
        number(piece.joined),
        i32::from(piece.is_continued),
        piece.before.number(),
        piece.after.number(),
        number(lead).min(100),
        flag(|line| line.bold),
        flag(|line| line.list_item),
        flag(|line| line.gap_above),
        flag(|line| line.heading),
        facts.size,
        number(length).min(300),
        i32::from(facts.ends_in_stop),
        facts.label,
        i32::from(facts.is_heading),
        i32::from(facts.has_degree),
        section(lines.kind(piece.line)),
        i32::from(lines.are_in_one_section(piece.line, date.line)) + 2 * i32::from(is_one_block),
        number(lines.dates_of_line.get(&piece.line).map_or(0, Vec::len)),
        around.above + below.min(0),
        around.below - below.max(0),
        gaps,
        date.written.number(),
        title.max(employer).max(school) - other,
        title,
        employer.max(school),
    ]
}

/// Returns how many lines between two lines have space above them.
fn gaps_between(lines: &Lines<'_>, first: usize, second: usize) -> i32 {
    let between = first.min(second) + 1..=first.max(second);
    let has_gap = |line: &usize| {
        lines
            .page
            .lines
            .get(*line)
            .is_some_and(|line| line.gap_above)
    };
    number(between.filter(has_gap).count())
}

fn of_slot(around: &Around<'_>, piece: &Piece<'_>) -> [i32; 5] {
    let Some((sums, count)) = around.slots.get(&slot(piece, around.date)) else {
        return [NONE, NONE, NONE, 0, number(around.peers.len()).min(30)];
    };
    let mean = |sum: i32| sum / (*count).max(1);
    let [title, employer, school, _, other] = sums.map(mean);
    [
        title,
        employer.max(school),
        other,
        (*count).min(30),
        number(around.peers.len()).min(30),
    ]
}

fn of_rules(around: &Around<'_>, piece: &Piece<'_>) -> [i32; 6] {
    let Some(ruled) = around.ruled else {
        return [NONE, NONE, 0, 0, 0, 0];
    };
    let alike = |text: Option<&str>| text.map_or(NONE, |text| likeness(text, &piece.text));
    [
        alike(ruled.title.as_deref()),
        alike(ruled.organization.as_deref()),
        i32::from(ruled.title.is_some()),
        i32::from(ruled.organization.is_some()),
        i32::from(ruled.confidence.title),
        i32::from(ruled.confidence.organization),
    ]
}

/// Returns the scores of the single pieces before and after a piece in its line.
fn of_neighbours(lines: &Lines<'_>, index: usize) -> [i32; 6] {
    let Some((piece, _)) = lines.pieces.get(index) else {
        return [NONE; 6];
    };
    let own = lines
        .of_line
        .get(&piece.line)
        .and_then(|range| lines.pieces.get(range.clone()));
    let scores = |order: Option<usize>| {
        let mut singles = own.unwrap_or_default().iter();
        let found =
            singles.find(|(it, _)| it.joined == 0 && !it.is_continued && Some(it.order) == order);
        found.map_or([NONE; 3], |(_, facts)| {
            let [title, employer, school, town, _] = facts.scores;
            [title, employer.max(school), town]
        })
    };
    let [a, b, c] = scores(piece.order.checked_sub(1));
    let [d, e, f] = scores(Some(piece.order + piece.joined + 1));
    [a, b, c, d, e, f]
}
