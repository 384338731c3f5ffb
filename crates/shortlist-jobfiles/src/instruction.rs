//! What a prompt can ask for, as the interpreter runs it.

use super::fields::Field;

/// What became of a clause of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseStatus {
    /// It changed how the file was taken.
    Applied,
    /// It was understood, and nothing in the file answers to it.
    NoEffect,
    /// It is none of the known operations.
    NotUnderstood,
}

impl ClauseStatus {
    /// Its name on the wire.
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
    /// A column is a field.
    MapColumn,
    /// Every job has this value.
    Constant,
    /// The jobs are of this occupation.
    RoleHint,
    /// Rows are left out.
    Skip,
    /// Only some rows are taken.
    Only,
    /// A value stands for another.
    ValueMap,
    /// The order of a date's parts.
    Dates,
    /// What parts the items of a cell.
    Split,
    /// Where the table lies in the file.
    Layout,
    /// A field is made of others.
    Derive,
    /// How the jobs are created.
    Mode,
}

impl Operation {
    /// Its name on the wire.
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

/// How the file was taken in answer to one clause of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The clause as it was written.
    pub clause: String,
    /// What became of it.
    pub status: ClauseStatus,
    /// What it was understood as.
    pub operation: Option<Operation>,
    /// What was done, or why nothing was, for a person.
    pub detail: String,
    /// How many rows it touched.
    pub rows: u32,
}

/// Which rows a filter means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The column by its header; every column where none is named.
    pub(crate) column: Option<String>,
    pub(crate) test: Test,
}

/// What a cell must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// One of these values, letter case aside.
    Is(Vec<String>),
    /// None of these values.
    IsNot(Vec<String>),
    /// Holding this text.
    Contains(String),
    Blank,
    Filled,
}

/// The order of a date's parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

/// One operation with what it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    MapColumn {
        column: String,
        field: Field,
    },
    /// `replace` says whether cells that hold something are replaced too.
    Constant {
        field: Field,
        value: String,
        replace: bool,
    },
    RoleHint(String),
    Skip(Condition),
    Only(Condition),
    /// Where a column is named, only its cells are meant.
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
    Drafts(bool),
    /// The language of the file: headers of every language are known, so there is nothing to do.
    Language(String),
}

/// The longest value or name that an instruction may hold, in characters.
const MAX_VALUE_CHARS: usize = 300;

impl Instruction {
    /// Whether what it holds can be a name or a value: a paragraph is none.
    pub(crate) fn is_bounded(&self) -> bool {
        let short = |text: &str| text.chars().count() <= MAX_VALUE_CHARS;
        let condition = |condition: &Condition| {
            condition.column.as_deref().is_none_or(short)
                && match &condition.test {
                    Test::Is(values) | Test::IsNot(values) => {
                        values.iter().all(|value| short(value))
                    }
                    Test::Contains(text) => short(text),
                    Test::Blank | Test::Filled => true,
                }
        };
        match self {
            Self::Constant { value, .. } => short(value),
            Self::MapColumn { column, .. } => short(column),
            Self::RoleHint(text)
            | Self::PrefixCode(text)
            | Self::AddSkill(text)
            | Self::Sheet(text)
            | Self::SplitSkills(text) => short(text),
            Self::Skip(meant) | Self::Only(meant) => condition(meant),
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
            | Self::AddSkill(_) => Operation::Derive,
            Self::Drafts(_) | Self::Language(_) => Operation::Mode,
        }
    }
}

/// A clause of the prompt, and what it was understood as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedClause {
    pub(crate) text: String,
    pub(crate) instruction: Option<Instruction>,
    /// Whether the instruction came from outside.
    pub(crate) translated: bool,
}
