//! A CSV file of categories: who is named, by code or e-mail address, and what they said about themselves.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use csv::{ReaderBuilder, StringRecord};
use shortlist_domain::{
    CandidateCode, CategoryProblem, CellProblem, EmailAddress, InvalidValue, Problem,
    RaceEthnicity, SelfIdentification, Sex, TableProblem,
};

/// The most problems that an error lists.
const MAX_PROBLEMS: usize = 20;

pub(super) const CODE: &str = "candidate_unique_id";
pub(super) const EMAIL: &str = "email";
const SEX: &str = "sex";
const RACE_ETHNICITY: &str = "race_ethnicity";
const COLUMNS: [&str; 4] = [CODE, EMAIL, SEX, RACE_ETHNICITY];

/// A file of categories, in which every code is valid and no person occurs twice.
#[derive(Debug, Default)]
pub struct CategoryFile {
    pub(super) rows: Vec<FileRow>,
    /// The rows by the number of the candidate's code, which takes less memory than its text.
    pub(super) by_code: HashMap<u32, usize>,
    /// The rows that have no code, by e-mail address in lower case.
    pub(super) by_email: HashMap<String, usize>,
    /// The e-mail addresses of rows that have both.
    pub(super) paired: HashMap<usize, String>,
}

/// A row of the file.
#[derive(Debug)]
pub(super) struct FileRow {
    /// The number of its line. The header is line 1.
    pub(super) line: u64,
    pub(super) given: SelfIdentification,
}

/// What is wrong with a file. The problems of the first rows are listed, the others only counted.
#[derive(Debug, Default)]
pub(super) struct Problems {
    first: BTreeMap<(u64, &'static str), Problem>,
    count: usize,
}

impl Problems {
    pub(super) fn add(&mut self, line: u64, column: &'static str, problem: impl Into<Problem>) {
        self.count += 1;
        self.keep(line, column, problem.into());
    }

    /// Adds the problems that another search of the same file found.
    pub(super) fn merge(&mut self, other: Self) {
        self.count += other.count;
        for ((line, column), problem) in other.first {
            self.keep(line, column, problem);
        }
    }

    /// Keeps a problem if its row is among the first ones. Of two problems of a cell, the first by text is kept, whichever is found
    /// first.
    fn keep(&mut self, line: u64, column: &'static str, problem: Problem) {
        let place = (line, column);
        let kept = self.first.get(&place);
        if kept.is_none_or(|kept| problem.to_string() < kept.to_string()) {
            self.first.insert(place, problem);
        }
        if self.first.len() > MAX_PROBLEMS {
            self.first.pop_last();
        }
    }

    /// Returns an error with a line for each problem, if there are any.
    pub(super) fn check(self) -> Result<(), InvalidValue> {
        if self.count == 0 {
            return Ok(());
        }
        let more = self.count - self.first.len();
        let cell = |((row, column), problem): ((u64, &'static str), Problem)| CellProblem {
            row,
            column: Some(column).filter(|column| !column.is_empty()),
            problem,
        };
        let listed = self.first.into_iter().map(cell).collect();
        Err(refused(TableProblem { listed, more }))
    }
}

fn refused(problem: TableProblem) -> InvalidValue {
    InvalidValue::new("categories", Problem::Table(problem))
}

/// The positions of the columns in the file.
#[derive(Default)]
struct Columns([Option<usize>; 4]);

impl Columns {
    fn of(header: &StringRecord) -> Result<Self, InvalidValue> {
        let mut columns = Self::default();
        let mut problems = Problems::default();
        if header.len() == 1 && header.iter().any(|name| name.contains([';', '\t'])) {
            let problem = CategoryProblem::NotCommas;
            problems.add(1, "", problem);
            return problems.check().map(|()| columns);
        }
        for (place, name) in header.iter().enumerate() {
            let known = COLUMNS
                .iter()
                .position(|one| one.eq_ignore_ascii_case(name));
            match known.and_then(|known| columns.0.get_mut(known)) {
                Some(column @ None) => *column = Some(place),
                Some(Some(_)) => problems.add(1, "", CategoryProblem::ColumnTwice(name.to_owned())),
                None => {
                    let name = name.to_owned();
                    let problem = CategoryProblem::UnknownColumn {
                        name,
                        known: &COLUMNS,
                    };
                    problems.add(1, "", problem);
                }
            }
        }
        let [code, email, sex, race] = columns.0;
        if code.is_none() && email.is_none() {
            problems.add(1, CODE, CategoryProblem::NoKeyColumn(&[CODE, EMAIL]));
        }
        if sex.is_none() && race.is_none() {
            problems.add(
                1,
                SEX,
                CategoryProblem::NoAnswerColumn(&[SEX, RACE_ETHNICITY]),
            );
        }
        problems.check().map(|()| columns)
    }

    fn cells<'r>(&self, record: &'r StringRecord) -> [&'r str; 4] {
        self.0.map(|place| {
            let cell = place.and_then(|place| record.get(place));
            cell.map_or("", str::trim)
        })
    }
}

impl CategoryFile {
    /// Reads a file in UTF-8 with a header and commas.
    ///
    /// # Errors
    /// Returns an error that names row and column of each unknown code, malformed name, duplicate and contradiction.
    pub fn read(file: impl Read) -> Result<Self, InvalidValue> {
        let mut reader = ReaderBuilder::new().from_reader(file);
        let header = reader.headers().map_err(|error| unreadable(&error))?;
        let columns = Columns::of(&without_mark(header))?;
        let mut read = Self::default();
        let mut problems = Problems::default();
        let mut record = StringRecord::new();
        loop {
            match reader.read_record(&mut record) {
                Ok(false) => break,
                Ok(true) => {
                    let line = record.position().map_or(0, csv::Position::line);
                    read.add(line, columns.cells(&record), &mut problems);
                }
                Err(error) => return Err(unreadable(&error)),
            }
        }
        problems.check().map(|()| read)
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether the file has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn add(&mut self, line: u64, [code, email, sex, race]: [&str; 4], problems: &mut Problems) {
        let mut keep = |column, error: InvalidValue| problems.add(line, column, error.problem);
        let sex = Sex::parse(SEX, sex).unwrap_or_else(|error| {
            keep(SEX, error);
            None
        });
        let race_ethnicity = RaceEthnicity::parse(RACE_ETHNICITY, race).unwrap_or_else(|error| {
            keep(RACE_ETHNICITY, error);
            None
        });
        let row = FileRow {
            line,
            given: SelfIdentification {
                sex,
                race_ethnicity,
            },
        };
        match keys(code, email) {
            Ok((Some(code), email)) => self.add_by_code(row, code, email, problems),
            Ok((None, Some(email))) => self.add_by_email(row, email, problems),
            Ok((None, None)) => {
                problems.add(line, CODE, CategoryProblem::NoKey(&[CODE, EMAIL]));
            }
            Err((column, error)) => problems.add(line, column, error.problem),
        }
    }

    fn add_by_code(
        &mut self,
        row: FileRow,
        code: u32,
        email: Option<String>,
        problems: &mut Problems,
    ) {
        let index = self.rows.len();
        if let Some(earlier) = self.by_code.get(&code).and_then(|at| self.rows.get(*at)) {
            problems.add(row.line, CODE, same_person(&row, earlier));
            return;
        }
        self.by_code.insert(code, index);
        if let Some(email) = email {
            self.paired.insert(index, email);
        }
        self.rows.push(row);
    }

    fn add_by_email(&mut self, row: FileRow, email: String, problems: &mut Problems) {
        let index = self.rows.len();
        if let Some(earlier) = self.by_email.get(&email).and_then(|at| self.rows.get(*at)) {
            problems.add(row.line, EMAIL, same_person(&row, earlier));
            return;
        }
        self.by_email.insert(email, index);
        self.rows.push(row);
    }
}

/// Returns what is wrong with a row whose person an earlier row names.
pub(super) fn same_person(row: &FileRow, earlier: &FileRow) -> CategoryProblem {
    let line = earlier.line;
    if row.given == earlier.given {
        CategoryProblem::SamePerson(line)
    } else {
        CategoryProblem::Contradicts(line)
    }
}

/// Returns an e-mail address in lower case, because people and resumes spell the same address differently.
pub(super) fn folded(email: &str) -> String {
    email.to_lowercase()
}

/// The number of a row's code, and its e-mail address.
type Keys = (Option<u32>, Option<String>);

fn keys(code: &str, email: &str) -> Result<Keys, (&'static str, InvalidValue)> {
    let code = (!code.is_empty()).then(|| CandidateCode::parse_number(CODE, code));
    let code = code.transpose().map_err(|error| (CODE, error))?;
    let email = (!email.is_empty()).then(|| EmailAddress::parse(EMAIL, email));
    let email = email.transpose().map_err(|error| (EMAIL, error))?;
    Ok((code, email.map(|email| folded(email.as_str()))))
}

/// Removes the byte order mark that spreadsheets write before the first column.
fn without_mark(header: &StringRecord) -> StringRecord {
    let cells = header.iter();
    cells
        .map(|cell| cell.trim_start_matches('\u{feff}').trim_matches('"').trim())
        .collect()
}

fn unreadable(error: &csv::Error) -> InvalidValue {
    let problem = match error.kind() {
        csv::ErrorKind::Utf8 { .. } => CategoryProblem::NotUtf8,
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => CategoryProblem::CellCount {
            cells: *len,
            columns: *expected_len,
        },
        _ => CategoryProblem::Unreadable,
    };
    let row = CellProblem {
        row: error.position().map_or(1, csv::Position::line),
        column: None,
        problem: problem.into(),
    };
    refused(TableProblem {
        listed: vec![row],
        more: 0,
    })
}

#[cfg(test)]
mod tests;
