//! The payloads of frames about scans, as JSON.
//!
//! A worker sends each image in a frame of its own, and then a [`ScanFrame`]. The pool answers with a [`RecognizedFrame`].

use serde::{Deserialize, Serialize};
use shortlist_domain::MediaKind;
use shortlist_parsing::{RecognizedPage, Scan};

/// From the worker: the pages whose images it has sent.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScanFrame {
    /// The media type of the document.
    pub(crate) media: String,
    /// The indexes of the pages, in the order of their images.
    pub(crate) pages: Vec<u32>,
}

impl ScanFrame {
    pub(crate) fn of(scan: &Scan) -> Self {
        Self {
            media: scan.media.media_type().to_owned(),
            pages: scan.images.iter().map(|image| image.page).collect(),
        }
    }
}

/// To the worker: the words that were recognized on pages.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecognizedFrame {
    /// The media type of the document.
    pub(crate) media: String,
    /// The index of each page, and Tesseract's output for it.
    pub(crate) pages: Vec<(u32, String)>,
}

impl RecognizedFrame {
    /// Returns the format and the pages, or `None` if the format is unknown.
    pub(crate) fn into_pages(self) -> Option<(MediaKind, Vec<RecognizedPage>)> {
        let media = MediaKind::parse("media", &self.media).ok()?;
        let pages = self.pages.into_iter();
        let pages = pages.map(|(page, words)| RecognizedPage { page, words });
        Some((media, pages.collect()))
    }
}
