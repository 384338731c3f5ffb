//! The file's objects, within limits.
//!
//! `pdfboss` caps one decoded stream at 256 MiB and the forms of a page at 4,096; a small file can
//! still ask for the product of both. This counts what all streams of a file decode to, and the
//! strings a stream shows, before any of it is run.

use std::cell::Cell;

use pdfboss_core::{Document, Error, ObjRef, Object, ObjectSource, Result, Stream};

use super::MAX_RUNS;

/// What all streams of one file may decode to, repeats counted: 25 times the largest page met.
const MAX_DECODED_BYTES: usize = 192 << 20;
/// The largest stream as stored that may still pass more than one expanding filter.
const MAX_NESTED_STORED_BYTES: usize = 256;

/// A document that stops giving streams once its limits are used up.
pub(crate) struct BoundedSource<'a> {
    document: &'a Document,
    decoded_bytes: Cell<usize>,
    strings_on_page: Cell<usize>,
    exceeded: Cell<bool>,
}

impl<'a> BoundedSource<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        Self {
            document,
            decoded_bytes: Cell::new(0),
            strings_on_page: Cell::new(0),
            exceeded: Cell::new(false),
        }
    }

    /// Begins the count of a page's strings.
    pub(crate) fn begin_page(&self) {
        self.strings_on_page.set(0);
    }

    /// Whether anything was refused.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.get()
    }

    fn refuse<T>(&self) -> Result<T> {
        self.exceeded.set(true);
        Err(Error::Decode("over the reader's limit".into()))
    }
}

impl ObjectSource for BoundedSource<'_> {
    fn get(&self, reference: ObjRef) -> Result<Object> {
        self.document.get(reference)
    }

    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        if self.decoded_bytes.get() > MAX_DECODED_BYTES || is_bomb_shaped(stream) {
            return self.refuse();
        }
        let data = self.document.stream_data(stream)?;
        let decoded = self.decoded_bytes.get().saturating_add(data.len());
        let strings = self
            .strings_on_page
            .get()
            .saturating_add(strings_shown(&data));
        self.decoded_bytes.set(decoded);
        self.strings_on_page.set(strings);
        if decoded > MAX_DECODED_BYTES || strings > MAX_RUNS {
            return self.refuse();
        }
        Ok(data)
    }
}

/// Whether a stream is deflated twice: no writer does that, and a kilobyte of it is a gigabyte.
fn is_bomb_shaped(stream: &Stream) -> bool {
    let Some(Object::Array(filters)) = stream.dict.get("Filter") else {
        return false;
    };
    let expanding = filters
        .iter()
        .filter_map(Object::as_name)
        .filter(|name| {
            matches!(
                name.0.as_str(),
                "FlateDecode" | "Fl" | "LZWDecode" | "LZW" | "RunLengthDecode" | "RL"
            )
        })
        .count();
    expanding > 1 && stream.data.len() > MAX_NESTED_STORED_BYTES
}

/// How many strings a content stream shows at most; 0 for what shows none, such as fonts.
fn strings_shown(data: &[u8]) -> usize {
    let shows = data.windows(2).any(|pair| matches!(pair, b"Tj" | b"TJ"));
    if shows && data.windows(2).any(|pair| pair == b"BT") {
        data.iter()
            .filter(|byte| matches!(byte, b')' | b'>'))
            .count()
    } else {
        0
    }
}
