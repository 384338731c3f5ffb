//! Splits a text into sentences and list items, which are the units for counting evidence.

use shortlist_domain::Span;

use crate::phrase_list::PhraseList;
use crate::steps;

crate::word_lists! {
    /// Abbreviations.
    pub(crate) struct Abbreviations in "../data/abbreviations.txt" {
        /// Abbreviations whose dot does not end a sentence, without that dot.
        abbreviations: PhraseList,
    }
}

/// The marks that begin a list item.
const BULLETS: [char; 20] = [
    '•', '●', '▪', '■', '◦', '○', '‣', '∙', '·', '►', '▸', '➢', '➤', '✓', '✔', '❖', '◆', '*', '-',
    '–',
];

/// Returns the sentences and list items of a text, in order and without spaces and bullets around them.
///
/// A line that ends in the middle of a sentence continues in the next line if that one begins in lower case.
pub fn sentences(text: &str) -> Vec<Span> {
    steps::count(text.len());
    let mut found = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let after = text.get(end..).unwrap_or("");
        let before = text.get(start..at).unwrap_or("");
        if ends_here(before, letter, after) {
            push_trimmed(&mut found, text, Span::new(start, end));
            start = end;
        }
    }
    push_trimmed(&mut found, text, Span::new(start, text.len()));
    found
}

fn ends_here(before: &str, letter: char, after: &str) -> bool {
    match letter {
        '\n' => !is_wrapped(before, after),
        '\t' | '•' | '●' | '▪' | '■' | '◦' | '‣' | '➢' | '➤' | '►' | '▸' => {
            true
        }
        '。' | '！' | '？' | '；' => true,
        '.' | '!' | '?' | ';' => {
            let next = after.trim_start_matches([')', '"', '”', '»']);
            next.starts_with(char::is_whitespace)
                && next.trim_start().starts_with(|c: char| !c.is_lowercase())
                && (letter != '.' || !is_abbreviation(before))
        }
        _ => false,
    }
}

/// Returns whether a line is wrapped: the next line begins in lower case, and this one does not end in a punctuation mark.
fn is_wrapped(before: &str, after: &str) -> bool {
    let ended = before.trim_end().ends_with(['.', '!', '?', ';', ':']) || before.trim().is_empty();
    !ended
        && after
            .trim_start_matches([' ', '\r'])
            .starts_with(char::is_lowercase)
}

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | ',' | '/'))
        .next()
        .unwrap_or("")
        .to_lowercase();
    // A single letter is an initial.
    (word.chars().count() == 1 && word.starts_with(char::is_alphabetic))
        || Abbreviations::get().abbreviations.contains(&word)
}

fn push_trimmed(found: &mut Vec<Span>, text: &str, span: Span) {
    let Some(words) = text.get(span.start..span.end) else {
        return;
    };
    let is_margin = |c: char| c.is_whitespace() || BULLETS.contains(&c);
    let opened = words.trim_start_matches(is_margin);
    let start = span.end - opened.len();
    let trimmed = opened.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '•' | '●' | '▪' | '■' | '◦' | '‣' | '➢' | '➤' | '►' | '▸')
    });
    if trimmed.contains(char::is_alphanumeric) {
        found.push(Span::new(start, start + trimmed.len()));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text)
            .into_iter()
            .map(|span| text.get(span.start..span.end).unwrap())
            .collect()
    }

    #[test]
    fn sentences_and_items_are_separated() {
        assert_eq!(
            cut("Led a team. Built tools, e.g. Jenkins jobs; Wrote docs!\n• Java\n- Go (3 yrs.)\n"),
            [
                "Led a team.",
                "Built tools, e.g. Jenkins jobs;",
                "Wrote docs!",
                "Java",
                "Go (3 yrs.)"
            ]
        );
        assert_eq!(
            cut("Responsible for the\nwhole budget\nSales"),
            ["Responsible for the\nwhole budget", "Sales"]
        );
        assert_eq!(cut("负责开发。管理团队。"), ["负责开发。", "管理团队。"]);
        assert_eq!(
            cut("Version 3.8 of node.js by J. Doe"),
            ["Version 3.8 of node.js by J. Doe"]
        );
        assert_eq!(cut(" \n•\n"), Vec::<&str>::new());
    }

    proptest! {
        #[test]
        fn spans_are_in_order_and_on_character_borders(text in "\\PC{0,60}|[a-cA-C.!; \n•é-]{0,60}") {
            let mut reached = 0;
            for span in sentences(&text) {
                prop_assert!(span.start >= reached && span.start < span.end);
                prop_assert!(text.get(span.start..span.end).is_some());
                reached = span.end;
            }
        }
    }
}
