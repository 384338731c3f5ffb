//! Finds positions without dates by the lines that begin them: a title and an employer, on one line or on two.

use std::collections::BTreeSet;

use shortlist_domain::Position;

use super::{NEAR_LINES, Search, title_and_employer};
use crate::resume::clauses::begins_with_employment;
use crate::resume::dates::find_single_dates;
use crate::resume::experience::is_head_line;
use crate::resume::headings::exact_kind;
use crate::resume::labels::{Field, labelled};
use crate::resume::page::{Page, without_bullet};
use crate::resume::phrases::{MAX_PHRASE_CHARS, Nature, phrases};

/// Words before an employer that say that a position lasts.
const PRESENT: [&str; 4] = ["present", "presently", "current", "currently"];
/// The title and the employer that a line names.
type Head = (Option<String>, Option<String>);

/// The number of lines with a title and a name from which they are entries.
const MIN_PAIRS: usize = 2;

impl Search<'_> {
    /// Returns the positions of lines with a title and an employer, or of a line with a title next to one with an employer.
    pub(super) fn heads(&self) -> Vec<Position> {
        let mut found = Vec::new();
        let mut line = self.lines.start;
        let pairs = self.lines.clone().filter_map(|line| self.pair(line));
        let has_pairs = pairs.take(MIN_PAIRS).count() == MIN_PAIRS;
        let heads: Vec<Head> = self.lines.clone().map(|line| self.head(line)).collect();
        let head = |line: usize| {
            heads
                .get(line - self.lines.start)
                .cloned()
                .unwrap_or_default()
        };
        while line < self.lines.end {
            let next = line + 1;
            let pair = has_pairs.then(|| self.pair(line)).flatten();
            let pair = pair.or_else(|| self.with_place_between(line));
            let own = pair.map_or_else(|| head(line), |(title, name)| (Some(title), Some(name)));
            let position = match (own, head(next)) {
                ((Some(title), Some(organization)), _) => Some((title, organization, line)),
                ((Some(title), None), (None, Some(organization)))
                | ((None, Some(organization)), (Some(title), None)) => {
                    Some((title, organization, next))
                }
                _ => None,
            };
            if let Some((title, organization, last)) = position {
                found.push(Position {
                    title: Some(title),
                    organization: Some(organization),
                    current: without_present(self.page.line(line)).1,
                    ..self.position(line..last + 1)
                });
                line = last;
            }
            line += 1;
        }
        found
    }

    /// Returns the positions of lines with a title and an employer that look like the lines with the dates of other entries.
    pub(super) fn heads_between(&self) -> Vec<Position> {
        let look = |line: usize| {
            let line = self.page.lines.get(line)?;
            Some((line.heading, line.bold || line.heading, line.size.to_bits()))
        };
        let above = self.dated.iter().filter_map(|line| line.checked_sub(1));
        let heads = above.filter(|line| self.placed_pair(*line).is_some());
        let lines = self.dated.iter().copied().chain(heads);
        let looks: BTreeSet<_> = lines.map(look).collect();
        let mut found = Vec::new();
        for line in self.lines.clone() {
            let first = line.saturating_sub(NEAR_LINES).max(self.lines.start);
            let own = self.has_date(line..line + NEAR_LINES + 1);
            let is_begun = !own && self.begins_below_text(line);
            if own || self.has_date(first..line) && !is_begun {
                continue;
            }
            let is_head = looks.contains(&look(line))
                && is_head_line(self.page, line)
                && !self.page.line(line).contains([':', '\t']);
            // In an item of a list, a title before a place may be a task.
            let is_item = self.page.lines.get(line).is_none_or(|line| line.list_item);
            let begins_with_name = |(title, _): &(String, String)| {
                let (words, _) = without_present(self.page.line(line));
                !words.starts_with(title.as_str())
            };
            let placed = self.with_place_between(line);
            let placed = placed.filter(|found| !is_item || begins_with_name(found));
            let placed = placed.or_else(|| self.placed_pair(line).filter(|_| is_begun && is_head));
            let is_described = || {
                is_head_line(self.page, line)
                    && matches!(labelled(self.page.line(line + 1)), Some((Field::Aside, _)))
            };
            if !(is_head || placed.is_some() || is_described()) {
                continue;
            }
            let head = placed.map(|(title, name)| (Some(title), Some(name)));
            if let (Some(title), Some(organization)) = head.unwrap_or_else(|| self.head(line)) {
                found.push(Position {
                    title: Some(title),
                    organization: Some(organization),
                    current: without_present(self.page.line(line)).1,
                    ..self.position(line..line + 1)
                });
            }
        }
        found
    }

    /// Returns whether a line with a title, a name and a place is below the text about a dated entry that begins with such a line, too.
    fn begins_below_text(&self, line: usize) -> bool {
        let text = line
            .checked_sub(1)
            .map_or("", |above| self.page.line(above));
        let dated = line.checked_sub(NEAR_LINES);
        let head = line.checked_sub(NEAR_LINES + 1);
        text.ends_with('.')
            && dated.is_some_and(|dated| self.has_date(dated..dated + 1))
            && head.is_some_and(|head| self.placed_pair(head).is_some())
            && self.placed_pair(line).is_some()
    }

    /// Returns the title and the name in a line that also has a place after them: `Data Analyst, Blue Sky, Graz`.
    fn placed_pair(&self, line: usize) -> Option<(String, String)> {
        let words = self.page.line(line);
        if words.len() > MAX_PHRASE_CHARS || !is_head_line(self.page, line) {
            return None;
        }
        let found = phrases(words);
        let [title, name, place] = found.as_slice() else {
            return None;
        };
        let is_name = matches!(name.nature, Nature::Unknown | Nature::Organization);
        let is_pair = title.nature == Nature::Title && is_name && place.nature == Nature::Place;
        is_pair.then(|| (title.text.to_owned(), name.text.to_owned()))
    }

    /// Returns the title and the other phrase of a bold line that consists of two: `Data Analyst, Blue Sky`.
    fn pair(&self, line: usize) -> Option<(String, String)> {
        let words = self.page.line(line);
        let is_bold = self.page.lines.get(line)?.bold;
        let is_head = is_head_line(self.page, line) && (is_bold || begins_entry(self.page, line));
        if !is_head || !find_single_dates(words, 0).is_empty() {
            return None;
        }
        let found = phrases(words);
        let [first, second] = found.as_slice() else {
            return None;
        };
        let is_name = |nature| matches!(nature, Nature::Unknown | Nature::Organization);
        let (title, name) = match (first.nature, second.nature) {
            (Nature::Title, nature) if is_name(nature) => (first.text, second.text),
            (nature, Nature::Title) if is_name(nature) => (second.text, first.text),
            _ => return None,
        };
        Some((title.to_owned(), name.to_owned()))
    }

    /// Returns the title and the name in a line with a place in brackets between them: `Blue Sky (Graz) Data Analyst`.
    fn with_place_between(&self, line: usize) -> Option<(String, String)> {
        let (words, _) = without_present(self.page.line(line));
        if words.len() > MAX_PHRASE_CHARS || !words.contains('(') {
            return None;
        }
        let found = phrases(words);
        let [first, place @ .., last] = found.as_slice() else {
            return None;
        };
        let is_placed = !place.is_empty() && place.iter().all(|it| it.nature == Nature::Place);
        let is_name = |nature| matches!(nature, Nature::Unknown | Nature::Organization);
        let (title, name) = match (first.nature, last.nature) {
            (Nature::Title, nature) if is_name(nature) => (first.text, last.text),
            (nature, Nature::Title) if is_name(nature) => (last.text, first.text),
            _ => return None,
        };
        is_placed.then(|| (title.to_owned(), name.to_owned()))
    }

    /// Returns the title and the employer in a short line that may be the head of an entry.
    fn head(&self, line: usize) -> Head {
        let words = without_bullet(self.page.line(line));
        let is_sentence = words.ends_with('.') && !is_head_line(self.page, line);
        if words.len() > MAX_PHRASE_CHARS || is_sentence || labelled(words).is_some() {
            return (None, None);
        }
        // A sentence that is no entry by the rules of sentences is no entry by its words alone.
        if !find_single_dates(words, 0).is_empty() || begins_with_employment(words) {
            return (None, None);
        }
        let is_plain = is_head_line(self.page, line);
        let found = phrases(words);
        let (title, organization) = title_and_employer(&found);
        // A list item can be a head only if it says everything.
        if !is_plain && (title.is_none() || organization.is_none()) {
            return (None, None);
        }
        (
            title.map(ToOwned::to_owned),
            organization.map(ToOwned::to_owned),
        )
    }
}

/// Returns a line without its bullet and a word for the present before a name, and whether there is one: `- present Acme`.
fn without_present(line: &str) -> (&str, bool) {
    let words = without_bullet(line);
    match words.split_once(' ') {
        Some((first, name)) if name.starts_with(char::is_uppercase) => {
            let is_present = PRESENT.contains(&first.to_lowercase().as_str());
            (if is_present { name } else { words }, is_present)
        }
        _ => (words, false),
    }
}

/// Returns whether a line is below a heading or the end of the text above, and text about an entry is below it.
fn begins_entry(page: &Page<'_>, line: usize) -> bool {
    let below = page.line(line + 1);
    let is_described = below.ends_with(['.', ',', ':']) || below.contains(": ");
    let above = line.checked_sub(1).map_or("", |above| page.line(above));
    let is_ended = above.ends_with(['.', ':']) || exact_kind(above).is_some();
    is_described && is_ended
}
