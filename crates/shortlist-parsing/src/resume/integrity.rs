//! Removes deceptive characters before a text is interpreted, and reports them.

use std::borrow::Cow;

use shortlist_domain::{FindingKind, IntegrityFinding, Span};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::look_alikes::{has_own_letters, is_suspect, without_look_alikes};
use super::page::Page;
use crate::Document;

/// The maximum number of characters in a quote.
const MAX_QUOTE_CHARS: usize = 200;
/// The maximum number of findings of one kind.
pub(super) const MAX_FINDINGS: usize = 20;

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}' | '\u{e0000}'..='\u{e007f}' | '\u{180e}')
}

fn is_reported(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the document without deceptive characters, and the findings about them.
///
/// Zero-width characters are removed, accents are composed, and letters that imitate Latin ones are replaced.
pub(super) fn clean(document: &Document) -> (Cow<'_, Document>, Vec<IntegrityFinding>) {
    let mut findings = document.hidden.clone();
    let needs = |text: &str| {
        text.chars()
            .any(|c| is_unseen(c) || is_combining_mark(c) || is_suspect(c))
    };
    let texts = || {
        let blocks = document.pages.iter().flat_map(|page| &page.blocks);
        let lines = blocks.flat_map(|block| &block.lines);
        lines
            .flat_map(|line| &line.runs)
            .map(|run| run.text.as_str())
    };
    if !texts().any(needs) {
        return (Cow::Borrowed(document), findings);
    }
    let foreign = texts().any(has_own_letters);
    let mut cleaned = document.clone();
    for (number, page) in cleaned.pages.iter_mut().enumerate() {
        let page_number = u32::try_from(number + 1).ok().filter(|_| document.paged);
        let runs = page
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.lines)
            .flat_map(|line| &mut line.runs);
        for run in runs.filter(|run| needs(&run.text)) {
            if let Some(finding) = unseen(&run.text, page_number)
                && findings.len() < document.hidden.len() + MAX_FINDINGS
            {
                findings.push(finding);
            }
            let seen: String = run.text.chars().filter(|c| !is_unseen(*c)).nfc().collect();
            run.text = without_look_alikes(&seen, foreign);
        }
    }
    (Cow::Owned(cleaned), findings)
}

/// Returns the finding about the text that a run hides: tag characters, direction
/// controls, and zero-width characters inside words.
fn unseen(text: &str, page: Option<u32>) -> Option<IntegrityFinding> {
    let letters: Vec<char> = text.chars().collect();
    let inside = letters.windows(3).filter(|three| matches!(three, [a, b, c] if a.is_ascii_alphabetic() && matches!(*b, '\u{200b}' | '\u{2060}' | '\u{feff}') && c.is_ascii_alphabetic())).count();
    if !letters.iter().copied().any(is_reported) && inside == 0 {
        return None;
    }
    let quote: String = letters
        .iter()
        .filter_map(|c| match u32::from(*c) {
            tag @ 0xe0020..=0xe007e => char::from_u32(tag - 0xe0000),
            _ => Some(*c).filter(|c| !is_unseen(*c)),
        })
        .take(MAX_QUOTE_CHARS)
        .collect();
    Some(IntegrityFinding {
        kind: FindingKind::ZeroWidth,
        quote,
        measure: None,
        page,
    })
}

/// Returns findings of one kind for some spans.
pub(super) fn report(page: &Page<'_>, kind: FindingKind, places: &[Span]) -> Vec<IntegrityFinding> {
    places
        .iter()
        .map(|span| IntegrityFinding {
            kind,
            quote: shortened(page.flat.text.quote(*span)),
            measure: None,
            page: page.flat.text.page_of(span.start),
        })
        .collect()
}

/// Shortens a text to the maximum length and adds an ellipsis if it was longer.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTE_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
    }
}
