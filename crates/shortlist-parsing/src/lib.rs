//! Reads resumes: takes the bytes of a PDF, DOC or DOCX file and returns the information in it.
//!
//! Invariants: this crate uses no network, no disk and no clock. The same bytes, options and
//! vocabulary always give the same result.
//! Each reader is a pure function over bytes that enforces its own limits.

mod doc;
mod document;
mod docx;
mod fields;
mod flow;
mod form_marks;
mod frame;
#[cfg(test)]
#[cfg(debug_assertions)]
mod growth;
mod guard;
mod html;
mod invisible;
mod media;
mod pdf;
mod portfolio;
mod posting;
mod read;
mod resume;
mod rows;
mod rtf;
mod scan;
mod text_encoding;

pub use document::{Block, Document, DocumentPage, FlatText, Line, Place, Region, Run, TextLine};
pub use guard::with_deep_stack;
pub use posting::is_posting;
pub use read::read_document;
pub use resume::{
    DateExample, Examples, ReadOptions, examples, is_phone_region, read_resume, understand,
    understand_keeping_lines, understand_within_limits, wording,
};
pub use scan::{
    MAX_PIXELS, MAX_SCANNED_PAGES, PageImage, RecognizedPage, Scan, find_scan, read_recognized,
};
pub use shortlist_domain::{ReadError, english};
