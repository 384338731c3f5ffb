//! Finds tables and lists of skills without a known heading, by the labels of their rows.

use std::ops::Range;

use shortlist_domain::SectionKind;
use shortlist_vocabulary::find_language;

use super::dates::find_ranges;
use super::headings::exact_kind;
use super::page::{Page, without_bullet};
use super::skills::heads_like_group;

/// The minimum number of rows.
const MIN_ROWS: usize = 3;
/// The maximum distance in lines between two rows. A row may wrap, and a paragraph may separate two rows.
const MAX_DISTANCE: usize = 2;
/// The maximum length of a label, in bytes.
const MAX_LABEL_BYTES: usize = 40;

/// Returns the lines of each list of skills in sections of other kinds. `kinds` are the sections of the lines.
///
/// Several rows begin a section, which the next heading ends, because other rows of it may have unknown labels. One row is
/// the whole list.
pub(super) fn lists(page: &Page<'_>, kinds: &[SectionKind]) -> Vec<Range<usize>> {
    let may_list = |kind: SectionKind| {
        matches!(
            kind,
            SectionKind::Contact
                | SectionKind::Summary
                | SectionKind::Education
                | SectionKind::Certificates
                | SectionKind::Other
        )
    };
    let mut opens = Opening::default();
    let lines = page.numbered().zip(kinds);
    let rows = lines.filter(|((_, _, words), kind)| {
        let opens = opens.is_before_dates(words, **kind);
        (may_list(**kind) || opens) && is_row(words)
    });
    let rows: Vec<usize> = rows.map(|((number, _, _), _)| number).collect();
    let continues = |above: &usize, below: &usize| {
        below - above <= MAX_DISTANCE && kinds.get(*above) == kinds.get(*below)
    };
    let lists = rows.chunk_by(continues);
    let is_position = |row: &usize| kinds.get(*row) == Some(&SectionKind::Experience);
    let named = |row: &usize| !is_position(row) && names_skills(page.line(*row));
    let lists = lists.filter(|rows| rows.len() >= MIN_ROWS || rows.iter().any(named));
    let lines = lists.filter_map(|rows| {
        let (first, last) = (*rows.first()?, *rows.last()?);
        let begins_section = rows.len() >= MIN_ROWS;
        let end = if begins_section {
            page.lines.len()
        } else {
            end_of_row(page, last)
        };
        Some(first..end)
    });
    lines.collect()
}

/// Returns the line after a row and the lines that it wraps onto.
fn end_of_row(page: &Page<'_>, row: usize) -> usize {
    let wraps = |next: &usize| {
        let open = page
            .line(next - 1)
            .trim_end()
            .ends_with([',', ';', '/', '&']);
        let below = page.line(*next);
        open || below.trim_start().starts_with(char::is_lowercase)
    };
    let wrapped = (row + 1..page.lines.len()).take_while(wraps);
    row + 1 + wrapped.count()
}

/// Follows where a section of positions has not reached its first dates: a summary of the experience above them.
#[derive(Debug, Default)]
struct Opening {
    kind: Option<SectionKind>,
    dated: bool,
}

impl Opening {
    /// Takes the next line, and returns whether it is in such a section, which has no dates so far.
    fn is_before_dates(&mut self, words: &str, kind: SectionKind) -> bool {
        if self.kind.replace(kind) != Some(kind) {
            self.dated = false;
        }
        if kind != SectionKind::Experience {
            return false;
        }
        self.dated = self.dated || !find_ranges(words, 0).is_empty();
        !self.dated
    }
}

/// Returns whether a line is a subject of skills and a value: `Operating systems: Solaris`.
fn is_row(words: &str) -> bool {
    let words = without_bullet(words);
    let Some(at) = words.find([':', '：', '\t']) else {
        return false;
    };
    let Some((label, value)) = words.split_at_checked(at) else {
        return false;
    };
    let value = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    let names_language = |word: &str| find_language(word).is_some();
    let is_contact = value.contains('@') || value.starts_with(|c: char| c.is_ascii_digit());
    let mut words = value.split(|c: char| !c.is_alphanumeric());
    label.len() <= MAX_LABEL_BYTES
        && !value.is_empty()
        && !is_contact
        && heads_like_group(label)
        && !words.any(names_language)
}

/// Returns whether a row calls its values skills and lists several: `Workday skills: EIB, Report Writer, Studio`.
fn names_skills(words: &str) -> bool {
    let Some((label, values)) = without_bullet(words).split_once([':', '\t']) else {
        return false;
    };
    let last = label.rsplit(' ').next().unwrap_or(label);
    exact_kind(last) == Some(SectionKind::Skills)
        && values.matches([',', ';']).count() + 1 >= MIN_ROWS
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::{names, understood};

    /// Returns the skills of a summary with these lines.
    fn in_summary(lines: &str) -> Vec<String> {
        let text = format!(
            "#Grace Example\ngrace@example.org\n\n#Summary\nBuilds servers.\n{lines}\n\n#Education\nBSc, 2008\n"
        );
        let resume = understood(&text);
        names(&resume).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn labels_of_skills_need_no_heading() {
        let rows = "Languages: Erlang, Flurble\nOperating systems\tSolaris\nDatabases: PostgreSQL";
        assert_eq!(
            in_summary(rows),
            ["Erlang", "Flurble", "Solaris", "PostgreSQL"]
        );
    }

    #[test]
    fn a_row_that_names_skills_is_a_list() {
        let row = "Workday skills: Flurble, Blurgle,\nReport Wrangler\nLives in Graz.";
        assert_eq!(in_summary(row), ["Flurble", "Blurgle", "Report Wrangler"]);
    }

    #[test]
    fn rows_above_the_first_position_are_skills() {
        let rows =
            "Programming languages: Erlang, Flurble\nDatabases: PostgreSQL\nFrameworks: Blurgle";
        let text = |rows: &str, job: &str| {
            format!(
                "#Grace Example\ngrace@example.org\n\n#Experience summary\n{rows}\n\n#Experience\n{job}\n"
            )
        };
        let job = "Clerk, Acme Ltd.\tMar 2015 – Jun 2018";
        let above = understood(&text(rows, job));
        assert_eq!(
            names(&above),
            ["Erlang", "Flurble", "PostgreSQL", "Blurgle"]
        );
        assert_eq!(above.positions.len(), 1);
        let within = understood(&text("", &format!("{job}\n{rows}")));
        assert!(!names(&within).contains(&"Flurble"));
    }

    #[test]
    fn a_few_labels_are_no_list_of_skills() {
        let few = in_summary("Languages: Erlang, Flurble\nDatabases: PostgreSQL");
        assert!(!few.contains(&"Flurble".to_owned()), "{few:?}");
        let contacts = "Mobile: 202 555 0142\nOffice: 202 555 0143\nOther: flurble@example.org";
        assert_eq!(in_summary(contacts), Vec::<String>::new());
    }
}
