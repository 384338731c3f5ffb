//! Finds positions without dates: forms, sentences such as `Worked as … with …`, and lines with a title and an employer.

use std::ops::Range;

use shortlist_domain::{Position, Span};

use super::clauses::begins_with_employment;
use super::dates::{find_ranges, find_single_dates};
use super::experience::is_head_line;
use super::forms::{MAX_FORM_LINES, with_place};
use super::labels::{Field, labelled};
use super::page::{Page, without_bullet};
use super::paragraphs::sentence_from;
use super::phrases::{MAX_PHRASE_CHARS, Nature, Phrase, names_organization, phrases};

/// The maximum number of positions without dates in a section.
const MAX_POSITIONS: usize = 20;
/// The number of bold lines with a title and a name from which they are entries.
const MIN_PAIRS: usize = 2;
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
    found.extend(search.sentences());
    if found.is_empty() && dated.is_empty() {
        found = search.heads();
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
        Some(with_place(Position {
            organization: Some(value(Field::Organization)?),
            title: value(Field::Title).or_else(above),
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

    fn sentence(&self, line: usize) -> Option<Position> {
        let paragraph = sentence_from(self.page, line, self.lines.end);
        let near = line.saturating_sub(1).max(self.lines.start)..paragraph.lines.end + 1;
        if self.has_date(near) || !find_ranges(&paragraph.text, 0).is_empty() {
            return None;
        }
        let found = phrases(without_bullet(&paragraph.text));
        let (title, organization) = title_and_employer(&found);
        let organization = organization?;
        let is_tool = paragraph.text.contains(&format!(" in {organization}"));
        let is_certain = names_organization(organization) || title.is_some() && !is_tool;
        is_certain.then(|| Position {
            title: title.map(ToOwned::to_owned),
            organization: Some(organization.to_owned()),
            ..self.position(paragraph.lines.clone())
        })
    }

    /// Returns the positions of lines with a title and an employer, or of a line with a title next to one with an employer.
    fn heads(&self) -> Vec<Position> {
        let mut found = Vec::new();
        let mut line = self.lines.start;
        let pairs = self.lines.clone().filter_map(|line| self.pair(line));
        let has_pairs = pairs.take(MIN_PAIRS).count() == MIN_PAIRS;
        while line < self.lines.end {
            let next = line + 1;
            let pair = self.pair(line).filter(|_| has_pairs);
            let own = pair.map_or_else(
                || self.head(line),
                |(title, name)| (Some(title), Some(name)),
            );
            let below = match next < self.lines.end {
                true => self.head(next),
                false => (None, None),
            };
            let position = match (own, below) {
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
                    ..self.position(line..last + 1)
                });
                line = last;
            }
            line += 1;
        }
        found
    }

    /// Returns the title and the other phrase of a bold line that consists of two: `Data Analyst, Blue Sky`.
    fn pair(&self, line: usize) -> Option<(String, String)> {
        let words = self.page.line(line);
        let is_bold = self.page.lines.get(line)?.bold && is_head_line(self.page, line);
        if !is_bold || !find_single_dates(words, 0).is_empty() {
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

    /// Returns the title and the employer in a short line that may be the head of an entry.
    fn head(&self, line: usize) -> (Option<String>, Option<String>) {
        let words = without_bullet(self.page.line(line));
        if words.len() > MAX_PHRASE_CHARS || words.ends_with('.') || labelled(words).is_some() {
            return (None, None);
        }
        if !find_single_dates(words, 0).is_empty() {
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
mod tests {
    use crate::resume::tests::understood;

    /// Returns each position of an experience section as `title | organization`.
    fn positions(entries: &str) -> Vec<String> {
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Work Experience\n{entries}\n\n#Education\nB.Sc. Physics\n"
        ));
        let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
        let positions = resume.positions.iter();
        positions
            .map(|it| format!("{} | {}", or_none(&it.title), or_none(&it.organization)))
            .collect()
    }

    #[test]
    fn entries_without_dates_need_a_title_and_an_employer() {
        let expected = ["Data Analyst | Acme Ltd", "Clerk | Globex Bank"];
        for entries in [
            "Data Analyst, Acme Ltd\n- Wrote reports.\nClerk, Globex Bank\n- Sorted letters.",
            "Acme Ltd\nData Analyst\n- Wrote reports.\n\nGlobex Bank\nClerk\n- Sorted letters.",
            "- Data Analyst at Acme Ltd\n- Clerk at Globex Bank",
            "Data Analyst Acme Ltd\nWrote reports.\nClerk Globex Bank\nSorted letters.",
            "1. Company: Acme Ltd\nTitle: Data Analyst\n\n2. Company: Globex Bank\nTitle: Clerk",
            "- Working as a Data Analyst with Acme Ltd.\n- Worked as a Clerk at Globex Bank.",
        ] {
            assert_eq!(positions(entries), expected, "{entries}");
        }
    }

    #[test]
    fn tasks_are_not_entries() {
        for entries in [
            "- Worked with customers and suppliers.\n- Managed a group of analysts.",
            "Data Analyst, Acme Ltd\t2015 - 2018\n- Worked with Globex Bank as a reviewer of tools.",
        ] {
            let found = positions(entries);
            assert!(
                found.iter().all(|it| it == "Data Analyst | Acme Ltd"),
                "{found:?}"
            );
        }
    }
}
