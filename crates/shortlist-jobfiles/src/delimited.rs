//! Reads delimited text into records, and detects its delimiter.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{JobFileError, QuoteFault};
use super::fields::recognise;
use super::grid::{Grid, Layout};
use super::table::{FileFormat, MAX_COLUMNS, MAX_RECORDS, Record};

/// The delimiters in order of preference.
const DELIMITERS: [&str; 5] = [",", ";", "\t", "|", MULTIPLE];

/// The only delimiter of several characters that exporters write.
const MULTIPLE: &str = "|~|";

/// The maximum number of fields in a row. The reader stores the position of each field.
const MAX_FIELDS: usize = 10_000;

/// The number of records that are used to detect the delimiter.
const SNIFFED_RECORDS: usize = 20;

/// The number of bytes that are used to detect the delimiter.
const SNIFFED_BYTES: usize = 256 * 1024;

/// The byte that replaces a delimiter of several characters. It is a control character that does not occur in text.
const UNIT: u8 = 0x1f;

/// Reads delimited text.
///
/// # Errors
/// Returns an error if a quote is never closed, or if there are too many rows or columns.
pub(crate) fn read_delimited(text: &str, layout: &Layout) -> Result<Grid, JobFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let unified;
    let text = if text.contains('\n') || !text.contains('\r') {
        text
    } else {
        unified = text.replace('\r', "\n");
        unified.as_str()
    };
    let (declared, body, first_line) = separator_line(text);
    let delimiter = match declared {
        Some(delimiter) => Some(delimiter),
        None => sniff(body).map(str::to_owned),
    };
    let (body, byte) = with_one_byte(body, delimiter.as_deref());
    let body = check_quotes(&body, byte, first_line)?;
    let records = records_of(&body, byte, first_line, usize::MAX)?;
    let delimiter = delimiter.unwrap_or_default();
    Grid::from_records(FileFormat::Csv, records, layout).map(|grid| grid.with_delimiter(&delimiter))
}

/// Returns the delimiter of a `sep=;` line, which Excel writes, the text after that line, and the number of its first line.
fn separator_line(text: &str) -> (Option<String>, &str, u32) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.trim_end_matches('\r').trim_matches('"');
    match line.get(..4).zip(line.get(4..)) {
        Some((key, value))
            if key.eq_ignore_ascii_case("sep=") && !value.is_empty() && value.len() <= 3 =>
        {
            (Some(value.to_owned()), rest, 2)
        }
        _ => (None, text, 1),
    }
}

/// Returns the text with a delimiter of one byte, and that byte.
fn with_one_byte<'t>(text: &'t str, delimiter: Option<&str>) -> (Cow<'t, str>, u8) {
    match delimiter.map(|delimiter| (delimiter, delimiter.as_bytes())) {
        None => (Cow::Borrowed(text), UNIT),
        Some((_, [byte])) => (Cow::Borrowed(text), *byte),
        Some((delimiter, _)) => {
            let unit = char::from(UNIT).to_string();
            (Cow::Owned(text.replace(delimiter, &unit)), UNIT)
        }
    }
}

/// Splits text into records and skips blank lines.
fn records_of(
    source: &str,
    byte: u8,
    first_line: u32,
    most: usize,
) -> Result<Vec<Record>, JobFileError> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(byte)
        .from_reader(source.as_bytes());
    let mut lines = LineCounter::new(source, first_line);
    let mut records = Vec::new();
    let mut read = csv::StringRecord::new();
    while records.len() < most {
        match reader.read_record(&mut read) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(JobFileError::NotCsv(error.to_string())),
        }
        let start = read
            .position()
            .and_then(|position| usize::try_from(position.byte()).ok())
            .unwrap_or(0);
        let row = lines.line_at(start);
        let mut record = Record::new(row);
        for (column, cell) in read.iter().enumerate().take(MAX_COLUMNS + 1) {
            record.set(column, without_formula(cell));
        }
        record.width = record.width.max(read.len());
        if record.is_blank() {
            continue;
        }
        records.push(record);
        if records.len() > MAX_RECORDS {
            return Err(JobFileError::TooManyRows {
                found: records.len(),
                most: shortlist_domain::limits::MAX_JOBS_PER_FILE,
            });
        }
    }
    Ok(records)
}

/// Returns the code in `="00417"` and `'00417`, and any other cell as it is.
///
/// Exporters write both so that Excel keeps the zeros: a formula of a text, and the mark of a text.
fn without_formula(cell: &str) -> String {
    let code = cell.trim().strip_prefix('\'').filter(|code| {
        let is_digits = code.bytes().all(|byte| byte.is_ascii_digit());
        is_digits && code.starts_with('0')
    });
    if let Some(code) = code {
        return code.to_owned();
    }
    let text = cell
        .trim()
        .strip_prefix("=\"")
        .and_then(|text| text.strip_suffix('"'));
    match text.map(|text| text.replace("\"\"", "\u{0}")) {
        Some(text) if !text.contains('"') => text.replace('\u{0}', "\""),
        _ => cell.to_owned(),
    }
}

/// Returns the line of an offset. The offsets must be ascending.
struct LineCounter<'t> {
    bytes: &'t [u8],
    offset: usize,
    line: u32,
}

impl<'t> LineCounter<'t> {
    fn new(text: &'t str, first_line: u32) -> Self {
        Self {
            bytes: text.as_bytes(),
            offset: 0,
            line: first_line,
        }
    }

    /// Returns the line of the first character at or after `start` that is not a line end.
    fn line_at(&mut self, start: usize) -> u32 {
        let begins = self
            .bytes
            .get(start..)
            .and_then(|rest| rest.iter().position(|byte| !matches!(byte, b'\r' | b'\n')))
            .map_or(start, |skipped| start + skipped);
        let passed = self.bytes.get(self.offset..begins).unwrap_or_default();
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.offset = self.offset.max(begins);
        self.line
    }
}

/// The position of the scan in a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    FieldStart,
    Plain,
    Quoted,
    Closed,
}

/// Checks every quote against RFC 4180, and removes spaces before an opening quote.
///
/// A reader that tolerates a misplaced quote can merge many jobs into one.
fn check_quotes(text: &str, delimiter: u8, first_line: u32) -> Result<Cow<'_, str>, JobFileError> {
    let mut state = QuoteState::FieldStart;
    let (mut line, mut opened_at) = (first_line, first_line);
    let mut blanks = Vec::new();
    let mut field_start = 0;
    let mut fields = 1_usize;
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((offset, byte)) = bytes.next() {
        let ends_field = byte == delimiter || matches!(byte, b'\n' | b'\r');
        state = match (state, byte) {
            (QuoteState::Quoted, b'"') if bytes.next_if(|next| next.1 == b'"').is_none() => {
                QuoteState::Closed
            }
            (QuoteState::Quoted, _) => QuoteState::Quoted,
            (_, _) if ends_field => {
                field_start = offset + 1;
                fields = if byte == delimiter { fields + 1 } else { 1 };
                if fields > MAX_FIELDS {
                    return Err(JobFileError::TooManyFields {
                        line,
                        most: MAX_FIELDS,
                    });
                }
                QuoteState::FieldStart
            }
            (QuoteState::FieldStart, b'"') => {
                opened_at = line;
                if field_start < offset {
                    blanks.push(field_start..offset);
                }
                QuoteState::Quoted
            }
            (QuoteState::FieldStart, b' ') => QuoteState::FieldStart,
            (QuoteState::Closed, b' ') => QuoteState::Closed,
            (QuoteState::Closed, _) => {
                return Err(JobFileError::Quote {
                    line: opened_at,
                    fault: QuoteFault::TextAfter(line),
                });
            }
            (_, _) => QuoteState::Plain,
        };
        line += u32::from(byte == b'\n');
    }
    if state == QuoteState::Quoted {
        return Err(JobFileError::Quote {
            line: opened_at,
            fault: QuoteFault::Open,
        });
    }
    Ok(without(text, &blanks))
}

/// Returns the text without some ranges of it.
fn without<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        kept.push_str(text.get(from..range.start).unwrap_or_default());
        from = range.end;
    }
    kept.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(kept)
}

/// Returns the delimiter that gives the most consistent records, or `None` for a file with one column.
fn sniff(text: &str) -> Option<&'static str> {
    let mut end = text.len().min(SNIFFED_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let sample = text.get(..end).unwrap_or(text);
    let mut best: (f64, Option<&'static str>) = (score(sample, None), None);
    for delimiter in DELIMITERS {
        if !sample.contains(delimiter) || (delimiter == "|" && sample.contains(MULTIPLE)) {
            continue;
        }
        let score = score(sample, Some(delimiter));
        if score > best.0 + 1e-9 {
            best = (score, Some(delimiter));
        }
    }
    best.1
}

/// Returns how well a delimiter explains the first records. Known headers count most, followed by rows of the same width.
fn score(sample: &str, delimiter: Option<&str>) -> f64 {
    let (sample, byte) = with_one_byte(sample, delimiter);
    let Ok(records) = records_of(&sample, byte, 1, SNIFFED_RECORDS) else {
        return 0.0;
    };
    let known = records
        .iter()
        .filter(|record| delimiter.is_none() || record.width > 1)
        .map(|record| {
            record
                .cells()
                .filter(|(_, cell)| recognise(cell).is_some())
                .count()
        })
        .max()
        .unwrap_or(0);
    let widths: Vec<usize> = records.iter().map(|record| record.width).collect();
    let (width, agreeing) = widths
        .iter()
        .filter(|width| **width > 1)
        .map(|width| {
            (
                *width,
                widths.iter().filter(|other| *other == width).count(),
            )
        })
        .max_by_key(|(width, agreeing)| (*agreeing, *width))
        .unwrap_or((1, 0));
    let share = ratio(agreeing, widths.len());
    2.0 * ratio(known, 1) + share * ratio(width, 1).ln()
}

#[expect(
    clippy::as_conversions,
    reason = "counts of at most a few hundred become floats"
)]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
