//! Turns recognized words into a document, by the same layout as the text of a PDF.
//!
//! The words come in the tab-separated form of Tesseract 3.05 and later (`tesseract … tsv`): level, page, block, paragraph,
//! line, word, left, top, width, height, confidence, text.

use shortlist_domain::{FindingKind, FindingMeasure, IntegrityFinding, MediaKind};

use crate::pdf::bidi::has_right_to_left;
use crate::pdf::columns::arrange;
use crate::pdf::runs::PdfRun;
use crate::{Document, DocumentPage, ReadError};

/// The level of a page and of a word in the first column.
const PAGE: &str = "1";
const WORD: &str = "5";
/// The width of a page in points. An image has no size on paper, so all pages get the width of A4.
const PAGE_POINTS: f32 = 595.0;
/// Short words below this confidence are noise, in percent.
const MIN_CONFIDENCE: f32 = 30.0;
/// The minimum number of letters in a word that is kept at any confidence. Noise is shorter. A missing word can change what
/// its neighbours mean, as in `Father's Name`.
const MIN_LETTERS: usize = 3;
/// The minimum mean confidence of a document, in percent.
const MIN_MEAN_CONFIDENCE: f32 = 50.0;
/// The minimum number of words of a document.
const MIN_WORDS: usize = 5;
/// The maximum number of words of a page.
const MAX_WORDS: usize = 20_000;
/// The height of capitals, as a share of the font size.
const CAPITALS: f32 = 0.72;
/// The height of lower-case letters without ascenders, as a share of the font size.
const LOWER_CASE: f32 = 0.53;
/// The depth below the baseline, as a share of the font size.
const DESCENDERS: f32 = 0.21;

/// The recognized words of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecognizedPage {
    /// The index of the page, from 0.
    pub page: u32,
    /// The words and their places, in Tesseract's tab-separated form.
    pub words: String,
}

/// Returns the document that the recognized words of its pages make.
///
/// # Errors
/// Returns an error if almost nothing was recognized.
pub fn read_recognized(media: MediaKind, pages: &[RecognizedPage]) -> Result<Document, ReadError> {
    let pages: Vec<(u32, Page)> = pages
        .iter()
        .take(super::MAX_SCANNED_PAGES)
        .map(|page| (page.page, Page::read(&page.words)))
        .collect();
    let words = || pages.iter().flat_map(|(_, page)| &page.words);
    if words().count() < MIN_WORDS || mean_confidence(words()) < MIN_MEAN_CONFIDENCE {
        return Err(ReadError::Unrecognized);
    }
    let mut document = Document {
        media,
        pages: Vec::new(),
        paged: true,
        hidden: Vec::new(),
        link_targets: Vec::new(),
    };
    for (number, page) in pages {
        let index = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .min(crate::pdf::MAX_PAGES);
        let missing = (index + 1).saturating_sub(document.pages.len());
        document
            .pages
            .extend((0..missing).map(|_| DocumentPage::default()));
        document.hidden.extend(page.finding(number));
        if let Some(place) = document.pages.get_mut(index) {
            place.blocks = arrange(page.runs(), &[]);
        }
    }
    Ok(document)
}

/// A recognized word. Lengths are in points.
#[derive(Debug, Clone, PartialEq)]
struct Word {
    /// The block, the paragraph and the line, as written.
    line: String,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    confidence: f32,
    text: String,
}

impl Word {
    /// Returns how far the letters reach above and below the baseline, as shares of the font size.
    fn reach(&self) -> (f32, f32) {
        let has = |letters: &str| self.text.contains(|c| letters.contains(c));
        let tall = |c: char| c.is_uppercase() || c.is_numeric() || "bdfhklt".contains(c);
        let tall = self.text.contains(tall) || !self.text.is_ascii() || has("()[]|/@&");
        let above = if tall { CAPITALS } else { LOWER_CASE };
        let below = if has("gjpqyQ,;()[]|/@") {
            DESCENDERS
        } else {
            0.0
        };
        (above, below)
    }

    fn size(&self) -> f32 {
        let (above, below) = self.reach();
        self.height / (above + below)
    }

    fn baseline(&self) -> f32 {
        self.top + self.height - self.size() * self.reach().1
    }
}

/// The words of a page.
#[derive(Debug, Default)]
struct Page {
    words: Vec<Word>,
}

impl Page {
    fn read(words: &str) -> Self {
        let mut scale = 1.0;
        let mut page = Self::default();
        for line in words.lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| {
                cells
                    .get(at)?
                    .parse::<f32>()
                    .ok()
                    .filter(|it| it.is_finite())
            };
            match cells.first() {
                Some(&PAGE) => scale = PAGE_POINTS / number(8).unwrap_or(PAGE_POINTS).max(1.0),
                Some(&WORD) if page.words.len() < MAX_WORDS => {
                    page.words.extend(word(&cells, number, scale));
                }
                _ => {}
            }
        }
        page
    }

    /// Returns the words as runs. The words of a line get the same baseline and font size, because their own differ by some
    /// pixels.
    fn runs(&self) -> Vec<PdfRun> {
        let lines = self.words.chunk_by(|word, next| word.line == next.line);
        lines.flat_map(runs_of_line).collect()
    }

    fn finding(&self, number: u32) -> Option<IntegrityFinding> {
        let confidence = mean_confidence(self.words.iter());
        (!self.words.is_empty()).then(|| IntegrityFinding {
            kind: FindingKind::Recognized,
            quote: String::new(),
            // The decimal text is the rounded number. A cast would cut it off.
            measure: format!("{confidence:.0}")
                .parse()
                .ok()
                .map(FindingMeasure::Confidence),
            page: Some(number.saturating_add(1)),
        })
    }
}

fn word(cells: &[&str], number: impl Fn(usize) -> Option<f32>, scale: f32) -> Option<Word> {
    let text = cells.get(11)?.trim();
    let word = Word {
        line: cells.get(2..5)?.join(" "),
        left: number(6)? * scale,
        top: number(7)? * scale,
        width: number(8)? * scale,
        height: number(9)? * scale,
        confidence: number(10)?.clamp(0.0, 100.0),
        text: text.to_owned(),
    };
    // Lines and frames of the page are recognized as letters without width or height.
    let is_drawn = word.width > 0.0 && word.height > 0.0;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_noise = word.confidence < MIN_CONFIDENCE && letters < MIN_LETTERS;
    (!text.is_empty() && !is_noise && is_drawn).then_some(word)
}

fn runs_of_line(words: &[Word]) -> Vec<PdfRun> {
    let size = median(words.iter().map(Word::size));
    let baseline = median(words.iter().map(Word::baseline));
    let run = |word: &Word| {
        let right_to_left = has_right_to_left(&word.text);
        let text = if right_to_left {
            // Runs are in drawing order.
            word.text.chars().rev().collect()
        } else {
            word.text.clone()
        };
        PdfRun {
            text,
            x: word.left,
            y: baseline,
            width: word.width,
            size,
            right_to_left,
            ..PdfRun::default()
        }
    };
    words.iter().map(run).collect()
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Returns the mean confidence of words, each weighted by its width.
fn mean_confidence<'a>(words: impl Iterator<Item = &'a Word>) -> f32 {
    let add = |(sum, width): (f32, f32), word: &Word| {
        (sum + word.confidence * word.width, width + word.width)
    };
    let (sum, width) = words.fold((0.0, 0.0), add);
    sum / width.max(f32::EPSILON)
}
