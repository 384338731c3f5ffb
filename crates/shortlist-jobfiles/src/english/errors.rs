//! Why a job file is rejected, in English.

use std::fmt;

use super::columns_text;
use crate::error::{
    JobFileError, JsonFault, JsonHint, JsonKind, QuoteFault, RowFault, RowProblem, WorkbookFault,
    WorkbookLimit, WorkbookPart,
};
use crate::foreign::ForeignFormat;

/// The sentence for the whole file. It contains the place of a problem.
impl fmt::Display for JobFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("the file is empty; a header row and one row for each job are expected")
            }
            Self::UnknownFormat(format) => write!(
                f,
                "the file is {format}, not CSV, XLSX or JSON; export it as one of these"
            ),
            Self::NotJson {
                line,
                column,
                fault,
                hint,
            } => write!(
                f,
                "not valid JSON: line {line}, column {column}: {}{}",
                json_text(fault),
                hint_text(*hint)
            ),
            Self::NoList(kind) => write!(
                f,
                "the file contains {}; a list of jobs or one job is expected",
                kind_text(*kind)
            ),
            Self::NotCsv(library) => write!(f, "not readable as CSV: {library}"),
            Self::TooManyFields { line, most } => {
                write!(f, "line {line}: more than {most} fields in one row")
            }
            Self::Quote { line, fault } => write!(f, "line {line}: {}", quote_text(*fault)),
            Self::TooManyColumns { row, most } => write!(
                f,
                "row {row}: the header is over the limit of {most} columns"
            ),
            Self::Ragged(rows) => summary(rows, "rows do not fit the header", f),
            Self::Workbook(fault) => f.write_str(&workbook_text(fault)),
            Self::TooManyRows { found, most } => write!(
                f,
                "the file contains {found} jobs; at most {most} are accepted at once, so split it"
            ),
            Self::NoRows => f.write_str("the file contains no job; a row for each job is expected"),
            Self::NoJobs => f.write_str("the file contains no job"),
            Self::NoJobFound { title, keys } => f.write_str(&no_job_text(title.as_deref(), keys)),
            Self::NothingLeft => f.write_str("no job is left: the prompt leaves out every row"),
            Self::Invalid(rows) => summary(rows, "problems", f),
        }
    }
}

/// Writes the only problem, or how many there are and the first.
fn summary(rows: &[RowProblem], many: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let counts = rows.iter().map(|problem| match problem.fault {
        RowFault::More(more) => more,
        _ => 1,
    });
    match rows {
        [] => Ok(()),
        [one] => write!(f, "{one}"),
        [first, ..] => write!(f, "{} {many}; the first: {first}", counts.sum::<usize>()),
    }
}

/// The place and what is wrong there.
impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, &self.column) {
            (Some(row), Some(column)) => write!(f, "row {row}, column {column:?}: ")?,
            (Some(row), None) => write!(f, "row {row}: ")?,
            (None, Some(column)) => write!(f, "column {column:?}: ")?,
            (None, None) => {}
        }
        write!(f, "{}", self.fault)
    }
}

/// What is wrong, without the place.
impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => write!(f, "{invalid}"),
            Self::NoValue(None) => f.write_str(
                "the cell contains a formula without a stored result; open the file in a spreadsheet program, save it, and send it again",
            ),
            Self::NoValue(Some(error)) => write!(
                f,
                "the cell contains the error {error}; correct it, and send the file again"
            ),
            Self::NotObject(kind) => write!(
                f,
                "an object with a title is expected, not {}",
                kind_text(*kind)
            ),
            Self::TitleNotText(kind) => {
                write!(f, "the title must be text, not {}", kind_text(*kind))
            }
            Self::FieldCount {
                found,
                expected,
                header_row,
            } => {
                let remedy = if found > expected {
                    "put quotes around each field that contains the delimiter or a line end"
                } else {
                    "put quotes around each field that contains a line end"
                };
                write!(
                    f,
                    "{found} fields, where the header in row {header_row} has {expected}; {remedy}"
                )
            }
            Self::Quote(fault) => f.write_str(&quote_text(*fault)),
            Self::NoTitle(columns) => write!(
                f,
                "no column is the title; the columns are {}. Name one \"Title\", or say in the prompt which one it is, such as: The column \"{}\" is the title",
                columns_text(columns),
                columns.listed.first().map_or("…", String::as_str)
            ),
            Self::File(error) => write!(f, "{error}"),
            Self::More(more) => write!(f, "and {more} more rows with problems"),
        }
    }
}

/// The format with its article, and what to do about it if that is special.
impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gif => "a GIF picture",
            Self::Gzip => "a gzip archive",
            Self::Html => "an HTML page",
            Self::Jpeg => "a JPEG picture",
            Self::NotText => "binary data",
            Self::OldOffice => {
                "an old or password-protected Office file (save it as XLSX without a password)"
            }
            Self::OpenDocument => "an OpenDocument file",
            Self::OtherZip => "a ZIP archive without a workbook",
            Self::Pdf => "a PDF",
            Self::Png => "a PNG picture",
            Self::Program => "a program",
            Self::Rtf => "an RTF document",
            Self::SevenZip => "a 7z archive",
            Self::Word => "a Word document",
            Self::Xlsb => "a binary workbook (XLSB)",
            Self::Xml => "an XML file",
            Self::ZipOrOffice => "a ZIP archive or an Office document",
        })
    }
}

fn quote_text(fault: QuoteFault) -> String {
    match fault {
        QuoteFault::Open => {
            "a quote that opens here is never closed; close it, or double each quote inside a field"
                .to_owned()
        }
        QuoteFault::TextAfter(line) => format!(
            "the quoted field that opens here continues after its closing quote in line {line}; double each quote inside a field"
        ),
    }
}

fn kind_text(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "null",
        JsonKind::Bool => "true or false",
        JsonKind::Number => "a number",
        JsonKind::Text => "text",
        JsonKind::List => "a list",
        JsonKind::Object => "an object",
    }
}

fn json_text(fault: &JsonFault) -> String {
    match fault {
        JsonFault::TooDeep => "lists and objects are nested more than 120 levels deep".to_owned(),
        JsonFault::TooManyValues(most) => format!("more than {most} values in one file"),
        JsonFault::LibrarySays(message) => message.clone(),
    }
}

fn hint_text(hint: Option<JsonHint>) -> &'static str {
    match hint {
        None => "",
        Some(JsonHint::CutOff) => "; the file seems to be cut off",
        Some(JsonHint::NotOneObjectPerLine) => {
            "; only more objects may follow the first value, one per line"
        }
    }
}

fn no_job_text(title: Option<&str>, keys: &[String]) -> String {
    let found = match title {
        Some(key) => format!(
            "the file contains one object with {key:?} and no other field of a job, such as a location or a description"
        ),
        None => "no job with a title was found".to_owned(),
    };
    format!(
        "{found}; a list of jobs is expected, or one object with a list such as \"jobs\"; the file's keys are {}",
        keys.join(", ")
    )
}

fn workbook_text(fault: &WorkbookFault) -> String {
    match fault {
        WorkbookFault::Password => {
            "the workbook is protected with a password; save it without one".to_owned()
        }
        WorkbookFault::Damaged { part, library_says } => damage_text(part, library_says),
        WorkbookFault::OverLimit(limit) => {
            let limit = match limit {
                WorkbookLimit::Parts => "parts",
                WorkbookLimit::Text => "text",
                WorkbookLimit::UnpackedBytes => "unpacked bytes",
            };
            format!(
                "the workbook is over the limit of {limit}; copy the table of jobs to a new workbook"
            )
        }
        WorkbookFault::FarCell {
            row,
            sheet,
            last_column,
        } => format!(
            "row {row} of sheet {sheet:?} has a cell beyond column {last_column}; delete everything to the right of the table"
        ),
    }
}

fn damage_text(part: &WorkbookPart, library: &str) -> String {
    match part {
        WorkbookPart::Whole => {
            format!("the workbook is damaged: {library}; save it again as XLSX")
        }
        WorkbookPart::Archive => {
            format!("the ZIP archive of the workbook is damaged: {library}; save it again as XLSX")
        }
        WorkbookPart::Unnamed => format!("a part of the workbook is damaged: {library}"),
        WorkbookPart::Named(name) => format!("{name} in the workbook is damaged: {library}"),
    }
}
