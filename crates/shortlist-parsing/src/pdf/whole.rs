//! Recognizes PDF files whose pages do not contain the content: dynamic forms (XFA) and portfolios.
//!
//! ISO 32000-1: 12.7.8 (XFA forms), 7.11.6 (collections).

use pdfboss_core::embedded_file::embedded_file_data_with;
use pdfboss_core::{Dict, Document, Immediate, Object, block_on};

use super::runs::PdfPage;
use super::source::BoundedSource;

/// The maximum number of files in a portfolio that are considered.
const MAX_FILES: usize = 50;
/// The maximum size of a file in a portfolio.
const MAX_FILE_BYTES: usize = 32 << 20;

/// A file in a portfolio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attached {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the dictionary of the document's form.
pub(super) fn form(document: &Document, catalog: Option<&Dict>) -> Option<Dict> {
    let form = document.resolve(catalog?.get("AcroForm")?).ok()?;
    form.as_dict().cloned()
}

/// Returns whether a form is built by a program, and its pages ask to wait for that.
///
/// Newer files say so. In older ones, the form has no fields, and the single page is the one that Adobe's programs write.
pub(super) fn is_dynamic_form(
    document: &Document,
    catalog: &Dict,
    form: &Dict,
    page: &PdfPage,
) -> bool {
    if form.get("XFA").is_none() {
        return false;
    }
    let value = |dict: &Dict, key: &str| document.resolve(dict.get(key)?).ok();
    let says_so = value(catalog, "NeedsRendering").and_then(|says| says.as_bool());
    let has_fields =
        || matches!(value(form, "Fields"), Some(Object::Array(all)) if !all.is_empty());
    let names_adobe = || page.runs.iter().any(|run| run.text.contains("Adobe"));
    says_so == Some(true) || (names_adobe() && !has_fields())
}

/// Returns the files of a portfolio, or `None` if the file is none.
pub(super) fn portfolio(
    document: &Document,
    source: &BoundedSource<'_>,
    catalog: Option<&Dict>,
) -> Option<Vec<Attached>> {
    catalog?.get("Collection")?;
    let files = document.embedded_files().into_iter().take(MAX_FILES);
    let files = files.filter_map(|file| {
        let bytes = block_on(embedded_file_data_with(&Immediate(source), &file)).ok()?;
        let name = file.spec.name();
        let name = if name.is_empty() { file.name } else { name };
        (bytes.len() <= MAX_FILE_BYTES).then_some(Attached { name, bytes })
    });
    Some(files.collect())
}

/// Returns the dictionary from which all others are reached.
pub(super) fn catalog(document: &Document) -> Option<Dict> {
    let catalog = document.xref().trailer.get("Root")?;
    document.resolve(catalog).ok()?.as_dict().cloned()
}
