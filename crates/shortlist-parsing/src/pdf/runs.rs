//! Reads positioned text runs from a PDF. This is the only module that depends on `pdfboss`.
//!
//! Another interpreter can replace it if it returns the same [`PdfFile`].

use shortlist_domain::{Damage, DocumentLimit, FindingKind};

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{
    Dict, Document, Error, Immediate, Object, ObjectSource, OcState, Page, Rect, block_on,
};
use pdfboss_text::{
    FontCache, PlacedImage, ReadingOrder, TextSpan, extract_spans_reporting_cached_with,
    placed_images_with,
};

use super::annotations::annotated;
use super::covered::{self, PaintOrder};
use super::declared_text::{Substitution, compare_spans, left_over};
use super::paint::{Fill, paint};
use super::source::BoundedSource;
use super::whole::{self, Attached};
use super::{MAX_CHARS, MAX_PAGES, MAX_RUNS, bidi, characters};
use crate::ReadError;
use crate::invisible::without_width;

/// The maximum number of annotations of a page that are read.
const MAX_ANNOTATIONS: usize = 2_000;
/// The maximum number of link targets that are kept.
const MAX_LINKS: usize = 500;
/// The longest link target that is kept, in bytes.
const MAX_LINK_BYTES: usize = 2_000;

/// A page with less visible text than this may be a picture of text, in bytes.
const FEW_BYTES: usize = 200;

/// Font sizes below this are in units of the font itself.
const MIN_SIZE: f32 = 6.0;
/// The width of a letter, as a share of the font size.
const LETTER_WIDTH: f32 = 0.6;
/// Half the height of lower-case letters, as a share of the font size.
pub(super) const X_HEIGHT: f32 = 0.3;

/// A colour as red, green and blue from 0 to 1.
pub(crate) type Colour = (f32, f32, f32);

/// A run of text as drawn. Its coordinates are those of the file, rotated upright, with y downwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PdfRun {
    pub(crate) text: String,
    pub(crate) x: f32,
    /// The baseline.
    pub(crate) y: f32,
    pub(crate) width: f32,
    /// The font size in points.
    pub(crate) size: f32,
    pub(crate) bold: bool,
    /// The rotation in degrees that makes it upright: 0, 90, 180 or 270.
    pub(crate) rotation: i32,
    /// The start of its baseline on the page without rotation, y upwards. It is compared with what is painted there.
    pub(crate) origin: (f32, f32),
    /// Its centre in the same coordinates, at half the height of lower-case letters.
    pub(crate) centre: (f32, f32),
    /// When it is painted.
    pub(crate) painted: PaintOrder,
    /// The fill colour, if it is a single colour.
    pub(crate) colour: Option<Colour>,
    /// Whether its render mode paints nothing.
    pub(crate) invisible: bool,
    /// Whether it contains only spaces.
    pub(crate) is_blank: bool,
    /// Whether it has right-to-left letters. Its text is in drawing order, leftmost first.
    pub(crate) right_to_left: bool,
    /// Whether it is outside the crop box.
    pub(crate) off_page: bool,
    /// The text that zero-width characters hide in it.
    pub(crate) smuggled: Option<String>,
}

impl PdfRun {
    /// Returns whether its letters are too narrow to be distinguished.
    pub(crate) fn is_squeezed(&self) -> bool {
        const MIN_LETTERS: u16 = 4;
        const NARROWEST: f32 = 0.02;
        let letters = self.text.bytes().filter(u8::is_ascii_alphanumeric).count();
        let letters = u16::try_from(letters).unwrap_or(u16::MAX);
        let ((x0, y0), (x1, y1)) = (self.origin, self.end());
        let length = (x1 - x0).abs().max((y1 - y0).abs());
        letters >= MIN_LETTERS
            && length > 0.0
            && length < f32::from(letters) * self.size * NARROWEST
    }

    /// Returns the end of its baseline on the page without rotation.
    pub(crate) fn end(&self) -> (f32, f32) {
        let ((x, y), (centre_x, centre_y)) = (self.origin, self.centre);
        (
            2.0 * centre_x - x,
            2.0 * (centre_y - self.size * X_HEIGHT) - y,
        )
    }
}

/// The runs of a page and the facts that decide whether they are visible.
#[derive(Debug, Clone, Default)]
pub(crate) struct PdfPage {
    pub(crate) runs: Vec<PdfRun>,
    pub(crate) fills: Vec<Fill>,
    /// The straight lines, such as the borders of tables, on the page without rotation.
    pub(crate) rules: Vec<Rect>,
    pub(crate) has_images: bool,
    /// Text in the file that only machines read, and the reason why people do not see it.
    pub(crate) machine_text: Vec<(FindingKind, String)>,
}

/// The pages and link targets of a file.
#[derive(Debug, Default)]
pub(crate) struct PdfFile {
    pub(crate) pages: Vec<PdfPage>,
    pub(crate) link_targets: Vec<String>,
    /// The files of a portfolio. Its pages only say that it is one, and are not read.
    pub(crate) portfolio: Option<Vec<Attached>>,
    /// Whether a font numbers its letters in an order of its own, so that they cannot be read.
    pub(crate) has_opaque_font: bool,
}

/// Reads the runs of every page.
///
/// # Errors
/// Returns an error if the file is encrypted, has no pages, is damaged, or exceeds a limit.
pub(crate) fn read_pages(bytes: &[u8]) -> Result<PdfFile, ReadError> {
    let document = Document::load(bytes.to_vec()).map_err(describe)?;
    let pages = document.flattened_page_count();
    match pages {
        0 => return Err(ReadError::damaged(Damage::NoPages)),
        1..=MAX_PAGES => {}
        _ => return Err(ReadError::Limit(DocumentLimit::Pages)),
    }
    let source = BoundedSource::new(&document);
    let catalog = whole::catalog(&document);
    if let Some(files) = whole::portfolio(&document, &source, catalog.as_ref()) {
        return Ok(PdfFile {
            portfolio: Some(files),
            ..PdfFile::default()
        });
    }
    let reader = PageReader {
        source: &source,
        form: whole::form(&document, catalog.as_ref()),
        fonts: FontCache::default(),
        layers: document.oc_state(),
    };
    let mut file = PdfFile::default();
    let mut characters = 0;
    for index in 0..pages {
        let page = document.page(index).map_err(describe)?;
        let annotations = reader.annotations(&page);
        let read = reader.read(&page, &annotations)?;
        characters += read.runs.iter().map(|run| run.text.len()).sum::<usize>();
        if characters > MAX_CHARS {
            return Err(ReadError::Limit(DocumentLimit::Characters));
        }
        file.pages.push(read);
        reader.collect_links(&annotations, &mut file.link_targets);
    }
    file.has_opaque_font = source.has_opaque_font();
    if let (Some(form), Some(catalog), [page]) = (&reader.form, &catalog, &*file.pages)
        && whole::is_dynamic_form(&document, catalog, form, page)
    {
        return Err(ReadError::DynamicForm);
    }
    let nothing = file.pages.iter().all(|page| page.runs.is_empty());
    if let (true, Some(limit)) = (nothing, source.exceeded()) {
        return Err(ReadError::Limit(limit));
    }
    Ok(file)
}

fn describe(error: Error) -> ReadError {
    match error {
        Error::Encrypted => ReadError::Encrypted,
        Error::InvalidXref => ReadError::damaged(Damage::ObjectTable),
        // The reader's error may quote the file, so it is not passed on.
        _ => ReadError::damaged(Damage::Objects),
    }
}

struct PageReader<'a> {
    source: &'a BoundedSource<'a>,
    fonts: FontCache,
    layers: Option<OcState>,
    /// The dictionary of the document's form.
    form: Option<Dict>,
}

impl PageReader<'_> {
    /// Returns the spans with the text that the file declares for machines.
    fn declared_spans(&self, page: &Page) -> Result<Vec<TextSpan>, ReadError> {
        self.source.begin_page(page);
        let fonts = FontCache::default();
        let layers = self.layers.as_ref();
        let declared = self
            .source
            .with_declared_text(|| self.spans(page, &fonts, layers));
        declared.map(|(spans, _)| spans)
    }

    fn spans(
        &self,
        page: &Page,
        fonts: &FontCache,
        layers: Option<&OcState>,
    ) -> Result<(Vec<TextSpan>, bool), ReadError> {
        let (spans, report) = block_on(extract_spans_reporting_cached_with(
            Immediate(self.source),
            page,
            fonts,
            layers,
            None,
            ReadingOrder::Content,
        ))
        .map_err(describe)?;
        if spans.len() > MAX_RUNS {
            return Err(ReadError::Limit(DocumentLimit::PiecesOfText));
        }
        Ok((spans, report.hidden > 0))
    }

    /// Returns the dictionaries of a page's annotations.
    fn annotations(&self, page: &Page) -> Vec<Dict> {
        let Some(Object::Array(annotations)) = self.value(page.dict(), "Annots") else {
            return Vec::new();
        };
        let dict = |annotation| match self.source.resolve(annotation) {
            Ok(Object::Dict(dict)) => Some(dict),
            _ => None,
        };
        let annotations = annotations.iter().take(MAX_ANNOTATIONS);
        annotations.filter_map(dict).collect()
    }

    /// Returns what the annotations of a page show.
    fn annotated(&self, page: &Page, annotations: &[Dict]) -> Result<Vec<PdfRun>, ReadError> {
        let found = annotated(self.source, page, annotations, self.form.as_ref());
        let mut runs = found.runs;
        if let Some(drawn) = &found.drawn {
            self.source.begin_page(drawn);
            let (spans, _) = self.spans(drawn, &self.fonts, self.layers.as_ref())?;
            runs.extend(spans.into_iter().filter_map(|span| run_of(span, page)));
        }
        Ok(runs)
    }

    fn read(&self, page: &Page, annotations: &[Dict]) -> Result<PdfPage, ReadError> {
        let annotated = self.annotated(page, annotations)?;
        self.source.begin_page(page);
        let as_drawn = self.source.page_as_drawn(page);
        let drawn = as_drawn.as_ref().unwrap_or(page);
        let (mut spans, off) = self.spans(drawn, &self.fonts, self.layers.as_ref())?;
        let mut machine_text = Vec::new();
        if off {
            self.source.begin_page(page);
            let (all, _) = self.spans(drawn, &self.fonts, None)?;
            machine_text.extend(left_over(&all, &spans).map(|text| (FindingKind::LayerOff, text)));
        }
        if self.source.replaces_text() {
            let declared = self.declared_spans(page)?;
            match compare_spans(&declared, &spans) {
                Substitution::None => {}
                Substitution::Needed => spans = declared,
                Substitution::Different(text) => {
                    machine_text.push((FindingKind::Substituted, text));
                }
            }
        }
        let mut runs: Vec<PdfRun> = spans
            .into_iter()
            .filter_map(|span| run_of(span, page))
            .chain(annotated)
            .collect();
        let Background {
            fills,
            rules,
            has_images,
        } = self.background(page, &mut runs);
        Ok(PdfPage {
            runs,
            fills,
            rules,
            has_images,
            machine_text,
        })
    }

    /// Finds the paint behind the text. It is read only if it can matter.
    fn background(&self, page: &Page, runs: &mut [PdfRun]) -> Background {
        let pale = runs.iter().any(|run| run.colour.is_some_and(is_white));
        let seen = runs.iter().filter(|run| !run.invisible);
        let few = seen.map(|run| run.text.len()).sum::<usize>() < FEW_BYTES;
        let mut found = Background::default();
        if pale || self.source.fills_on_page() {
            self.source.begin_page(page);
            let painting = paint(self.source, page);
            let clear = painting.starts.iter().any(|start| start.clear);
            if pale || clear || painting.fills.iter().any(|fill| fill.opaque) {
                covered::place_in_painting(runs, &painting.starts);
            }
            found.fills = painting.fills;
            found.rules = painting.rules;
        }
        if !(pale || few) || !self.source.pictures_on_page() {
            return found;
        }
        self.source.begin_page(page);
        let images = block_on(placed_images_with(
            Immediate(self.source),
            page,
            self.layers.as_ref(),
        ))
        .unwrap_or_default();
        found.has_images = !images.is_empty();
        found.fills.splice(0..0, images.iter().map(picture));
        found
    }

    /// Adds the targets of the page's link annotations (ISO 32000-1, 12.6.4.7).
    fn collect_links(&self, annotations: &[Dict], targets: &mut Vec<String>) {
        for annotation in annotations.iter().take(MAX_LINKS) {
            let Some(uri) = self.target_of(annotation) else {
                continue;
            };
            let fits = !uri.is_empty() && uri.len() <= MAX_LINK_BYTES;
            if fits && targets.len() < MAX_LINKS && !targets.contains(&uri) {
                targets.push(uri);
            }
        }
    }

    fn target_of(&self, annotation: &Dict) -> Option<String> {
        let action = self.value(annotation, "A")?;
        let uri = self.value(action.as_dict()?, "URI")?;
        Some(decode_text_string(uri.as_str_bytes()?).replace('\0', ""))
    }

    fn value(&self, dict: &Dict, key: &str) -> Option<Object> {
        self.source.resolve(dict.get(key)?).ok()
    }
}

/// The paint behind the text of a page.
#[derive(Debug, Default)]
struct Background {
    fills: Vec<Fill>,
    rules: Vec<Rect>,
    has_images: bool,
}

/// Returns the fill of a picture. It has no colour, so text on it never has the colour of its background.
fn picture(image: &PlacedImage) -> Fill {
    let area = image.bbox;
    Fill {
        x0: area.x0,
        y0: area.y0,
        x1: area.x1,
        y1: area.y1,
        ..Fill::default()
    }
}

/// Returns whether a colour looks like white paper.
pub(crate) fn is_white((red, green, blue): Colour) -> bool {
    red.min(green).min(blue) > 0.96
}

/// Returns the left edge of a run, its width, and its font size.
fn measured(x: f32, end_x: f32, stated: f32, text: &str) -> (f32, f32, f32) {
    let width = (end_x - x).abs();
    let left = x.min(end_x);
    let letters = f32::from(u16::try_from(text.chars().count()).unwrap_or(u16::MAX)).max(1.0);
    let advance = width / letters;
    if stated >= MIN_SIZE && advance > stated * 4.0 && x < end_x {
        // A tab without a glyph precedes the text and makes the run as wide as the tab.
        let width = stated * LETTER_WIDTH * letters;
        return (end_x - width, width, stated);
    }
    // Type 3 fonts use their own units for sizes, so the advance gives the real size.
    if advance > stated * 2.0 || stated < 0.1 {
        return (left, width, advance * 2.0);
    }
    (left, width, stated)
}

fn run_of(mut span: TextSpan, page: &Page) -> Option<PdfRun> {
    let mut smuggled = None;
    if !span.text.is_ascii()
        && !bidi::has_right_to_left(&span.text)
        && let Some((text, hidden)) = without_width(&span.text)
    {
        span.text = text;
        span.glyph_x = Box::default();
        smuggled = hidden;
    }
    let right_to_left = bidi::has_right_to_left(&span.text);
    let text = if characters::is_normalized(&span.text) {
        span.text
    } else if right_to_left {
        characters::normalized(&bidi::drawn(&span.text, &span.glyph_x, span.logical))
    } else {
        characters::normalized(&span.text)
    };
    if text.is_empty() || !span.end_x.is_finite() || !span.end_y.is_finite() {
        return None;
    }
    let crop = page.crop_box;
    let (start, end) = ((span.x, span.y), (span.end_x, span.end_y));
    let (x, end_x, y) = match span.rotate {
        90 => (start.1 - crop.y0, end.1 - crop.y0, start.0 - crop.x0),
        180 => (crop.x1 - start.0, crop.x1 - end.0, start.1 - crop.y0),
        270 => (crop.y1 - start.1, crop.y1 - end.1, crop.x1 - start.0),
        _ => (start.0 - crop.x0, end.0 - crop.x0, crop.y1 - start.1),
    };
    let (x, width, size) = measured(x, end_x, span.size, &text);
    let lowest = start.1.min(end.1) + size;
    let off_page = start.0.max(end.0) < crop.x0
        || start.0.min(end.0) > crop.x1
        || lowest < crop.y0
        || start.1.max(end.1) > crop.y1 + size * 0.2;
    Some(PdfRun {
        x,
        y,
        width,
        size,
        bold: span.bold,
        rotation: span.rotate,
        origin: start,
        painted: PaintOrder::default(),
        centre: (
            (start.0 + end.0) / 2.0,
            (start.1 + end.1) / 2.0 + size * X_HEIGHT,
        ),
        colour: span.color,
        invisible: span.invisible,
        off_page,
        smuggled,
        right_to_left,
        is_blank: text.bytes().all(|byte| byte == b' ' || byte == b'\t'),
        text,
    })
}
