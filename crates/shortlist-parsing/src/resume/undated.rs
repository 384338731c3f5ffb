//! Finds positions without dates: forms, sentences such as `Worked as … with …`, and lines with a title and an employer.

mod heads;

use std::ops::Range;

use shortlist_domain::{Position, Span};

use super::clauses::{begins_with_employment, is_in_present, names_title_after};
use super::dates::find_ranges;
use super::forms::{MAX_FORM_LINES, with_place};
use super::labels::{Field, labelled};
use super::page::{Page, without_bullet};
use super::paragraphs::sentence_from;
use super::phrases::{MAX_PHRASE_CHARS, Nature, Phrase, is_title, names_organization, phrases};
use super::work_table::TableHead;

/// The maximum number of positions without dates in a section.
const MAX_POSITIONS: usize = 20;
/// The maximum number of words in a title that no list knows.
const MAX_TITLE_WORDS: usize = 8;
/// The maximum number of lines from the employer of an entry to the label of its title.
const MAX_LINES_TO_TITLE: usize = 4;
/// The number of lines before and after a date that belong to its entry.
const NEAR_LINES: usize = 2;

/// Returns the positions without dates in the lines of an experience section. `dated` are the indexes of lines with dates.
pub(super) fn undated_positions(
    page: &Page<'_>,
    lines: Range<usize>,
    dated: &[usize],
) -> Vec<Position> {
    let search = Search { page, lines, dated };
    let mut found = search.forms();
    found.extend(search.rows());
    if found.is_empty() {
        found.extend(search.titles_by_label());
    }
    found.extend(search.sentences());
    if !dated.is_empty() {
        found.extend(search.heads_between());
    } else {
        // Sentences among the tasks of entries are fewer than the heads of the entries.
        let heads = search.heads();
        if heads.len() > found.len() {
            found = heads;
        }
    }
    found.sort_by_key(|position| position.span.start);
    found.truncate(MAX_POSITIONS);
    found
}

struct Search<'a> {
    page: &'a Page<'a>,
    lines: Range<usize>,
    dated: &'a [usize],
}

impl Search<'_> {
    fn has_date(&self, lines: Range<usize>) -> bool {
        let next = self.dated.partition_point(|line| *line < lines.start);
        self.dated.get(next).is_some_and(|line| *line < lines.end)
    }

    /// Returns the positions of labelled lines: `Company: …`, `Title: …`.
    fn forms(&self) -> Vec<Position> {
        let is_employer = |line: &usize| {
            let found = labelled(self.page.line(*line));
            found.is_some_and(|(field, _)| field == Field::Organization)
        };
        let begins: Vec<usize> = self.lines.clone().filter(is_employer).collect();
        let ends = begins.iter().skip(1).copied().chain([self.lines.end]);
        let groups = begins.iter().zip(ends);
        let groups = groups.map(|(begin, end)| *begin..end.min(begin + MAX_FORM_LINES));
        groups
            .filter(|group| !self.has_date(self.with_lines_above(group)))
            .filter_map(|group| self.form(group))
            .collect()
    }

    /// Returns the positions in the rows of tables that name an employer and a title.
    fn rows(&self) -> Vec<Position> {
        let heads = TableHead::find_all(self.page, self.lines.start, self.lines.end);
        let row = |line: usize| {
            let row = TableHead::entry(&heads, self.page, line)?;
            let is_whole = row.organization.is_some() && row.title.is_some();
            let is_dated = self.has_date(line..line + 1);
            (is_whole && !is_dated).then(|| {
                with_place(Position {
                    organization: row.organization,
                    title: row.title,
                    place: row.place,
                    ..self.position(line..line + 1)
                })
            })
        };
        self.lines.clone().filter_map(row).collect()
    }

    /// Returns the positions of lines that name an employer, or anything with a length of time, above a label with the title:
    /// `Acme Ltd [2 years]` / `Role: Clerk`.
    fn titles_by_label(&self) -> Vec<Position> {
        let titled = |line: usize| match labelled(self.page.line(line)) {
            Some((Field::Title, title)) => Some(title),
            _ => None,
        };
        let mut found = Vec::new();
        let mut from = self.lines.start;
        for line in self.lines.clone() {
            let Some(title) = titled(line).filter(|it| (1..=MAX_PHRASE_CHARS).contains(&it.len()))
            else {
                continue;
            };
            let first = line.saturating_sub(MAX_LINES_TO_TITLE).max(from);
            from = line + 1;
            let above = (first..line).rev();
            let named = above.filter_map(|line| Some((line, self.employer_alone(line)?)));
            let Some((above, organization)) = named.take(1).next() else {
                continue;
            };
            if !self.has_date(above.saturating_sub(1)..line + NEAR_LINES) {
                found.push(with_place(Position {
                    title: Some(title.to_owned()),
                    organization: Some(organization),
                    ..self.position(above..line + 1)
                }));
            }
        }
        found
    }

    /// Returns the employer in a line that names nothing else, except a length of time.
    fn employer_alone(&self, line: usize) -> Option<String> {
        let words = self.page.line(line);
        let is_short = words.len() <= MAX_PHRASE_CHARS && labelled(words).is_none();
        let is_item = self.page.lines.get(line)?.list_item;
        let name = words.split('[').next()?.trim();
        let has_duration = name.len() < words.trim_end().len();
        let found = phrases(name);
        let first = found.first()?;
        let is_named =
            first.nature == Nature::Organization || has_duration && first.nature == Nature::Unknown;
        (is_short && !is_item && is_named).then(|| first.text.to_owned())
    }

    fn with_lines_above(&self, group: &Range<usize>) -> Range<usize> {
        let first = group.start.saturating_sub(NEAR_LINES);
        first.max(self.lines.start)..group.end
    }

    fn form(&self, group: Range<usize>) -> Option<Position> {
        let value_in = |lines: Range<usize>, wanted: Field| {
            let mut lines = lines.map(|line| self.page.line(line));
            lines.find_map(|line| {
                let (field, value) = labelled(line)?;
                let fits = (1..=MAX_PHRASE_CHARS).contains(&value.len());
                (field == wanted && fits).then(|| value.to_owned())
            })
        };
        let value = |wanted: Field| value_in(group.clone(), wanted);
        let above = || value_in(self.with_lines_above(&group), Field::Title);
        let title = value(Field::Title).or_else(above);
        let is_sentence =
            |it: &&str| begins_with_employment(it) && it.to_lowercase().contains(" as ");
        let sentence = title.as_deref().filter(is_sentence);
        let in_sentence = sentence.and_then(title_in_sentence);
        Some(with_place(Position {
            organization: Some(value(Field::Organization)?),
            current: sentence.is_some_and(is_in_present),
            title: in_sentence.map(ToOwned::to_owned).or(title),
            place: value(Field::Place),
            ..self.position(group.clone())
        }))
    }

    /// Returns a position with the place of its lines in the text.
    fn position(&self, lines: Range<usize>) -> Position {
        let span = |line: usize| self.page.lines.get(line).map(|line| line.span);
        let (first, last) = (span(lines.start), span(lines.end.saturating_sub(1)));
        let span = first.zip(last);
        Position {
            span: span.map_or(Span::new(0, 0), |(first, last)| {
                Span::new(first.start, last.end.max(first.end))
            }),
            ..Position::default()
        }
    }

    /// Returns the positions of sentences. If the section has dated entries, they must be sentences too.
    fn sentences(&self) -> Vec<Position> {
        let begins = |line: usize| begins_with_employment(without_bullet(self.page.line(line)));
        let mut dated = self.dated.iter();
        let in_sentences = |line: &usize| {
            let first = line.saturating_sub(NEAR_LINES).max(self.lines.start);
            (first..line + NEAR_LINES).any(begins)
        };
        if !self.dated.is_empty() && !dated.any(in_sentences) {
            return Vec::new();
        }
        let lines = self.lines.clone().filter(|line| begins(*line));
        lines.filter_map(|line| self.sentence(line)).collect()
    }

    /// Returns the lines of a sentence, with the lines above and below that are not of another sentence.
    fn around_sentence(&self, lines: &Range<usize>) -> Range<usize> {
        let begins = |line: usize| begins_with_employment(without_bullet(self.page.line(line)));
        let first = lines.start.saturating_sub(1).max(self.lines.start);
        let before = first.saturating_sub(NEAR_LINES).max(self.lines.start)..lines.start;
        let first = if before.into_iter().any(begins) {
            lines.start
        } else {
            first
        };
        let is_next = begins(lines.end);
        first..lines.end + usize::from(!is_next)
    }

    fn sentence(&self, line: usize) -> Option<Position> {
        let paragraph = sentence_from(self.page, line, self.lines.end);
        if self.has_date(self.around_sentence(&paragraph.lines))
            || !find_ranges(&paragraph.text, 0).is_empty()
        {
            return None;
        }
        let found = phrases(without_bullet(&paragraph.text));
        let (title, organization) = title_and_employer(&found);
        let title = title.or_else(|| title_after_as(&paragraph.text));
        let is_certain = match organization {
            Some(name) => {
                let is_tool = paragraph.text.contains(&format!(" in {name}"));
                names_organization(name) || title.is_some() && !is_tool
            }
            None => title.is_some_and(is_title) && names_title_after(&paragraph.text),
        };
        is_certain.then(|| Position {
            title: title.map(ToOwned::to_owned),
            organization: organization.map(ToOwned::to_owned),
            current: is_in_present(&paragraph.text),
            ..self.position(paragraph.lines.clone())
        })
    }
}

/// Returns the title in a sentence: `Presently working with Acme as a Clerk`.
fn title_in_sentence(text: &str) -> Option<&str> {
    let (title, _) = title_and_employer(&phrases(text));
    title.or_else(|| title_after_as(text))
}

/// Returns the words after `as a`, which are a title although no list knows them.
fn title_after_as(text: &str) -> Option<&str> {
    let (_, after) = text
        .split_once(" as a ")
        .or_else(|| text.split_once(" as an "))?;
    let title = after.split(['.', ',', ';', '(']).next()?.trim();
    let is_short = (1..=MAX_TITLE_WORDS).contains(&title.split_whitespace().count());
    is_short.then_some(title)
}

/// Returns the first phrases that are certainly a title and an employer.
fn title_and_employer<'a>(found: &[Phrase<'a>]) -> (Option<&'a str>, Option<&'a str>) {
    let first = |nature: Nature| {
        let is_name = |phrase: &&Phrase<'a>| {
            phrase.nature == nature && !phrase.text.starts_with(char::is_lowercase)
        };
        found.iter().find(is_name).map(|phrase| phrase.text)
    };
    (first(Nature::Title), first(Nature::Organization))
}

#[cfg(test)]
mod tests;
