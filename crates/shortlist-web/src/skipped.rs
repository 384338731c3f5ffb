//! The skipped files of an upload as a table for spreadsheets.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::csv_cell;

use crate::visit::answer_form;

/// Separates name and reason in the form's field. Neither contains control characters.
const SEPARATOR: char = '\u{1f}';

/// A skipped file with its reason.
pub(crate) struct SkippedFile {
    file: String,
    reason: String,
}

impl SkippedFile {
    pub(crate) fn new(file: &str, reason: &str) -> Self {
        let plain = |text: &str| text.replace(char::is_control, " ");
        Self {
            file: plain(file),
            reason: plain(reason),
        }
    }

    /// Returns the file as a line of the form's field.
    pub(crate) fn line(&self) -> String {
        format!("{}{SEPARATOR}{}", self.file, self.reason)
    }

    fn read(line: &str) -> Option<Self> {
        let (file, reason) = line.trim_end_matches('\r').split_once(SEPARATOR)?;
        Some(Self::new(file, reason))
    }
}

/// Returns the skipped files that the page lists as CSV (RFC 4180).
pub(crate) async fn csv(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let body = visit.compute(move || table(fields.get("skipped"))).await?;
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
            .insert_header((
                CONTENT_DISPOSITION,
                "attachment; filename=\"skipped-files.csv\"",
            ))
            .body(body))
    })
    .await
}

/// Returns the lines of the form's field as CSV.
fn table(skipped: &str) -> String {
    let files = skipped.lines().filter_map(SkippedFile::read);
    let row =
        |file: SkippedFile| format!("{},{}\r\n", csv_cell(&file.file), csv_cell(&file.reason));
    format!("file,reason\r\n{}", files.map(row).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_quotes_are_text() {
        assert_eq!(csv_cell("=1+1"), "\"'=1+1\"");
        assert_eq!(csv_cell("a \"b\".pdf"), "\"a \"\"b\"\".pdf\"");
        let file = SkippedFile::new("a\tb.pdf", "no text");
        let read = SkippedFile::read(&file.line()).unwrap();
        assert_eq!(
            (read.file.as_str(), read.reason.as_str()),
            ("a b.pdf", "no text")
        );
    }
}
