//! Finds degrees and schools.

mod degree;
mod end;
mod near;
mod own;
mod school;
mod several;
mod table;

use std::collections::HashSet;

use shortlist_domain::{EducationEntry, EducationLevel, PartialDate, SectionKind, Span};
use shortlist_vocabulary::{DegreeMatch, read_field};

use super::confidence::of_degree;
use super::dates::find_single_dates;
use super::page::{Page, without_bullet};
use super::sections::LineKind;
use super::words::EducationWords;
pub(super) use degree::real_degree;
use end::{is_in_progress, last_date};
use near::{near_lines, whole_line};
use own::{is_alone, is_own};
pub(super) use school::names_school;
use school::{
    is_name_with, likely_school, name_with_date, named_school, phrase_around, school_after_from,
};
use table::{Row, rows_of_tables};

/// The maximum number of lines from the start of a section that show whether schools are above their degrees.
const MAX_LINES_ABOVE: usize = 60;
/// The maximum number of lines between a degree and the date above it.
const MAX_DATE_DISTANCE: usize = 2;
/// The maximum length of the name of a course with its date, in bytes.
const MAX_COURSE_BYTES: usize = 100;
/// The maximum length of a line. A longer one is prose.
const MAX_LINE_CHARS: usize = 300;

/// Returns the degrees of education sections and tables, and whole entries in sections near them. If there are none, it returns the
/// degrees in other sections.
pub(super) fn find_education(page: &Page<'_>, kinds: &[LineKind]) -> Vec<EducationEntry> {
    let rows = rows_of_tables(page, kinds);
    let mut found = outside_tables(page, kinds, &rows);
    let in_tables = rows.iter().filter_map(|row| row.entry.clone());
    found.extend(in_tables);
    found.sort_by_key(|entry| entry.span.start);
    found
}

/// Returns the degrees that are not in tables.
fn outside_tables(page: &Page<'_>, kinds: &[LineKind], rows: &[Row]) -> Vec<EducationEntry> {
    let search = Search { page, kinds, rows };
    let in_kinds = |wanted: &[SectionKind]| search.in_kinds(wanted);
    let found = in_kinds(&[SectionKind::Education]);
    let is_in_table = rows.iter().any(|row| row.entry.is_some());
    let beyond_school = |entry: &EducationEntry| entry.level > Some(EducationLevel::School);
    if is_in_table || found.iter().any(beyond_school) {
        let other = in_kinds(&[
            SectionKind::Other,
            SectionKind::Certificates,
            SectionKind::Skills,
        ]);
        let year = |it: &EducationEntry| (it.level, it.end.map(|end| end.year));
        let in_rows = rows.iter().filter_map(|row| row.entry.as_ref());
        let known: HashSet<_> = found.iter().chain(in_rows).map(year).collect();
        let is_new = |it: &EducationEntry| {
            let is_whole = it.institution.as_deref().is_some_and(names_school) && it.end.is_some();
            is_whole && is_own(page, it) && !known.contains(&year(it))
        };
        return found
            .into_iter()
            .chain(other.into_iter().filter(is_new))
            .collect();
    }
    let near = in_kinds(&[
        SectionKind::Other,
        SectionKind::Personal,
        SectionKind::Certificates,
        SectionKind::Summary,
        SectionKind::Contact,
    ]);
    if near.iter().any(beyond_school) || (!near.is_empty() && found.is_empty()) {
        return found.into_iter().chain(near).collect();
    }
    let far = in_kinds(&[
        SectionKind::Experience,
        SectionKind::Projects,
        SectionKind::Skills,
        SectionKind::Awards,
        SectionKind::Languages,
        SectionKind::Interests,
    ]);
    let far = far.into_iter().filter(beyond_school);
    found.into_iter().chain(far).collect()
}

/// A search for degrees in the lines of some sections.
struct Search<'a> {
    page: &'a Page<'a>,
    kinds: &'a [LineKind],
    /// The lines of tables, which are read otherwise.
    rows: &'a [Row],
}

impl Search<'_> {
    fn in_kinds(&self, wanted: &[SectionKind]) -> Vec<EducationEntry> {
        let mut entries = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            if !wanted.contains(&kind.kind) || self.is_in_table(number) {
                continue;
            }
            let words = self.page.text.get(kind.body.start..kind.body.end);
            let several = words.and_then(|words| self.several_degrees(number, words));
            if let Some(several) = several {
                entries.extend(several);
                continue;
            }
            let Some(words) = words.filter(|it| (1..=MAX_LINE_CHARS).contains(&it.len())) else {
                continue;
            };
            let degree = real_degree(words).filter(|_| degree_in(self.page, number).is_some());
            if let Some(found) = degree {
                entries.push(entry(self.page, self.kinds, number, words, found));
            } else if let Some(entry) = degree_on_two_lines(self.page, self.kinds, number, wanted) {
                entries.push(entry);
            } else if kind.kind == SectionKind::Education
                && let Some(entry) = self.without_degree(number, kind, words)
            {
                entries.push(entry);
            }
        }
        without_repeated_schools(entries)
    }

    fn is_in_table(&self, number: usize) -> bool {
        let found = self.rows.binary_search_by_key(&number, |row| row.line);
        found.is_ok()
    }

    /// Returns the entry of a line that names a school and a date, but no degree.
    fn without_degree(
        &self,
        number: usize,
        kind: &LineKind,
        words: &str,
    ) -> Option<EducationEntry> {
        let is_part = is_affiliation(words) || self.continues_degree(number);
        let school = named_school(words).filter(|_| !is_part)?;
        let line = self.page.lines.get(number)?;
        let own = last_date(words);
        let (dated, end) = match own {
            Some(end) => (words, end),
            None => self.date_near(number)?,
        };
        // In a list, only `… from Example College in 2011` or a date in its own cell is certainly about a degree.
        let is_dated = own.is_some() && (words.contains(" from ") || words.contains('\t'));
        let is_item = line.list_item && !is_dated;
        let begins = school.starts_with(char::is_uppercase) && !is_item;
        begins.then(|| EducationEntry {
            degree: String::new(),
            confidence: of_degree(true, true, true),
            field: None,
            institution: Some(school),
            level: None,
            end: Some(end),
            in_progress: is_in_progress(dated),
            span: kind.body,
        })
    }

    /// Returns whether a line is the rest of an item of a list that names a degree.
    fn continues_degree(&self, number: usize) -> bool {
        let above = number.checked_sub(1);
        let item = above.and_then(|above| self.page.lines.get(above));
        let line = self.page.lines.get(number);
        let is_rest = line.zip(item).is_some_and(|(line, item)| {
            item.list_item && !line.list_item && !line.gap_above && item.block == line.block
        });
        is_rest && above.is_some_and(|above| degree_in(self.page, above).is_some())
    }

    /// Returns the line below or above a school that names an unknown course, and its date.
    fn date_near(&self, number: usize) -> Option<(&str, PartialDate)> {
        let block = self.page.lines.get(number)?.block;
        let is_course = |line: &usize| {
            let words = self.page.line(*line);
            let found = self.page.lines.get(*line);
            let kind = self.kinds.get(*line).map(|it| it.kind);
            found.is_some_and(|line| line.block == block && !line.list_item)
                && kind == Some(SectionKind::Education)
                && words.len() <= MAX_COURSE_BYTES
                && named_school(words).is_none()
                && degree_in(self.page, *line).is_none()
        };
        let mut near = [number.checked_add(1), number.checked_sub(1)];
        if dates_lead(self.page, self.kinds, number) {
            near.reverse();
        }
        let lines = near.into_iter().flatten().filter(is_course);
        let mut lines = lines.map(|line| self.page.line(line));
        lines.find_map(|words| Some((words, last_date(words)?)))
    }
}

/// Leaves out entries without a degree whose school another entry names.
fn without_repeated_schools(entries: Vec<EducationEntry>) -> Vec<EducationEntry> {
    let with_degree = entries.iter().filter(|entry| !entry.degree.is_empty());
    let known: HashSet<String> = with_degree
        .filter_map(|entry| entry.institution.clone())
        .collect();
    let mut others = HashSet::new();
    let mut is_new = |entry: &EducationEntry| {
        let is_named = |school: &String| known.contains(school);
        let is_repeated = entry.institution.as_ref().is_some_and(is_named);
        !entry.degree.is_empty()
            || !is_repeated && others.insert((entry.institution.clone(), entry.end))
    };
    entries.into_iter().filter(|it| is_new(it)).collect()
}

/// Returns the degree on a line. `Example High School` next to another degree is only the name of a school.
fn degree_in(page: &Page<'_>, number: usize) -> Option<DegreeMatch> {
    let is_name =
        |number: usize, found: &DegreeMatch| own_school(page.line(number), found).is_some();
    let is_degree = |number: usize| {
        let found = real_degree(page.line(number));
        found.is_some_and(|found| !is_name(number, &found))
    };
    let found = real_degree(page.line(number))?;
    let near = || {
        [number.checked_sub(1), number.checked_add(1)]
            .into_iter()
            .flatten()
    };
    let is_school = is_name(number, &found) && near().any(is_degree);
    (!is_school).then_some(found)
}

/// Returns the name of the school that a match is a part of: `Example High School` for `High School`.
fn own_school<'a>(words: &'a str, found: &DegreeMatch) -> Option<&'a str> {
    let school = phrase_around(words, &found.name)?;
    let is_kind = found.level == EducationLevel::School || names_school(&found.name);
    (is_kind && is_name_with(school, &found.name)).then_some(school)
}

/// Returns a degree that begins on one line and ends on the next: `Bachelor of` / `Science`.
fn degree_on_two_lines(
    page: &Page<'_>,
    kinds: &[LineKind],
    number: usize,
    wanted: &[SectionKind],
) -> Option<EducationEntry> {
    let kind = kinds.get(number)?;
    let next = kinds
        .get(number + 1)
        .filter(|next| wanted.contains(&next.kind))?;
    let words = page.text.get(kind.body.start..kind.body.end)?;
    let text = page
        .text
        .get(kind.body.start..next.body.end)
        .filter(|text| text.len() <= MAX_LINE_CHARS)?;
    let found = real_degree(text)?;
    (found.span.start < words.len() && found.span.end > words.len())
        .then(|| entry(page, kinds, number, text, found))
}

fn entry(
    page: &Page<'_>,
    kinds: &[LineKind],
    number: usize,
    words: &str,
    found: DegreeMatch,
) -> EducationEntry {
    let begins = kinds.get(number).map_or(0, |kind| kind.body.start);
    let after = words.get(found.span.end..).unwrap_or("");
    let near = near_lines(page, kinds, number, schools_lead(page, kinds, number));
    let near: Vec<&str> = near.iter().map(AsRef::as_ref).collect();
    let above = if dates_lead(page, kinds, number) {
        lines_above(page, number)
    } else {
        Vec::new()
    };
    let last = number + words.matches('\n').count();
    let whole_after = whole_line(page, last, after);
    let after_school = whole_after.as_deref().unwrap_or(after);
    let without_degree = [words.get(..found.span.start).unwrap_or(""), after_school];
    let own = without_degree.into_iter().find_map(named_school);
    let own = own.or_else(|| own_school(words, &found).map(ToOwned::to_owned));
    let line_above = number.checked_sub(1).map_or("", |above| page.line(above));
    let is_of_other = |line: &&str| {
        own.is_some() && *line == line_above && names_course_and_school(line, own.as_deref())
    };
    // A date next to another school is the date of that school.
    let dated = std::iter::once(words)
        .chain(above)
        .chain(near.iter().copied().filter(|line| !is_of_other(line)))
        .find(|line| !find_single_dates(line, 0).is_empty())
        .unwrap_or("");
    let end = last_date(dated);
    let likely = || without_degree.into_iter().find_map(likely_school);
    let near_school = || {
        let named = near.iter().copied().find_map(named_school);
        named
            .or_else(|| near.iter().copied().find_map(name_with_date))
            .or_else(|| near.iter().copied().find_map(school_after_from))
    };
    let own = own.or_else(likely);
    let has_own = own.is_some();
    let institution = own.or_else(near_school);
    EducationEntry {
        field: read_field(after).or_else(|| near.iter().copied().find_map(labelled_field)),
        confidence: of_degree(
            has_own,
            institution.is_some(),
            end.is_some() || is_alone(kinds.get(number), words, &found),
        ),
        institution,
        level: Some(found.level),
        end,
        in_progress: is_in_progress(words) || is_in_progress(dated),
        span: Span::new(begins + found.span.start, begins + found.span.end),
        degree: found.name,
    }
}

/// Returns whether a line names a course and then its school, which is not the given one: `Data Science Programme, Example Institute`.
fn names_course_and_school(line: &str, own: Option<&str>) -> bool {
    let Some(school) = named_school(line).filter(|school| Some(school.as_str()) != own) else {
        return false;
    };
    let course = line
        .split_once(school.as_str())
        .map_or("", |(before, _)| before);
    course.split_whitespace().count() > 1 && course.trim_end().ends_with([',', '-', '–', '|', '@'])
}

/// Returns the field of study after its label: `Major: Accounting`.
fn labelled_field(line: &str) -> Option<String> {
    let (label, value) = without_bullet(line).split_once([':', '：'])?;
    let labels = &EducationWords::get().field_labels;
    let is_label = labels.contains(&label.trim().to_lowercase());
    read_field(value).filter(|_| is_label)
}

/// Returns whether a line only says to which university the college before it belongs: `Affiliated to Example University`.
fn is_affiliation(words: &str) -> bool {
    let first = without_bullet(words).trim_start_matches('(');
    let first = first.split(' ').next().unwrap_or("");
    EducationWords::get()
        .affiliations
        .contains(&first.to_lowercase())
}

/// Returns whether the section of a line names a school before its first degree, so each school is above its degree.
fn schools_lead(page: &Page<'_>, kinds: &[LineKind], number: usize) -> bool {
    let mut lines = lines_of_section(page, kinds, number);
    lines.find_map(|words| {
        let has_degree = names_degree(words);
        (has_degree || named_school(words).is_some()).then_some(!has_degree)
    }) == Some(true)
}

/// Returns whether the section of a line begins with a date alone, so each date is above its degree.
fn dates_lead(page: &Page<'_>, kinds: &[LineKind], number: usize) -> bool {
    let mut lines = lines_of_section(page, kinds, number);
    lines.find_map(|words| {
        let is_other = names_degree(words) || named_school(words).is_some();
        let is_dated = !find_single_dates(words, 0).is_empty();
        (is_other || is_dated).then_some(!is_other)
    }) == Some(true)
}

/// Returns the lines of a section before one of its lines.
fn lines_of_section<'a>(
    page: &Page<'a>,
    kinds: &[LineKind],
    number: usize,
) -> impl Iterator<Item = &'a str> {
    let section = kinds.get(number).map(|kind| kind.section);
    let lines = kinds.get(..number).unwrap_or_default().iter().rev();
    let count = lines
        .take(MAX_LINES_ABOVE)
        .take_while(|kind| Some(kind.section) == section)
        .filter(|kind| kind.body.start < kind.body.end)
        .count();
    (number - count..number).map(|line| page.line(line))
}

fn names_degree(words: &str) -> bool {
    real_degree(words).is_some_and(|found| own_school(words, &found).is_none())
}

/// Returns the two lines above a degree, the nearest first, up to another degree.
fn lines_above<'a>(page: &Page<'a>, number: usize) -> Vec<&'a str> {
    let lines = (1..=MAX_DATE_DISTANCE).map_while(|distance| number.checked_sub(distance));
    let lines = lines.take_while(|line| degree_in(page, *line).is_none());
    lines.map(|line| page.line(line)).collect()
}

#[cfg(test)]
mod tests;
