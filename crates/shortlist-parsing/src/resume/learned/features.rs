//! Numbers that describe a date, and a piece near a date. Trees decide by them.

use hashbrown::HashMap;
use shortlist_domain::{EducationEntry, Position, SectionKind};

use super::lines::{Dated, Lines, PieceFacts, Ruled, WINDOW, Written};
use super::phrase::CLASSES;
use super::pieces::Piece;

/// How many lines above and below a date describe it.
const NEAR: isize = 3;
/// The value of what does not exist.
const NONE: i32 = -999;
/// The year of the training. Open dates end in it, so that a resume is read the same way in each year.
const TRAINED_IN: i32 = 2026;
/// Longer distances count as this one, in lines.
const FAR: i32 = 20;

fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

fn section(kind: SectionKind) -> i32 {
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

fn offset(line: usize, distance: isize) -> Option<usize> {
    line.checked_add_signed(distance)
}

/// Describes a date.
pub(super) fn of_date(lines: &Lines<'_>, index: usize, ruled: Ruled<'_>) -> Vec<i32> {
    let Some(date) = lines.dates.get(index) else {
        return Vec::new();
    };
    let range = date.range;
    let place = lines.page.lines.get(date.line);
    let (start, end) = place.map_or((0, 0), |line| (line.span.start, line.span.end));
    let years = range.end.map_or(TRAINED_IN, |end| end.year) - range.start.year;
    let same_written = lines
        .dates
        .iter()
        .filter(|it| it.written == date.written)
        .count();
    let ranges = lines
        .dates
        .iter()
        .filter(|it| it.written == Written::Range)
        .count();
    let mut row = vec![
        date.written.number(),
        i32::from(range.current),
        years.clamp(-1, 60),
        range.start.year,
        i32::from(range.start.month.is_some()),
        number(range.span.start.saturating_sub(start)).min(200),
        number(end.saturating_sub(range.span.end)).min(200),
        number(end - start).min(400),
        section(lines.kind(date.line)),
        number(date.line * 100)
            .checked_div(number(lines.page.lines.len()))
            .unwrap_or(0),
        number(lines.dates_of_line.get(&date.line).map_or(0, Vec::len)),
        number(same_written).min(60),
        number(ranges).min(60),
        number(lines.dates.len()).min(100),
        i32::from(date.ruled.is_some()),
        i32::from(date.is_of_degree),
        number(lines.dates.iter().filter(|it| it.ruled.is_some()).count()).min(30),
        distance_to(lines, index, -1),
        distance_to(lines, index, 1),
        later_than(lines, index, -1),
        later_than(lines, index, 1),
        i32::from(lines.has_experience),
    ];
    for distance in -NEAR..=NEAR {
        row.extend(line_near(lines, date, distance));
    }
    row.extend(best_near(lines, date, 2));
    row.extend(best_near(lines, date, 0));
    row.extend(of_study(lines, date, ruled));
    row
}

/// Describes the degree or school that the rules read near a date: its lines below the date, whether it is certain, and whether it
/// has a school.
fn of_study(lines: &Lines<'_>, date: &Dated, ruled: Ruled<'_>) -> [i32; 3] {
    let Some(entry) = date.studied.and_then(|at| ruled.education.get(at)) else {
        return [NONE, 0, 0];
    };
    let begin = entry.span.start;
    let line = lines.page.line_at(begin);
    [
        number(line) - number(date.line),
        i32::from(entry.is_certain()),
        i32::from(entry.institution.is_some()),
    ]
}

/// Returns the lines to the next or the last date.
fn distance_to(lines: &Lines<'_>, index: usize, step: isize) -> i32 {
    let own = lines.dates.get(index).map_or(0, |date| date.line);
    let other = index
        .checked_add_signed(step)
        .and_then(|it| lines.dates.get(it));
    other.map_or(FAR, |other| number(other.line.abs_diff(own)).min(FAR))
}

/// Returns the years from the start of a date to that of the next or the last one.
fn later_than(lines: &Lines<'_>, index: usize, step: isize) -> i32 {
    let other = index
        .checked_add_signed(step)
        .and_then(|it| lines.dates.get(it));
    let year = |date: &Dated| date.range.start.year;
    let own = lines.dates.get(index).map(year);
    own.zip(other.map(year))
        .map_or(NONE, |(own, other)| (own - other).clamp(-40, 40))
}

const LINE_NUMBERS: usize = CLASSES + 12;

fn line_near(lines: &Lines<'_>, date: &Dated, distance: isize) -> [i32; LINE_NUMBERS] {
    let line = offset(date.line, distance);
    let known = line.and_then(|line| Some((line, lines.facts.get(&line)?)));
    let Some((line, facts)) = known else {
        return [NONE; LINE_NUMBERS];
    };
    let place = lines.page.lines.get(line);
    let flag = |test: fn(&crate::TextLine) -> bool| i32::from(place.is_some_and(test));
    let length = place.map_or(0, |line| line.span.end - line.span.start);
    let [title, employer, school, town, other] = facts.scores;
    [
        title,
        employer,
        school,
        town,
        other,
        number(lines.dates_of_line.get(&line).map_or(0, Vec::len)),
        i32::from(facts.has_degree) + 2 * i32::from(facts.has_school),
        i32::from(facts.is_title) + 2 * i32::from(facts.names_employer),
        i32::from(facts.is_employment),
        i32::from(facts.is_heading),
        facts.label,
        flag(|line| line.bold),
        flag(|line| line.list_item),
        flag(|line| line.gap_above),
        number(length).min(200),
        facts.size,
        i32::from(facts.is_capitals) + 2 * i32::from(facts.ends_in_stop),
    ]
}

/// Returns the best scores of pieces within a number of lines.
fn best_near(lines: &Lines<'_>, date: &Dated, distance: usize) -> [i32; CLASSES] {
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

/// Where a piece is: its lines below the date, whether it is before the date, and its index in the line.
pub(super) type Slot = (isize, bool, usize);

/// Returns the slot of a piece near a date.
pub(super) fn slot(piece: &Piece<'_>, date: &Dated) -> Slot {
    let below = isize::try_from(piece.line).unwrap_or(0) - isize::try_from(date.line).unwrap_or(0);
    let is_before = below == 0 && piece.span.end <= date.range.span.start;
    (below, is_before, piece.order)
}

impl<'a> Around<'a> {
    /// Looks at a date and its peers.
    pub(super) fn of(lines: &'a Lines<'_>, index: usize, ruled: Ruled<'a>) -> Option<Self> {
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
