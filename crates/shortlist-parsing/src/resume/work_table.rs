//! Reads tables of positions: rows below a line with the names of the columns.

use shortlist_domain::Position;

use super::dates::find_ranges;
use super::labels::{Field, field_of};
use super::page::{Page, without_bullet};
use super::phrases::MAX_PHRASE_CHARS;

/// The maximum number of columns.
const MAX_COLUMNS: usize = 10;
/// The maximum number of lines from the names of the columns to a row.
const MAX_ROWS: usize = 30;

/// A line that names the columns of a table of positions.
#[derive(Debug)]
pub(super) struct TableHead {
    line: usize,
    columns: Vec<Option<Field>>,
}

impl TableHead {
    /// Returns the names of columns in the lines of a section.
    pub(super) fn find_all(page: &Page<'_>, from: usize, to: usize) -> Vec<Self> {
        let found = (from..to).filter_map(|line| {
            let columns = columns_of(page.line(line))?;
            Some(Self { line, columns })
        });
        found.collect()
    }

    /// Returns whether a line names the columns of a table of positions.
    pub(super) fn is_head(words: &str) -> bool {
        columns_of(words).is_some()
    }

    /// Returns whether cells are a row whose last cells are empty: the date is in the column of dates.
    fn is_cut_row(&self, cells: &[&str]) -> bool {
        let is_dated = |cell: &&str| !find_ranges(cell, 0).is_empty();
        let dated = cells.iter().position(is_dated);
        let dated = dated.and_then(|at| self.columns.get(at));
        (2..self.columns.len()).contains(&cells.len()) && dated == Some(&Some(Field::Aside))
    }

    /// Returns what the columns say about the entry in a line, or nothing if the line is not in a table or names no work.
    pub(super) fn entry(heads: &[Self], page: &Page<'_>, line: usize) -> Option<Position> {
        let after = heads.partition_point(|head| head.line < line);
        let head = heads.get(after.checked_sub(1)?)?;
        let cells: Vec<&str> = page.line(line).split('\t').collect();
        let is_row = cells.len() == head.columns.len() || head.is_cut_row(&cells);
        if !is_row || line - head.line > MAX_ROWS {
            return None;
        }
        let mut entry = Position::default();
        for (cell, column) in cells.into_iter().zip(&head.columns) {
            let value = without_bullet(cell).trim();
            let slot = match column {
                Some(Field::Title) => &mut entry.title,
                Some(Field::Organization) => &mut entry.organization,
                Some(Field::Place) => &mut entry.place,
                Some(Field::Aside | Field::Client | Field::Project) | None => continue,
            };
            if slot.is_none() && (1..=MAX_PHRASE_CHARS).contains(&value.len()) {
                *slot = Some(value.to_owned());
            }
        }
        let names_work = entry.title.is_some() || entry.organization.is_some();
        names_work.then_some(entry)
    }
}

/// Returns what a column contains. It may have two names: `Institution/Company`.
fn column_of(name: &str) -> Option<Field> {
    let two_names = || {
        let (one, other) = name.split_once('/')?;
        let named = [field_of(one), field_of(other)];
        let is_work = |field: &Option<Field>| field.is_some_and(names_work);
        named.into_iter().find(is_work).unwrap_or(field_of(one))
    };
    field_of(name).or_else(two_names)
}

fn names_work(field: Field) -> bool {
    matches!(field, Field::Title | Field::Organization)
}

/// Returns the columns that a line names, if it is the head of a table of positions.
fn columns_of(words: &str) -> Option<Vec<Option<Field>>> {
    let cells: Vec<&str> = words.split('\t').collect();
    if !(2..=MAX_COLUMNS).contains(&cells.len()) {
        return None;
    }
    let columns: Vec<Option<Field>> = cells.into_iter().map(column_of).collect();
    let named = columns.iter().flatten().count();
    let is_head = named > 1 && named * 2 >= columns.len();
    (is_head && columns.iter().flatten().copied().any(names_work)).then_some(columns)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions;

    #[test]
    fn a_column_may_have_two_names() {
        assert_eq!(
            positions(
                "PROFESSION\tSCHOOL/COMPANY\tTRADE\tYEAR\n\
             System Engineer\tBlue Sky\tMaker of maps in Graz\t2018 - 2020"
            ),
            ["System Engineer | Blue Sky"]
        );
    }
}
