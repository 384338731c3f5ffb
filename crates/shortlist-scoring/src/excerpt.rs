//! The part of a resume's text that may be scored, and quotes from it with their places.
//!
//! Text that must not be scored is blanked out here. Each of its characters is replaced by another one with the same number
//! of bytes. Bytes, code points, lines and pages therefore keep their places, and every quote appears verbatim in the
//! resume's text.

use shortlist_domain::{Evidence, EvidenceDetail, ResumeText, Span};

/// The longest quote, in characters.
pub(crate) const MAX_QUOTE_CHARS: usize = 200;

/// A resume's text in which everything that must not be scored is blanked out.
#[derive(Debug, Clone, Default)]
pub(crate) struct ScorableText {
    text: String,
    /// The first byte of each line, and the number of code points before it.
    lines: Vec<(usize, usize)>,
    page_starts: Vec<usize>,
}

/// Words of a resume, their page, and their place in code points.
#[derive(Debug, Clone)]
pub(crate) struct Quote {
    pub(crate) words: String,
    pub(crate) page: Option<u32>,
    pub(crate) place: Option<(u32, u32)>,
}

impl ScorableText {
    /// Keeps only the text in the given spans, which are sorted and do not overlap.
    pub(crate) fn keeping(resume: &ResumeText, kept: &[Span]) -> Self {
        let mut text = String::with_capacity(resume.as_str().len());
        let mut lines = vec![(0, 0)];
        let mut kept = kept.iter().copied().peekable();
        for (count, (at, letter)) in resume.as_str().char_indices().enumerate() {
            while kept.next_if(|span| span.end <= at).is_some() {}
            let keep = letter == '\n' || kept.peek().is_some_and(|span| span.start <= at);
            text.push(if keep {
                letter
            } else {
                placeholder_for(letter)
            });
            if letter == '\n' {
                lines.push((at + 1, count + 1));
            }
        }
        Self {
            text,
            lines,
            page_starts: resume.page_starts().to_vec(),
        }
    }

    /// Returns the whole text.
    pub(crate) fn whole(&self) -> &str {
        &self.text
    }

    /// Returns whether a text contains placeholders for blanked-out characters.
    pub(crate) fn has_placeholders(text: &str) -> bool {
        text.contains(PLACEHOLDERS)
    }

    /// Returns the span of a place in code points.
    ///
    /// It returns `None` if the place contains no words, or if part of it is blanked out.
    pub(crate) fn span_of(&self, (start, end): (u32, u32)) -> Option<Span> {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        let line = self.lines.partition_point(|(_, count)| *count <= start);
        let (byte, count) = *self.lines.get(line.checked_sub(1)?)?;
        let rest = self.text.get(byte..)?;
        let mut borders = rest
            .char_indices()
            .map(|(at, _)| byte + at)
            .chain([self.text.len()]);
        let from = borders.nth(start - count)?;
        let to = borders.nth(end.checked_sub(start + 1)?)?;
        let span = self.trimmed(Span::new(from, to));
        let words = self.at(span);
        (words.contains(char::is_alphanumeric) && !Self::has_placeholders(words)).then_some(span)
    }

    /// Returns the words at a place.
    pub(crate) fn at(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Returns a span without the whitespace at its ends.
    pub(crate) fn trimmed(&self, span: Span) -> Span {
        let words = self.at(span);
        let end = span.start + words.trim_end().len();
        let start = end.min(span.start + words.len() - words.trim_start().len());
        Span::new(start, end.max(start))
    }

    /// Returns the first piece of a place that contains words. A line end or a blanked-out character ends a piece.
    pub(crate) fn first_line(&self, span: Span) -> Span {
        let mut start = span.start;
        for line in self
            .at(span)
            .split_inclusive(|c| c == '\n' || PLACEHOLDERS.contains(&c))
        {
            let words = line.trim_end_matches(PLACEHOLDERS);
            if words.contains(char::is_alphanumeric) {
                return self.trimmed(Span::new(start, start + words.len()));
            }
            start += line.len();
        }
        Span::new(span.start, span.start)
    }

    /// Returns evidence with the words around `focus`.
    pub(crate) fn evidence(&self, detail: EvidenceDetail, focus: Span, context: Span) -> Evidence {
        let quote = self.quote(focus, context);
        Evidence {
            detail,
            found: true,
            quote: Some(quote.words),
            page: quote.page,
            place: quote.place,
            gain: None,
            set_by: None,
        }
    }

    /// Returns the words around `focus`: as much of `context` as fits into a quote.
    pub(crate) fn quote(&self, focus: Span, context: Span) -> Quote {
        let span = self.window(focus, context);
        Quote {
            words: self.at(span).to_owned(),
            page: self.page_of(span.start),
            place: self.code_points(span),
        }
    }

    /// Returns the context if it is short enough, or else whole words around the focus.
    pub(crate) fn window(&self, focus: Span, context: Span) -> Span {
        let context = self.trimmed(context);
        if !context.contains(focus) {
            return self.cut(focus);
        }
        if self.at(context).chars().count() <= MAX_QUOTE_CHARS {
            return context;
        }
        let focus = self.cut(focus);
        let spare = MAX_QUOTE_CHARS.saturating_sub(self.at(focus).chars().count()) / 2;
        let before = self.at(Span::new(context.start, focus.start));
        let after = self.at(Span::new(focus.end, context.end));
        let start = focus.start - tail(before, spare);
        let end = focus.end + head(after, spare);
        self.trimmed(Span::new(start, end))
    }

    /// Returns as much of a span as fits into a quote.
    pub(crate) fn cut(&self, span: Span) -> Span {
        let words = self.at(span);
        let end = words
            .char_indices()
            .nth(MAX_QUOTE_CHARS)
            .map_or(words.len(), |(at, _)| at);
        self.trimmed(Span::new(span.start, span.start + end))
    }

    fn page_of(&self, byte: usize) -> Option<u32> {
        let pages = self.page_starts.partition_point(|start| *start <= byte);
        u32::try_from(pages).ok().filter(|page| *page > 0)
    }

    pub(crate) fn code_points(&self, span: Span) -> Option<(u32, u32)> {
        let line = self
            .lines
            .partition_point(|(byte, _)| *byte <= span.start)
            .checked_sub(1)?;
        let (byte, count) = self.lines.get(line)?;
        let before = self.text.get(*byte..span.start)?.chars().count();
        let within = self.at(span).chars().count();
        let start = u32::try_from(count + before).ok()?;
        Some((start, start.checked_add(u32::try_from(within).ok()?)?))
    }
}

/// The placeholders for blanked-out characters, by their length in bytes.
///
/// They are control and private-use characters, which no resume needs and which are neither letters nor whitespace.
const PLACEHOLDERS: [char; 4] = ['\u{1}', '\u{80}', '\u{e000}', '\u{f0000}'];

/// Returns the placeholder with the same number of bytes.
fn placeholder_for(letter: char) -> char {
    let [one, two, three, four] = PLACEHOLDERS;
    match letter.len_utf8() {
        1 => one,
        2 => two,
        3 => three,
        _ => four,
    }
}

/// Returns the length in bytes of the whole words among the last `chars` characters.
fn tail(text: &str, chars: usize) -> usize {
    let from = match chars.checked_sub(1) {
        None => return 0,
        Some(back) => text.char_indices().rev().nth(back).map_or(0, |(at, _)| at),
    };
    let words = text.get(from..).unwrap_or("");
    if from == 0 {
        return words.len();
    }
    words
        .find(char::is_whitespace)
        .map_or(0, |border| words.len() - border)
}

/// Returns the length in bytes of the whole words among the first `chars` characters.
fn head(text: &str, chars: usize) -> usize {
    let Some((to, _)) = text.char_indices().nth(chars) else {
        return text.len();
    };
    let words = text.get(..to).unwrap_or("");
    words.rfind(char::is_whitespace).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scorable(text: &str, kept: &[(usize, usize)]) -> ScorableText {
        let kept: Vec<_> = kept.iter().map(|(s, e)| Span::new(*s, *e)).collect();
        ScorableText::keeping(&ResumeText::new(text.to_owned(), vec![0]), &kept)
    }

    #[test]
    fn excluded_text_keeps_its_length() {
        let source = "Zoë 東京 𝄞\nRust\n";
        let text = scorable(source, &[(17, 22)]);
        assert_eq!(text.text.len(), source.len());
        assert_eq!(text.text.chars().count(), source.chars().count());
        assert!(!text.text.contains("Zo"));
        let at = source.find("Rust").unwrap();
        let quote = text.quote(Span::new(at, at + 4), Span::new(at, at + 5));
        assert_eq!(quote.words, "Rust");
        assert_eq!(quote.place, Some((9, 13)));
        assert_eq!(quote.page, Some(1));
    }

    #[test]
    fn a_long_sentence_is_cut_to_whole_words_around_the_focus() {
        let source = format!("{}Rust {}", "before ".repeat(60), "after ".repeat(60));
        let text = scorable(&source, &[(0, source.len())]);
        let at = source.find("Rust").unwrap();
        let window = text.window(Span::new(at, at + 4), Span::new(0, source.len()));
        let quote = text.at(window);
        assert!(quote.contains(" Rust "), "{quote}");
        assert!(
            quote.starts_with("before") && quote.ends_with("after"),
            "{quote}"
        );
        assert!(quote.chars().count() <= MAX_QUOTE_CHARS);
    }

    #[test]
    fn the_first_line_with_words_is_found() {
        let text = scorable("\n  \n Engineer, 2019\nmore", &[(0, 24)]);
        assert_eq!(text.at(text.first_line(Span::new(0, 24))), "Engineer, 2019");
        assert_eq!(text.first_line(Span::new(0, 2)), Span::new(0, 0));
    }
}
