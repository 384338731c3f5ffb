//! The viewer that shows a PDF as its author laid it out.
//!
//! It loads the original file with one request and without byte ranges, so the audit log has one entry for each view.

use shortlist_domain::{MediaKind, StoredFile};

use crate::{links, pdfjs};

/// What the viewer of a page loads.
pub(crate) struct Viewer {
    /// The address of the file.
    pub(crate) file: String,
    /// The path of pdf.js.
    pub(crate) library: &'static str,
    /// The path of its worker.
    pub(crate) worker: &'static str,
    /// The path of the folder with the decoders of images.
    pub(crate) decoders: &'static str,
}

impl Viewer {
    /// Returns the viewer for a file, if browsers can render its format.
    pub(crate) fn of(candidate_id: &str, file: &StoredFile) -> Option<Self> {
        (file.media == MediaKind::Pdf).then(|| Self {
            file: format!("/app/candidates/{}/resume", links::segment(candidate_id)),
            library: pdfjs::LIBRARY,
            worker: pdfjs::WORKER,
            decoders: pdfjs::FOLDER,
        })
    }
}
