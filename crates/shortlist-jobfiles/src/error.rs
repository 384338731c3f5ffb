//! Reasons why a job file is rejected, as values.

use shortlist_domain::InvalidValue;

use super::foreign::ForeignFormat;
use super::instruction::ListedColumns;

/// The maximum number of problems that are listed separately.
const MAX_LISTED_PROBLEMS: usize = 1_000;

/// A problem with a row, or with the whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The row as the user sees it: the line of a CSV file, the row of a sheet, or the number of an object.
    pub row: Option<u32>,
    /// The header of the column, if the problem is in one cell.
    pub column: Option<String>,
    /// What is wrong.
    pub fault: RowFault,
}

impl RowProblem {
    pub(crate) fn new(row: u32, column: Option<&str>, fault: RowFault) -> Self {
        Self {
            row: Some(row),
            column: column.map(str::to_owned),
            fault,
        }
    }

    fn of_file(fault: RowFault) -> Self {
        Self {
            row: None,
            column: None,
            fault,
        }
    }
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowFault {
    /// The value of a field is invalid.
    Invalid(InvalidValue),
    /// The cell shows this error instead of a value, or is a formula without a stored result.
    NoValue(Option<String>),
    /// The item of a list of jobs is not an object.
    NotObject(JsonKind),
    /// The title is not text.
    TitleNotText(JsonKind),
    /// The row has another number of fields than the header.
    FieldCount {
        /// The number of its fields.
        found: usize,
        /// The number of fields of the header.
        expected: usize,
        /// The row of the header.
        header_row: u32,
    },
    /// A quote is misplaced.
    Quote(QuoteFault),
    /// No column of this header is the title.
    NoTitle(ListedColumns),
    /// The whole file is rejected.
    File(JobFileError),
    /// So many more rows have problems.
    More(usize),
}

impl RowFault {
    /// Returns the name of the problem in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid_value",
            Self::NoValue(_) => "no_value",
            Self::NotObject(_) => "not_object",
            Self::TitleNotText(_) => "title_not_text",
            Self::FieldCount { .. } => "field_count",
            Self::Quote(_) => "quote",
            Self::NoTitle(_) => "no_title_column",
            Self::File(error) => error.code(),
            Self::More(_) => "more",
        }
    }
}

/// How a quote violates RFC 4180.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteFault {
    /// It is never closed.
    Open,
    /// The field continues after its closing quote, in this line.
    TextAfter(u32),
}

/// The kind of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the kind of that name")]
pub enum JsonKind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

/// Why a text is not valid JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonFault {
    /// Lists and objects are nested too deeply.
    TooDeep,
    /// It has more values than this.
    TooManyValues(usize),
    /// The JSON library explains it with this message.
    LibrarySays(String),
}

/// What probably explains invalid JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonHint {
    /// The file is cut off.
    CutOff,
    /// Something other than an object follows the first value.
    NotOneObjectPerLine,
}

/// Why a workbook cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkbookFault {
    /// It is protected with a password.
    Password,
    /// A part is damaged.
    Damaged {
        /// The part.
        part: WorkbookPart,
        /// The message of the library that read it.
        library_says: String,
    },
    /// It has too much of something.
    OverLimit(WorkbookLimit),
    /// A cell is too far right.
    FarCell {
        /// Its row.
        row: u32,
        /// The sheet.
        sheet: String,
        /// The last column that a cell may have.
        last_column: usize,
    },
}

/// A part of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkbookPart {
    /// The workbook.
    Whole,
    /// Its ZIP archive.
    Archive,
    /// A part whose name is unknown.
    Unnamed,
    /// The part with this name.
    Named(String),
}

/// What a workbook may have only so much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the limit of that name")]
pub enum WorkbookLimit {
    Parts,
    Text,
    UnpackedBytes,
}

/// The reason why a job file is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobFileError {
    /// The file is empty or contains only blank bytes.
    Empty,
    /// The bytes belong to another format.
    UnknownFormat(ForeignFormat),
    /// A text that begins like JSON is not valid.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column in the line, from 1.
        column: usize,
        /// What is wrong there.
        fault: JsonFault,
        /// What probably explains it.
        hint: Option<JsonHint>,
    },
    /// The file is one JSON value that is neither a list nor an object.
    NoList(JsonKind),
    /// The CSV library cannot read the file, as this message explains.
    NotCsv(String),
    /// A line of a CSV file has too many fields.
    TooManyFields {
        /// The line.
        line: u32,
        /// The maximum number of fields.
        most: usize,
    },
    /// A quote of a CSV file is misplaced.
    Quote {
        /// The line in which it opens.
        line: u32,
        /// What is wrong with it.
        fault: QuoteFault,
    },
    /// The header has too many columns.
    TooManyColumns {
        /// The row of the header.
        row: u32,
        /// The maximum number of columns.
        most: usize,
    },
    /// Rows of a CSV file do not fit its header.
    Ragged(Vec<RowProblem>),
    /// A workbook cannot be read.
    Workbook(WorkbookFault),
    /// The file has more jobs than allowed.
    TooManyRows {
        /// The number of jobs in the file.
        found: usize,
        /// The maximum number of jobs.
        most: usize,
    },
    /// The table has a header and no other row.
    NoRows,
    /// The list of jobs is empty.
    NoJobs,
    /// No object of a JSON file is a job.
    NoJobFound {
        /// The key of a title, if the file is one object with a title and nothing else about a job.
        title: Option<String>,
        /// The first keys of the file.
        keys: Vec<String>,
    },
    /// The prompt leaves out every row.
    NothingLeft,
    /// The jobs have invalid values.
    Invalid(Vec<RowProblem>),
}

impl std::error::Error for JobFileError {}

impl JobFileError {
    /// Returns whether the file was readable but its content is not accepted (HTTP 422), instead of unreadable (400).
    pub fn is_unprocessable(&self) -> bool {
        matches!(
            self,
            Self::TooManyRows { .. }
                | Self::NoRows
                | Self::NoJobs
                | Self::NoJobFound { .. }
                | Self::NothingLeft
                | Self::Invalid(_)
        )
    }

    /// Returns the name of the reason in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::UnknownFormat(_) => "unknown_format",
            Self::NotJson { .. } => "not_json",
            Self::NoList(_) => "no_list",
            Self::NotCsv(_) => "not_csv",
            Self::TooManyFields { .. } => "too_many_fields",
            Self::Quote { .. } => "quote",
            Self::TooManyColumns { .. } => "too_many_columns",
            Self::Ragged(_) => "ragged",
            Self::Workbook(_) => "workbook",
            Self::TooManyRows { .. } => "too_many_rows",
            Self::NoRows | Self::NoJobs | Self::NoJobFound { .. } => "no_job",
            Self::NothingLeft => "nothing_left",
            Self::Invalid(_) => "invalid",
        }
    }

    /// Returns the problems separately. There is at least one.
    pub fn problems(&self) -> Vec<RowProblem> {
        match self {
            Self::Invalid(rows) | Self::Ragged(rows) => rows.clone(),
            Self::Quote { line, fault } => {
                vec![RowProblem::new(*line, None, RowFault::Quote(*fault))]
            }
            whole => vec![RowProblem::of_file(RowFault::File(whole.clone()))],
        }
    }
}

/// Limits the list and adds how many problems were omitted.
pub(crate) fn shorten(mut rows: Vec<RowProblem>) -> Vec<RowProblem> {
    if rows.len() > MAX_LISTED_PROBLEMS {
        let more = rows.len() - MAX_LISTED_PROBLEMS;
        rows.truncate(MAX_LISTED_PROBLEMS);
        rows.push(RowProblem::of_file(RowFault::More(more)));
    }
    rows
}
