//! Provides the objects of a file, within limits.
//!
//! `pdfboss` limits a decoded stream to 256 MiB and the forms of a page to 4,096. A small file can still reach the
//! product of both. This module counts the decoded size of all streams of a file and the strings that a stream shows,
//! before any of them is interpreted.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use memchr::memmem;
use pdfboss_core::{Document, Error, ObjRef, Object, ObjectSource, Page, Result, Stream};

use super::MAX_RUNS;
use super::font_program::{beginning, is_enough, is_font};
use super::half_width;
use super::opaque_fonts;
use super::replacement_text::{as_drawn, dict_as_drawn, remove_replacement_text};
use shortlist_domain::DocumentLimit;

/// The maximum decoded size of all streams of a file, counting repeats. It is 25 times the largest observed page.
const MAX_DECODED_BYTES: usize = 192 << 20;
/// A table is drawn with more strokes than this.
const MIN_TABLE_STROKES: usize = 4;
/// The number of streams that are kept.
const MAX_KEPT: usize = 8;
/// The largest decoded size of a stream that is kept.
const MAX_KEPT_BYTES: usize = 1 << 20;
/// The largest stored size of a stream that may pass more than one expanding filter.
const MAX_NESTED_STORED_BYTES: usize = 256;

/// A document that stops providing streams when its limits are used up.
pub(crate) struct BoundedSource<'a> {
    document: &'a Document,
    decoded_bytes: Cell<usize>,
    /// What the streams since the beginning of the page do.
    on_page: Cell<Content>,
    /// Whether content of the page has the dictionary of a font program, so that none is trusted.
    poses_as_font: Cell<bool>,
    exceeded: Cell<Option<DocumentLimit>>,
    /// Whether the declared text replaces the drawn text.
    use_declared_text: Cell<bool>,
    /// Whether the file declares text that differs from what it draws.
    replaces_text: Cell<bool>,
    /// Whether a font does not say which characters its letters are.
    has_opaque_font: Cell<bool>,
    /// The content that was read last.
    kept: RefCell<VecDeque<Kept>>,
}

/// A content stream with its decoded bytes.
struct Kept {
    stream: Stream,
    data: Vec<u8>,
    content: Content,
}

impl<'a> BoundedSource<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        Self {
            document,
            decoded_bytes: Cell::new(0),
            on_page: Cell::default(),
            poses_as_font: Cell::new(false),
            exceeded: Cell::new(None),
            use_declared_text: Cell::new(false),
            replaces_text: Cell::new(false),
            has_opaque_font: Cell::new(false),
            kept: RefCell::default(),
        }
    }

    /// Resets the counters at the beginning of a page.
    pub(crate) fn begin_page(&self, page: &Page) {
        self.on_page.set(Content::default());
        self.poses_as_font.set(self.poses_as_font(page));
    }

    /// Returns whether content of a page has the dictionary of a font program. Viewers draw it like other content.
    fn poses_as_font(&self, page: &Page) -> bool {
        let resolve = |object: &Object| self.document.resolve(object).ok();
        let content = page.dict().get("Contents").and_then(resolve);
        let parts = match content {
            Some(Object::Array(parts)) => parts.iter().filter_map(resolve).collect(),
            content => Vec::from_iter(content),
        };
        parts.iter().filter_map(Object::as_stream).any(is_font)
    }

    /// Returns whether the streams since the beginning of the page may fill areas.
    pub(crate) fn fills_on_page(&self) -> bool {
        self.on_page.get().fills
    }

    /// Returns whether the streams since the beginning of the page may draw pictures.
    pub(crate) fn pictures_on_page(&self) -> bool {
        self.on_page.get().pictures
    }

    /// Returns whether the file declares text that differs from what it draws, in the objects read so far.
    pub(crate) fn replaces_text(&self) -> bool {
        self.replaces_text.get()
    }

    /// Returns whether one of the fonts read so far does not say which characters its letters are.
    pub(crate) fn has_opaque_font(&self) -> bool {
        self.has_opaque_font.get()
    }

    /// Runs a function that sees the declared text instead of the drawn text.
    pub(crate) fn with_declared_text<T>(&self, call: impl FnOnce() -> T) -> T {
        self.use_declared_text.set(true);
        let result = call();
        self.use_declared_text.set(false);
        result
    }

    /// Returns a page as it is drawn, or `None` if its own resources declare no other text.
    pub(crate) fn page_as_drawn(&self, page: &Page) -> Option<Page> {
        let resources = self.noted(dict_as_drawn(&page.resources, self.document))?;
        let mut drawn = page.clone();
        drawn.resources = resources;
        Some(drawn)
    }

    /// Notes whether the file declares text that differs from what it draws.
    fn noted<T>(&self, drawn: Option<T>) -> Option<T> {
        self.replaces_text
            .set(self.replaces_text.get() || drawn.is_some());
        drawn
    }

    /// Returns the limit that was exceeded, if any.
    pub(crate) fn exceeded(&self) -> Option<DocumentLimit> {
        self.exceeded.get()
    }

    /// Returns the decoded bytes of a stream and what they do. Content that shows text is kept, because it is read for the text and
    /// then for what is painted.
    fn decoded(&self, stream: &Stream) -> Result<(Vec<u8>, Content)> {
        if !self.poses_as_font.get() && is_font(stream) {
            return Ok((self.font_program(stream)?, Content::default()));
        }
        let mut kept = self.kept.borrow_mut();
        if let Some(known) = kept.iter().find(|known| known.stream == *stream) {
            return Ok((known.data.clone(), known.content));
        }
        let data = self.document.stream_data(stream)?;
        let content = Content::of(&data);
        if content.strings > 0 && data.len() <= MAX_KEPT_BYTES {
            kept.truncate(MAX_KEPT - 1);
            kept.push_front(Kept {
                stream: stream.clone(),
                data: data.clone(),
                content,
            });
        }
        Ok((data, content))
    }

    /// Returns at least what is read of a font program.
    fn font_program(&self, stream: &Stream) -> Result<Vec<u8>> {
        let decoded = beginning(stream).map(|begin| self.document.stream_data(&begin));
        match decoded {
            Some(Ok(program)) if is_enough(&program) => Ok(program),
            _ => self.document.stream_data(stream),
        }
    }

    /// Returns an object with what is known about its letters, if it is a font that says too little or that misleads.
    fn corrected(&self, object: Object) -> Object {
        let Object::Dict(font) = &object else {
            return object;
        };
        match font.get_name("Subtype").map(|kind| kind.0.as_str()) {
            Some("Type0") => {
                let completed = half_width::completed(font, self.document);
                completed.map_or(object, Object::Dict)
            }
            Some("Type3") => {
                let marked = opaque_fonts::marked(font, self.document);
                self.has_opaque_font
                    .set(self.has_opaque_font.get() || marked.is_some());
                marked.map_or(object, Object::Dict)
            }
            _ => object,
        }
    }

    fn refuse<T>(&self, limit: DocumentLimit) -> Result<T> {
        self.exceeded.set(Some(limit));
        Err(Error::Decode("over the reader's limit".into()))
    }
}

impl ObjectSource for BoundedSource<'_> {
    fn get(&self, reference: ObjRef) -> Result<Object> {
        let object = self.document.get(reference)?;
        let object = self.corrected(object);
        if self.use_declared_text.get() {
            return Ok(object);
        }
        let drawn = as_drawn(&object, self.document);
        Ok(self.noted(drawn).unwrap_or(object))
    }

    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        if self.decoded_bytes.get() > MAX_DECODED_BYTES || is_bomb_shaped(stream) {
            return self.refuse(DocumentLimit::DecompressedContent);
        }
        let (mut data, content) = self.decoded(stream)?;
        let decoded = self.decoded_bytes.get().saturating_add(data.len());
        if content.strings > 0
            && !self.use_declared_text.get()
            && remove_replacement_text(&mut data)
        {
            self.replaces_text.set(true);
        }
        let on_page = self.on_page.get().and(content);
        self.on_page.set(on_page);
        self.decoded_bytes.set(decoded);
        if decoded > MAX_DECODED_BYTES {
            return self.refuse(DocumentLimit::DecompressedContent);
        }
        if on_page.strings > MAX_RUNS {
            return self.refuse(DocumentLimit::PiecesOfText);
        }
        Ok(data)
    }
}

/// Returns whether a stream is compressed twice. No writer does that, and a kilobyte can decode to a gigabyte.
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

/// Estimates of what a content stream does, from a scan of its bytes.
#[derive(Clone, Copy, Default)]
struct Content {
    /// The maximum number of strings that it shows, or 0 if it shows none.
    strings: usize,
    /// Whether it may fill areas, draw many lines, clip, or be transparent.
    fills: bool,
    /// Whether it may draw pictures.
    pictures: bool,
}

impl Content {
    fn of(data: &[u8]) -> Self {
        let contains_operator = |two: &[u8; 2]| memmem::find(data, two).is_some();
        let ends = || memchr::memchr2_iter(b')', b'>', data);
        Self {
            strings: if contains_operator(b"Tj") || contains_operator(b"TJ") {
                ends().count()
            } else {
                0
            },
            fills: contains_operator(b"gs")
                || contains_operator(b"Do")
                || (contains_operator(b"re") && (contains_operator(b"W ") || fills(data)))
                || strokes(data),
            pictures: contains_operator(b"Do") || contains_operator(b"BI"),
        }
    }

    /// Returns what two streams do together.
    fn and(self, other: Self) -> Self {
        Self {
            strings: self.strings.saturating_add(other.strings),
            fills: self.fills || other.fills,
            pictures: self.pictures || other.pictures,
        }
    }
}

/// Returns whether a stream strokes enough paths to draw a table.
fn strokes(data: &[u8]) -> bool {
    let is_stroke = |three: &&[u8]| match three {
        [before, b'S' | b's', after] => *before <= b' ' && *after <= b' ',
        _ => false,
    };
    data.windows(3)
        .filter(is_stroke)
        .nth(MIN_TABLE_STROKES)
        .is_some()
}

/// Returns whether a stream contains an operator that fills a path.
fn fills(data: &[u8]) -> bool {
    let ended = data.ends_with(b" f") || data.ends_with(b"\nf");
    ended
        || data.windows(3).any(|three| match three {
            [before, b'f' | b'F' | b'b' | b'B', after] => {
                *before <= b' ' && (*after <= b' ' || *after == b'*')
            }
            _ => false,
        })
}
