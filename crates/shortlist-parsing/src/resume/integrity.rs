//! Text that is meant for machines: characters without width, and sentences that instruct.

use std::borrow::Cow;

use shortlist_domain::{FindingKind, IntegrityFinding, Span};
use shortlist_vocabulary::sentences;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::page::Page;
use crate::Document;

/// Quotes are cut to this many characters.
const MAX_QUOTE_CHARS: usize = 200;
/// Reports of one kind that are kept.
const MAX_FINDINGS: usize = 20;

/// Pairs of words that together make a sentence an instruction, in several languages.
const INSTRUCTIONS: [(&str, &str); 30] = [
    ("ignore", "previous instruction"),
    ("ignore", "above instruction"),
    ("ignore", "prior instruction"),
    ("ignore", "all instruction"),
    ("ignore all previous", ""),
    ("disregard", "instruction"),
    ("forget", "previous instruction"),
    ("system prompt", ""),
    ("you are now", "assistant"),
    ("as an ai", "recommend"),
    ("ai model", "candidate"),
    ("language model", "rate this"),
    ("llm", "rank this"),
    ("rank this candidate", ""),
    ("rate this candidate", ""),
    ("score this candidate", ""),
    ("recommend this candidate", ""),
    ("hire this candidate", ""),
    ("note to ai", ""),
    ("if you are an ai", ""),
    ("if you are a language model", ""),
    ("give this resume", "score"),
    ("highest score", "resume"),
    ("ignoriere", "anweisung"),
    ("ignorez", "instruction"),
    ("ignora", "instruccion"),
    ("ignore", "instruções"),
    ("ignora", "istruzioni"),
    ("negeer", "instructies"),
    ("忽略", "指令"),
];

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}' | '\u{e0000}'..='\u{e007f}' | '\u{180e}')
}

fn is_reported(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}' | '\u{e0000}'..='\u{e007f}')
}

/// The document without characters that have no width and with composed accents, and what is to be reported of it.
pub(super) fn clean(document: &Document) -> (Cow<'_, Document>, Vec<IntegrityFinding>) {
    let mut findings = document.hidden.clone();
    let needs = |text: &str| text.chars().any(|c| is_unseen(c) || is_combining_mark(c));
    let untidy = document
        .pages
        .iter()
        .flat_map(|page| &page.blocks)
        .flat_map(|block| &block.lines)
        .flat_map(|line| &line.runs)
        .any(|run| needs(&run.text));
    if !untidy {
        return (Cow::Borrowed(document), findings);
    }
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
            run.text = run.text.chars().filter(|c| !is_unseen(*c)).nfc().collect();
        }
    }
    (Cow::Owned(cleaned), findings)
}

/// What a run hides: words in tag characters, controls of direction, and blanks without width inside words.
fn unseen(text: &str, page: Option<u32>) -> Option<IntegrityFinding> {
    let letters: Vec<char> = text.chars().collect();
    let inside = letters.windows(3).filter(|three| matches!(three, [a, b, c] if a.is_ascii_alphabetic() && matches!(*b, '\u{200b}' | '\u{2060}' | '\u{feff}') && c.is_ascii_alphabetic())).count();
    if !letters.iter().copied().any(is_reported) && inside == 0 {
        return None;
    }
    let told: String = letters
        .iter()
        .filter_map(|c| match u32::from(*c) {
            tag @ 0xe0020..=0xe007e => char::from_u32(tag - 0xe0000),
            _ => Some(*c).filter(|c| !is_unseen(*c)),
        })
        .take(MAX_QUOTE_CHARS)
        .collect();
    Some(IntegrityFinding {
        kind: FindingKind::ZeroWidth,
        quote: told,
        page,
    })
}

/// The sentences that instruct a machine.
pub(super) fn instructions(page: &Page<'_>) -> Vec<Span> {
    let lower = page.text.to_lowercase();
    if !INSTRUCTIONS
        .iter()
        .any(|(first, second)| lower.contains(first) && lower.contains(second))
    {
        return Vec::new();
    }
    sentences(page.text)
        .into_iter()
        .filter(|span| {
            let sentence = page
                .text
                .get(span.start..span.end)
                .unwrap_or("")
                .to_lowercase()
                .replace('\n', " ");
            INSTRUCTIONS
                .iter()
                .any(|(first, second)| sentence.contains(first) && sentence.contains(second))
        })
        .take(MAX_FINDINGS)
        .collect()
}

/// Findings for the sentences.
pub(super) fn report(page: &Page<'_>, instructions: &[Span]) -> Vec<IntegrityFinding> {
    instructions
        .iter()
        .map(|span| IntegrityFinding {
            kind: FindingKind::Instruction,
            quote: page
                .flat
                .text
                .quote(*span)
                .chars()
                .take(MAX_QUOTE_CHARS)
                .collect(),
            page: page.flat.text.page_of(span.start),
        })
        .collect()
}
