//! The instructions that a prompt can give.

use super::fields::Field;

use super::condition::MAX_VALUE_CHARS;
pub(crate) use super::condition::{Condition, Scope, Test};

/// The outcome of a clause of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseStatus {
    /// The clause changed how the file was read.
    Applied,
    /// The clause was understood, but nothing in the file matches it.
    NoEffect,
    /// The clause is not a known operation.
    NotUnderstood,
}

impl ClauseStatus {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::NoEffect => "no_effect",
            Self::NotUnderstood => "not_understood",
        }
    }
}

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Maps a column to a field.
    MapColumn,
    /// Gives every job the same value.
    Constant,
    /// Names the occupation of the jobs.
    RoleHint,
    /// Skips rows.
    Skip,
    /// Keeps only some rows.
    Only,
    /// Replaces a value by another one.
    ValueMap,
    /// Sets the order of the parts of dates.
    Dates,
    /// Sets the separator of the items in a cell.
    Split,
    /// Says where the table is in the file.
    Layout,
    /// Derives a field from others.
    Derive,
    /// Sets how the jobs are created.
    Mode,
}

impl Operation {
    /// Returns its name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MapColumn => "map_column",
            Self::Constant => "constant",
            Self::RoleHint => "role_hint",
            Self::Skip => "skip",
            Self::Only => "only",
            Self::ValueMap => "value_map",
            Self::Dates => "dates",
            Self::Split => "split",
            Self::Layout => "layout",
            Self::Derive => "derive",
            Self::Mode => "mode",
        }
    }
}

/// The outcome of one clause of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The clause as written.
    pub clause: String,
    /// The outcome.
    pub status: ClauseStatus,
    /// Why it could not run, if it was understood.
    pub problem: Option<ClauseProblem>,
    /// Whether the language model translated it.
    pub translated: bool,
    /// The number of affected rows.
    pub rows: u32,
    /// What it says, if it was understood.
    pub(crate) instruction: Option<Instruction>,
    /// The rows that it concerns.
    pub(crate) scope: Scope,
}

impl Clause {
    /// Returns the operation, if the clause was understood.
    pub fn operation(&self) -> Option<Operation> {
        self.instruction.as_ref().map(Instruction::operation)
    }

    pub(crate) fn is_applied(&self) -> bool {
        self.status == ClauseStatus::Applied
    }
}

/// Why an instruction could not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseProblem {
    /// The file has no column with a name.
    NoSuchColumn {
        /// The name.
        name: String,
        /// The column with the most similar name.
        nearest: Option<String>,
        /// The columns of the file.
        all: ListedColumns,
    },
    /// The workbook has no sheet with a name.
    NoSuchSheet {
        /// The name.
        name: String,
        /// The sheets of the workbook.
        all: Vec<String>,
    },
    /// The file is no workbook.
    NoSheets,
    /// The file is JSON, which has no header row.
    NoHeaderRow,
    /// No cell of a column is an amount or a date like the limit.
    NotComparable {
        /// The column.
        column: String,
        /// The limit.
        limit: String,
    },
    /// The dates of a column can be day-first and month-first.
    UnknownDateOrder {
        /// The column.
        column: String,
    },
    /// No row of the file meets a condition.
    NoRowMatches(FoundBy),
    /// The file was rejected before the instruction ran.
    FileRejected,
}

impl ClauseProblem {
    /// Returns the problem's name in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSuchColumn { .. } => "no_such_column",
            Self::NoSuchSheet { .. } => "no_such_sheet",
            Self::NoSheets => "no_sheets",
            Self::NoHeaderRow => "no_header_row",
            Self::NotComparable { .. } => "not_comparable",
            Self::UnknownDateOrder { .. } => "unknown_date_order",
            Self::NoRowMatches(_) => "no_row_matches",
            Self::FileRejected => "file_rejected",
        }
    }

    /// Returns the column or the sheet that the problem is about, as the prompt names it.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::NoSuchColumn { name, .. } | Self::NoSuchSheet { name, .. } => Some(name),
            Self::NotComparable { column, .. } | Self::UnknownDateOrder { column } => Some(column),
            Self::NoRowMatches(FoundBy(condition)) => condition.column.as_deref(),
            Self::NoSheets | Self::NoHeaderRow | Self::FileRejected => None,
        }
    }

    /// Returns the similar name that was probably meant.
    pub fn nearest(&self) -> Option<&str> {
        match self {
            Self::NoSuchColumn { nearest, .. } => nearest.as_deref(),
            _ => None,
        }
    }
}

/// The condition by which an instruction finds rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBy(pub(crate) Condition);

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedColumns {
    /// The first ones.
    pub listed: Vec<String>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// The order of the parts of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

/// An operation with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    MapColumn {
        column: String,
        field: Field,
    },
    /// `replace` means that non-empty cells are replaced too.
    Constant {
        field: Field,
        value: String,
        replace: bool,
    },
    RoleHint(String),
    Skip(Condition),
    Only(Condition),
    /// If a column is named, only its cells are replaced.
    ValueMap {
        from: Vec<String>,
        to: String,
        column: Option<String>,
    },
    Dates(DateOrder),
    SplitSkills(String),
    SkipRows(u32),
    HeaderRow(u32),
    Sheet(String),
    ExtractSkills,
    Combine {
        columns: Vec<String>,
        field: Field,
    },
    PrefixCode(String),
    AddSkill(String),
    AddSkills(Vec<String>),
    Drafts(bool),
    /// The language of the file. It has no effect, because headers of every language are known.
    Language(String),
}

impl Instruction {
    /// Returns whether all names and values are short enough. A paragraph is not a name.
    pub(crate) fn is_bounded(&self) -> bool {
        let short = |text: &str| text.chars().count() <= MAX_VALUE_CHARS;
        match self {
            Self::Constant { value, .. } => short(value),
            Self::MapColumn { column, .. } => short(column),
            Self::RoleHint(text)
            | Self::PrefixCode(text)
            | Self::AddSkill(text)
            | Self::Sheet(text)
            | Self::SplitSkills(text) => short(text),
            Self::Skip(condition) | Self::Only(condition) => condition.is_bounded(),
            Self::AddSkills(skills) => skills.iter().all(|skill| short(skill)),
            Self::ValueMap { from, to, column } => {
                short(to)
                    && from.iter().all(|value| short(value))
                    && column.as_deref().is_none_or(short)
            }
            Self::Combine { columns, .. } => columns.iter().all(|column| short(column)),
            Self::Dates(_)
            | Self::SkipRows(_)
            | Self::HeaderRow(_)
            | Self::ExtractSkills
            | Self::Drafts(_)
            | Self::Language(_) => true,
        }
    }

    pub(crate) fn operation(&self) -> Operation {
        match self {
            Self::MapColumn { .. } => Operation::MapColumn,
            Self::Constant { .. } => Operation::Constant,
            Self::RoleHint(_) => Operation::RoleHint,
            Self::Skip(_) => Operation::Skip,
            Self::Only(_) => Operation::Only,
            Self::ValueMap { .. } => Operation::ValueMap,
            Self::Dates(_) => Operation::Dates,
            Self::SplitSkills(_) => Operation::Split,
            Self::SkipRows(_) | Self::HeaderRow(_) | Self::Sheet(_) => Operation::Layout,
            Self::ExtractSkills
            | Self::Combine { .. }
            | Self::PrefixCode(_)
            | Self::AddSkill(_)
            | Self::AddSkills(_) => Operation::Derive,
            Self::Drafts(_) | Self::Language(_) => Operation::Mode,
        }
    }
}

/// A clause of the prompt and its instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedClause {
    pub(crate) text: String,
    pub(crate) instruction: Option<Instruction>,
    /// The rows that the instruction concerns.
    pub(crate) scope: Scope,
    /// Whether the instruction is a translation by the language model.
    pub(crate) translated: bool,
}
