//! Binds the conditions of a prompt to the columns of a table and tests records.

use crate::columns::{find_column, no_such_column};
use crate::condition::{Condition, Limits, Scope, Test};
use crate::fields::Field;
use crate::fold::fold;
use crate::instruction::{ClauseProblem, DateOrder, FoundBy};
use crate::plan::PlannedColumn;
use crate::prompt::field_named;
use crate::status::is_same_word;
use crate::table::{Record, Table};
use crate::values::is_blank;

use super::limits::BoundLimits;
use super::nouns;

/// The maximum length of a cell that a noun can describe as a whole.
const MAX_WHOLE_CELL_CHARS: usize = 60;

/// A table with the fields of its columns and the order of dates that the prompt sets.
pub(super) struct Planned<'t> {
    pub(super) table: &'t Table,
    pub(super) plan: &'t [PlannedColumn],
    pub(super) dates: Option<DateOrder>,
}

impl Planned<'_> {
    /// Returns the columns with a name. A name can also be that of a field that columns fill.
    ///
    /// # Errors
    /// Returns the problem if there is no such column.
    pub(super) fn columns(&self, name: &str) -> Result<Vec<usize>, ClauseProblem> {
        find_column(self.table, name)
            .map(|index| vec![index])
            .or_else(|| self.columns_of_field_named(name))
            .ok_or_else(|| no_such_column(self.table, name))
    }

    /// Returns the columns that fill the field with this name. "location" includes all parts of the location.
    fn columns_of_field_named(&self, name: &str) -> Option<Vec<usize>> {
        let wanted = field_named(name)?;
        let columns = self.filling(|field| {
            field == wanted || (wanted == Field::Location && is_part_of_location(field))
        });
        Some(columns).filter(|columns| !columns.is_empty())
    }

    fn filling(&self, is_wanted: impl Fn(Field) -> bool) -> Vec<usize> {
        let columns = self.plan.iter().enumerate();
        columns
            .filter(|(_, column)| column.field.is_some_and(&is_wanted))
            .map(|(index, _)| index)
            .collect()
    }
}

fn is_part_of_location(field: Field) -> bool {
    matches!(
        field,
        Field::City | Field::Region | Field::Country | Field::Area
    )
}

/// A condition with its columns.
#[derive(Debug)]
pub(super) struct Selector {
    condition: Condition,
    /// The columns that are tested. If it is empty, any cell may meet the condition.
    columns: Vec<usize>,
    /// The columns of the title and of the employment type, for nouns.
    titles: Vec<usize>,
    employment: Vec<usize>,
    limits: Option<BoundLimits>,
}

impl Selector {
    /// Binds a condition.
    ///
    /// # Errors
    /// Returns the problem if a column does not exist, or if its cells cannot be compared with a limit.
    pub(super) fn bind(
        condition: &Condition,
        planned: &Planned<'_>,
    ) -> Result<Self, ClauseProblem> {
        let columns = match (&condition.column, &condition.test) {
            (Some(name), _) => planned.columns(name)?,
            (None, Test::Belongs(_)) => planned.filling(|field| {
                matches!(field, Field::Department | Field::Location) || is_part_of_location(field)
            }),
            (None, _) => Vec::new(),
        };
        let limits = match &condition.test {
            Test::Within(limits) => Some(bind_limits(condition, limits, &columns, planned)?),
            _ => None,
        };
        Ok(Self {
            condition: condition.clone(),
            columns,
            titles: planned.filling(|field| field == Field::Title),
            employment: planned.filling(|field| field == Field::EmploymentType),
            limits,
        })
    }

    /// Returns whether a record meets the condition.
    pub(super) fn holds(&self, record: &Record) -> bool {
        let cells = self.cells(record);
        let any = |test: &dyn Fn(&str) -> bool| cells.iter().any(|cell| test(cell));
        match &self.condition.test {
            Test::Is(values) => any(&|cell| is_one_of(cell, values)),
            Test::IsNot(values) => !any(&|cell| is_one_of(cell, values)),
            Test::Contains(texts) => any(&|cell| texts.iter().any(|text| contains(cell, text))),
            Test::ContainsNone(texts) => {
                !any(&|cell| texts.iter().any(|text| contains(cell, text)))
            }
            Test::StartsWith(texts) => any(&|cell| texts.iter().any(|text| begins(cell, text))),
            Test::EndsWith(texts) => any(&|cell| texts.iter().any(|text| ends(cell, text))),
            Test::Blank => cells.iter().all(|cell| is_blank(cell)),
            Test::Filled => any(&|cell| !is_blank(cell)),
            Test::Within(_) => any(&|cell| {
                let limits = self.limits.as_ref();
                limits.is_some_and(|limits| limits.allow(cell))
            }),
            Test::Row(rows) => rows.contains(&record.row),
            Test::Described(names) => names.iter().any(|noun| self.describes(noun, record)),
            Test::Belongs(names) => any(&|cell| {
                let mut names = names.iter();
                names.any(|name| is_value(cell, name) || nouns::mentions(cell, name))
            }),
        }
    }

    fn cells<'r>(&self, record: &'r Record) -> Vec<&'r str> {
        let no_such_column = self.condition.column.is_none() && self.condition.test.names_places();
        match self.columns.as_slice() {
            [] if no_such_column => Vec::new(),
            [] => record.cells().map(|(_, text)| text).collect(),
            columns => columns.iter().map(|column| record.get(*column)).collect(),
        }
    }

    /// Returns whether a noun describes the job: `nurses`, `interns`, `closed`.
    fn describes(&self, noun: &str, record: &Record) -> bool {
        let of = |columns: &[usize], test: &dyn Fn(&str) -> bool| {
            columns.iter().any(|column| test(record.get(*column)))
        };
        let is_whole_cell = |(column, cell): (usize, &str)| {
            !self.titles.contains(&column)
                && cell.chars().count() <= MAX_WHOLE_CELL_CHARS
                && is_value(cell, noun)
        };
        of(&self.titles, &|title| {
            nouns::mentions(title, noun) || nouns::has_kind_of(title, noun)
        }) || of(&self.employment, &|text| nouns::is_same_kind(text, noun))
            || record.cells().any(is_whole_cell)
    }
}

impl Test {
    /// Returns whether the test is about the department and the place.
    fn names_places(&self) -> bool {
        matches!(self, Self::Belongs(_))
    }

    /// Returns whether the test finds rows by a word that names no column.
    fn is_free(&self) -> bool {
        matches!(self, Self::Belongs(_) | Self::Described(_) | Self::Row(_))
    }
}

fn bind_limits(
    condition: &Condition,
    limits: &Limits,
    columns: &[usize],
    planned: &Planned<'_>,
) -> Result<BoundLimits, ClauseProblem> {
    let cells = || {
        let records = planned.table.records.iter();
        records.flat_map(|record| columns.iter().map(|column| record.get(*column)))
    };
    let name = condition.column.as_deref().unwrap_or_default();
    BoundLimits::bind(limits, cells, planned.dates).map_err(|problem| problem.in_column(name))
}

fn contains(cell: &str, text: &str) -> bool {
    cell.to_lowercase().contains(&text.to_lowercase())
}

fn begins(cell: &str, text: &str) -> bool {
    let cell = cell.trim().to_lowercase();
    cell.starts_with(&text.to_lowercase())
}

fn ends(cell: &str, text: &str) -> bool {
    let cell = cell.trim().to_lowercase();
    cell.ends_with(&text.to_lowercase())
}

fn is_one_of(cell: &str, values: &[String]) -> bool {
    values.iter().any(|value| is_value(cell, value))
}

/// Returns whether a cell is a value, ignoring case, punctuation and endings: `Ouverte` matches `ouvertes`.
fn is_value(cell: &str, value: &str) -> bool {
    let (cell, value) = (cell.trim(), value.trim());
    cell.eq_ignore_ascii_case(value) || (!fold(value).is_empty() && is_same_word(cell, value))
}

/// The rows that an instruction concerns.
#[derive(Debug, Default)]
pub(super) struct BoundScope {
    within: Vec<Selector>,
    except: Vec<Selector>,
}

impl BoundScope {
    /// Binds a scope.
    ///
    /// # Errors
    /// Returns the problem if a condition cannot be bound, or if no row of the file matches a word of it. A word that
    /// matches nothing may be unknown, so the instruction must not concern the rows that were to be excepted.
    pub(super) fn bind(scope: &Scope, planned: &Planned<'_>) -> Result<Self, ClauseProblem> {
        let bind = |conditions: &[Condition]| {
            let conditions = conditions.iter();
            conditions
                .map(|condition| bind_found(condition, planned))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            within: bind(&scope.within)?,
            except: bind(&scope.except)?,
        })
    }

    /// Returns whether a record is concerned.
    pub(super) fn includes(&self, record: &Record) -> bool {
        self.within.iter().all(|selector| selector.holds(record))
            && !self.except.iter().any(|selector| selector.holds(record))
    }
}

/// Binds a condition that must match a row if it names rows by a word.
pub(super) fn bind_found(
    condition: &Condition,
    planned: &Planned<'_>,
) -> Result<Selector, ClauseProblem> {
    let selector = Selector::bind(condition, planned)?;
    let is_found = !condition.test.is_free()
        || condition.parts().all(|part| {
            Selector::bind(&part, planned).is_ok_and(|selector| {
                let mut records = planned.table.records.iter();
                records.any(|record| selector.holds(record))
            })
        });
    if is_found {
        Ok(selector)
    } else {
        Err(ClauseProblem::NoRowMatches(FoundBy(condition.clone())))
    }
}
